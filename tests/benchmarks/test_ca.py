"""The benchmark of correspondence analysis runs who is there, on records with something to find."""

from __future__ import annotations

import os
import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="benchmarks measure with POSIX's wait4")

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def imported(name, path):
    spec = spec_from_file_location(name, path)
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def bench():
    """benchmarks/ca.py, which is no part of the package; it imports the module beside it."""
    imported("measure", BENCHMARKS / "measure.py")
    yield imported("bench_ca", BENCHMARKS / "ca.py")
    del sys.modules["measure"], sys.modules["bench_ca"]


def test_records_have_variables_of_three_to_eight_categories_that_depend_on_their_group(bench):
    records = bench.planted_records(20_000)
    assert records.shape == (20_000, 11)
    assert [records[f"v{j}"].n_unique() for j in range(10)] == [3, 4, 5, 6, 7, 8, 3, 4, 5, 6]
    shares = records.group_by("group").agg((bench.pl.col("v0") == "v0_0").mean())
    assert np.ptp(shares[:, 1].to_numpy()) > 0.2
    assert records.equals(bench.planted_records(20_000))


def test_without_r_its_packages_are_skipped_with_a_sentence(bench, monkeypatch):
    monkeypatch.setattr(bench.shutil, "which", lambda _: None)
    reasons = bench.absent()
    assert {name: reasons[name] for name in ("FactoMineR", "ca")} == dict.fromkeys(
        ("FactoMineR", "ca"), "there is no Rscript on the path; install R."
    )


def test_a_package_that_r_lacks_is_skipped_with_a_sentence(bench, monkeypatch):
    monkeypatch.setattr(bench.shutil, "which", lambda _: "Rscript")
    monkeypatch.setattr(
        bench.subprocess,
        "run",
        lambda command, **_: bench.subprocess.CompletedProcess(command, "ca" in command[-1]),
    )
    assert bench.absent()["ca"] == 'R has no package ca; install.packages("ca").'


def test_whoever_is_skipped_is_named_and_the_others_run(bench, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(bench, "absent", lambda: {"ca": "it is on holiday."})
    times = {"firth": 1.0, "FactoMineR": 30.0, "prince": 2.0}
    monkeypatch.setattr(
        bench,
        "timed",
        lambda case, who, path: {
            "seconds": times[who],
            "cpu_seconds": times[who],
            "extra_mb": 1.0,
            "check": None,
        },
    )
    case = next(case for case in bench.cases(quick=True) if case.name == "mca")
    (result,) = bench.practice([case], tmp_path)
    printed = capsys.readouterr().out
    assert "ca is skipped: it is on holiday." in printed
    assert "30.0 × firth" in printed
    assert set(result) == {"case", "size", "megabytes", "firth", "FactoMineR", "prince"}


def test_every_contender_knows_its_cases(bench):
    known = {
        name: set(tasks)
        for name, tasks in imported("practice", BENCHMARKS / "peers/practice.py").TASKS.items()
    }
    text = (BENCHMARKS / "peers" / "practice.R").read_text()
    for part in re.split(r"\n  (?=\w+ = list\(\n    \w+ = list)", text)[1:]:
        known[part.split(" ", 1)[0]] = set(re.findall(r"^    (\w+) = list\(", part, re.MULTILINE))
    for quick in (True, False):
        for case in bench.cases(quick=quick):
            assert all(case.name in known[contender] for contender in case.contenders)


def test_the_first_contender_is_firth_which_the_others_are_compared_with(bench):
    assert {case.contenders[0] for case in bench.cases(quick=False)} == {"firth"}
