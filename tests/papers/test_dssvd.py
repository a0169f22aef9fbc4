"""Time and memory against the size of a text: small tables, real child processes, and nothing timed."""

from __future__ import annotations

import json
import lzma
import os
import random
import subprocess
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from scipy import linalg, sparse

from firth.errors import InputError
from firth.runtime.kept import save_json
from firth_papers.dssvd import EXPERIMENT, Settings
from firth_papers.dssvd.child_process import CHILD, Task, _outcome, solve_in_child, table_file
from firth_papers.dssvd.experiment import compare, complete_measurements, conditions, text_table
from firth_papers.dssvd.page import PAPER, scaling_figure
from firth_papers.dssvd.solvers import SOLVERS, Measurement, Solver, TextTable, available_memory, refusal
from firth_papers.engine.experiment import Context, as_json, report, run
from firth_papers.engine.text import first_megabytes

SMALL = Settings(sizes=(1,), axes=3, window=2, min_count=1, limit=120)
TASK = Task(axes=3, seed=0, threads=2, limit=120)
GB = 10**9
INSTALLED = [name for name, one in SOLVERS.items() if one.installed]  # prince may not be


def topic_table(rows, columns, topics, seed=0):
    """Counts with as many strong axes as topics less one; every row and column has some."""
    rng = np.random.default_rng(seed)
    row_topics, column_topics = rng.integers(topics, size=rows), rng.integers(topics, size=columns)
    means = np.where(row_topics[:, None] == column_topics, 2.0 + row_topics[:, None] / 2, 0.05)
    counts = rng.poisson(means)
    counts[np.arange(rows), np.arange(rows) % columns] += 1
    counts[np.arange(columns) % rows, np.arange(columns)] += 1
    return sparse.csr_array(counts)


def exact_values(table, axes):
    """By the definition, with LAPACK."""
    p = table.toarray() / table.sum()
    r, c = p.sum(axis=1, keepdims=True), p.sum(axis=0, keepdims=True)
    return linalg.svdvals((p - r * c) / np.sqrt(r * c))[:axes]


@pytest.fixture(scope="module")
def large():
    """Too large for firth to hand to LAPACK."""
    table = topic_table(1260, 1230, topics=6)
    return table, exact_values(table, 5)


@pytest.fixture(scope="module")
def wiki(tmp_path_factory):
    """A packed text of a little more than 1 MB in which three groups of words keep to themselves."""
    rng = random.Random(0)
    words = [[f"{letter}{n}" for n in "bcdfghjklmnpqrst"] for letter in "aeo"]
    text = " ".join(" ".join(rng.choices(rng.choice(words), k=12)) for _ in range(32_000))
    path = tmp_path_factory.mktemp("data") / "corpora" / "wiki100m.txt.xz"
    path.parent.mkdir()
    path.write_bytes(lzma.compress(text.encode(), preset=0))
    return path


def measured(megabytes, name, seconds, memory, values=(0.5, 0.4)):
    return Measurement(megabytes, name, seconds, memory, list(values))


def invented_results():
    """Two texts; numpy refuses the second, and prince is not there."""
    gone = "not installed (prince comes with the extra baselines)"
    tables = [TextTable(1, 100, 40, 50, 900), TextTable(2, 200, 60, 70, 1800)]
    measurements = [
        measured(1, "firth", 1.0, 10**7, (0.5, 0.39)),
        measured(2, "firth", 2.0, 2 * 10**7, (0.5, 0.38)),
        measured(1, "firth-converged", 4.0, 10**7),
        measured(2, "firth-converged", 8.0, 2 * 10**7),
        measured(1, "scikit-learn", 7.0, 4 * 10**7, (0.5, 0.36)),
        measured(2, "scikit-learn", 40.0, 12 * 10**7, (0.5, 0.3)),
        *(Measurement(n, "prince", missing=gone, tried=False) for n in (1, 2)),
        measured(1, "numpy", 100.0, 9 * 10**7, (0.5, 0.4)),
        Measurement(2, "numpy", missing="not run: would take about 13 minutes", tried=False),
    ]
    return as_json(
        {
            **conditions(Context(replace(SMALL, sizes=(1, 2)), Path())),
            "tables": [asdict(one) for one in tables],
            "measurements": [asdict(one) for one in measurements],
        }
    )


@pytest.mark.parametrize("name", INSTALLED)
def test_every_solver_finds_the_singular_values_of_the_same_matrix(name, large):
    table, exact = large
    assert SOLVERS[name].solve(table, 5, 0) == pytest.approx(exact, rel=1e-6)


def test_a_solver_in_its_own_process_gives_values_seconds_and_memory(large):
    table, exact = large
    with table_file(table) as file:
        found = solve_in_child("scikit-learn", file, replace(TASK, axes=5))
    assert found["values"] == pytest.approx(exact, rel=1e-6)
    assert found["seconds"] > 0
    assert found["memory"] > 0.9 * 8 * 1260 * 1230


def test_memory_of_the_parent_is_not_counted(large):
    held = np.ones(500_000_000, np.uint8)  # wait4 and getrusage would begin the child's peak with it
    with table_file(large[0]) as file:
        found = solve_in_child("scikit-learn", file, TASK)
    assert 0.9 * 8 * 1260 * 1230 < found["memory"] < held.nbytes / 2


def test_a_process_beyond_its_time_is_stopped():
    with table_file(topic_table(60, 50, topics=3)) as file:
        assert solve_in_child("numpy", file, replace(TASK, limit=0.01)) == {
            "missing": "stopped after 0 seconds"
        }


def test_a_process_that_fails_says_why():
    empty_row = sparse.csr_array(np.array([[1, 2, 3], [0, 0, 0], [1, 0, 1]]))
    with table_file(empty_row) as file:
        missing = solve_in_child("firth", file, replace(TASK, axes=1))["missing"]
    assert missing.startswith("failed: ")
    assert "1 of 3 rows have no counts" in missing


def test_a_process_killed_by_the_system_says_so():
    assert "for want of memory" in _outcome(-9, "", "")["missing"]


def test_a_process_ends_with_its_parent(tmp_path):
    sparse.save_npz(tmp_path / "table.npz", topic_table(60, 50, topics=3))
    command = [*CHILD, "numpy", str(tmp_path / "table.npz")]
    for parent, code in ((os.getpid(), 0), (os.getpid() + 1, 1)):
        ended = subprocess.run([*command, "3", "0", str(parent)], capture_output=True)
        assert ended.returncode == code
        assert bool(ended.stdout) == (code == 0)


def test_the_table_file_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with table_file(topic_table(60, 50, topics=3)):
        assert not list(tmp_path.iterdir())


def table_of(side, megabytes=1):
    return TextTable(megabytes, 0, side, side, 0)


def test_dense_matrices_that_do_not_fit_are_not_begun():
    ask = {"earlier": [], "limit": 60.0, "memory": 10 * GB}
    # 20,000² doubles are 3.2 GB: one fits into 8 of 10 GB, nine do not, and firth makes none.
    assert refusal(SOLVERS["scikit-learn"], table_of(20_000), **ask) == ""
    assert refusal(SOLVERS["numpy"], table_of(20_000), **ask) == "not run: would need 28.8 GB"
    assert refusal(SOLVERS["firth"], table_of(10**6), **ask) == ""


def test_what_would_take_too_long_is_not_begun():
    earlier = [(table_of(1000), measured(1, "numpy", 10.0, 1))]
    ask = {"earlier": earlier, "memory": 10 * GB}
    # Twice the side is eight times the work for LAPACK, four times for products.
    assert refusal(SOLVERS["numpy"], table_of(2000, 2), limit=81, **ask) == ""
    assert (
        refusal(SOLVERS["numpy"], table_of(2000, 2), limit=79, **ask)
        == "not run: would take about 80 seconds"
    )
    assert refusal(SOLVERS["prince"], table_of(2000, 2), limit=41, **ask) == ""
    assert (
        refusal(SOLVERS["prince"], table_of(8000, 2), limit=41, **ask)
        == "not run: would take about 11 minutes"
    )


def test_a_solver_that_was_stopped_is_not_tried_on_more():
    earlier = [
        (table_of(1000, 1), measured(1, "numpy", 0.1, 1)),
        (table_of(1100, 2), Measurement(2, "numpy", missing="stopped after 60 seconds")),
        (table_of(1200, 3), Measurement(3, "numpy", missing="not run: 2 MB …", tried=False)),
    ]
    found = refusal(SOLVERS["numpy"], table_of(1300, 5), earlier, limit=60, memory=10 * GB)
    assert found == "not run: 2 MB was too much already"


def test_a_solver_that_is_not_installed_is_said_to_be_so():
    absent = Solver("absent", "absent", "no_such_package", SOLVERS["numpy"].solve, copies=1)
    assert refusal(absent, table_of(10), [], limit=60, memory=GB).startswith("not installed")


def test_there_is_some_memory_and_not_more_than_the_machine_has():
    installed = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert 0 < available_memory() <= installed


def test_the_text_is_cut_before_the_word_that_crosses_the_megabyte(tmp_path):
    (tmp_path / "text.txt").write_text("abc " * 249_999 + "ab cde fgh")
    assert first_megabytes(tmp_path / "text.txt", 1) == "abc " * 249_999 + "ab"
    with pytest.raises(InputError, match="1,000,006 bytes of text, fewer than 2 MB"):
        first_megabytes(tmp_path / "text.txt", 2)


def test_words_are_counted_with_those_after_them(tmp_path):
    (tmp_path / "text.txt").write_text("this is " * 125_001)
    table, matrix = text_table(tmp_path / "text.txt", 1, Settings(window=2))
    # One distance from "is" to "this", and two between equals, miss the last pair; rows: is, this.
    assert matrix.toarray().tolist() == [[124_999, 124_999], [125_000, 124_999]]
    assert table == TextTable(1, tokens=250_000, rows=2, columns=2, nonzeros=4)


class Stopped(BaseException):
    """Stands for Ctrl-C."""


def test_an_interrupted_run_goes_on_where_it_was_and_a_complete_one_is_begun_anew(wiki, tmp_path):
    seconds, asked = count(1.0), []

    def go(settings=SMALL, stop_after=None):
        asked.clear()

        def solve(name, file, task):
            if len(asked) == stop_after:
                raise Stopped
            asked.append(name)
            return {"seconds": next(seconds), "memory": 10, "values": [0.5, 0.4, 0.3]}

        found = compare(wiki, Context(settings, tmp_path, threads=2), solve).results
        assert found["complete"]
        return [Measurement(**one) for one in found["measurements"]]

    with pytest.raises(Stopped):
        go(stop_after=2)
    begun = [*asked]
    assert len(begun) == 2
    with pytest.raises(Stopped):
        go(replace(SMALL, axes=4), stop_after=1)
    assert asked == begun[:1], "what was measured under other settings was taken"
    finished = go()
    tried = [one.solver for one in finished if one.tried]
    assert begun + asked == tried
    assert [one.solver for one in finished] == list(SOLVERS)
    save_json(
        {"measurements": [asdict(one) for one in finished], "complete": True}, tmp_path / "results.json"
    )
    with pytest.raises(Stopped):
        go(stop_after=1)
    assert asked == tried[:1]
    anew = go()
    assert asked == tried[1:]
    assert not {one.seconds for one in anew if one.tried} & {one.seconds for one in finished if one.tried}


@pytest.mark.parametrize("content", ["", "{", "[]", '{"complete": false}'])
def test_a_file_that_is_no_result_is_not_gone_on_with(wiki, tmp_path, content):
    (tmp_path / "results.json").write_text(content)
    assert complete_measurements(tmp_path / "results.json") == []
    assert complete_measurements(tmp_path / "absent.json") == []

    def go(seconds):
        solved = {"seconds": seconds, "memory": 10, "values": [0.5]}
        found = compare(wiki, Context(SMALL, tmp_path), lambda *_: solved).results
        return {one["seconds"] for one in found["measurements"] if one["tried"]}

    assert (go(1.0), go(2.0)) == ({1.0}, {1.0})
    for kept in (tmp_path / "cache").iterdir():
        kept.write_text(content)
    assert go(3.0) == {3.0}


def test_the_report_has_the_papers_claims_beside_our_ratios():
    page = report(EXPERIMENT, invented_results())
    assert "| scikit-learn | time | 10× | 20× at 2 MB (7–20) | 5× at 2 MB (1.75–5) |" in page
    assert "| scikit-learn | memory | 5× | 6× at 2 MB (4–6) | 6× at 2 MB (4–6) |" in page
    assert "| numpy SVD | time | 100× | 100× at 1 MB (100–100) | 25× at 1 MB (25–25) |" in page
    assert "| numpy SVD | memory | 10× | 9× at 1 MB (9–9) | 9× at 1 MB (9–9) |" in page
    assert "| prince | time | – | – | – |" in page
    assert set(PAPER["times_less"]) == {"scikit-learn", "numpy"}


def test_the_report_has_seconds_memory_and_errors_of_every_text():
    page = report(EXPERIMENT, invented_results())
    assert "| 1 | 40 | 900 | 1 | 4 | 7 | – | 100 |" in page
    assert "| 2 | 60 | 1,800 | 20 MB | 20 MB | 120 MB | – | – |" in page
    # By numpy's on the first text, by the converged on the second: 0.39 and 0.38 for 0.4; 0.36 and 0.3.
    assert "| 1 | 40 | 900 | 2.5e-02 | 0.0e+00 | 1.0e-01 | – | – |" in page
    assert "| 2 | 60 | 1,800 | 5.0e-02 | – | 2.5e-01 | – | – |" in page


def test_the_report_names_what_was_not_run_and_why():
    page = report(EXPERIMENT, invented_results())
    assert "- prince, 1, 2 MB: not installed (prince comes with the extra baselines)." in page
    assert "- numpy SVD, 2 MB: would take about 13 minutes." in page
    whole = invented_results()
    whole["measurements"] = [one for one in whole["measurements"] if not one["missing"]]
    assert "Everything was run." in report(EXPERIMENT, whole)


def test_the_figure_has_a_named_line_for_each_that_was_measured():
    figure = scaling_figure(invented_results())
    for ax, last in zip(figure.axes, (40.0, 12e7), strict=True):
        assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
        assert {text.get_text() for text in ax.texts} == {
            "firth",
            "firth, converged",
            "scikit-learn",
            "numpy SVD",
        }
        assert last in [line.get_ydata()[-1] for line in ax.lines]
        assert sorted(len(line.get_xdata()) for line in ax.lines) == [1, 2, 2, 2]
    figure.draw_without_rendering()
    sizes = [text.get_text() for text in figure.axes[1].get_yticklabels(which="both") if text.get_text()]
    assert {size.split()[-1] for size in sizes} <= {"MB", "GB"}
    note = figure.texts[-1].get_text()
    assert "prince, 1 MB: not installed" in note
    assert "numpy SVD, 2 MB: would take about 13 minutes" in note


def test_the_experiment_leaves_its_results_report_and_picture(wiki, tmp_path):
    folder = tmp_path / "out"
    page = run(EXPERIMENT, settings=SMALL, data=wiki.parents[1], output=folder, threads=2)
    files = ["cache", "dssvd.png", "report.md", "results.json"]
    assert sorted(path.name for path in folder.iterdir()) == files
    assert page == (folder / "report.md").read_text()
    assert "wiki100m" in page
    assert (folder / "dssvd.png").read_bytes().startswith(b"\x89PNG")
    content = json.loads((folder / "results.json").read_text())
    assert content["complete"]
    _, matrix = text_table(wiki, 1, SMALL)
    exact = exact_values(matrix, 3)
    for one in content["measurements"]:
        if one["solver"] in INSTALLED:
            assert one["values"] == pytest.approx(exact, rel=1e-6), one
        else:
            assert one["missing"].startswith("not installed")
            assert f"- {one['solver']}, 1 MB: not installed" in page
