"""What the engine does for every experiment."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
import pytest
from typer.testing import CliRunner

import firth_papers
from firth.cli.app import app
from firth.core import Recipe
from firth.errors import InputError
from firth.plots import heatmap
from firth.runtime.kept import json_kind
from firth_papers.engine.claims import Claim
from firth_papers.engine.experiment import Context, Experiment, Found, report, run


@dataclass(frozen=True)
class Settings:
    cups: tuple[int, ...] = (5, 6)
    seed: int = 0


def experiment(**changed):
    def measure(context: Context[Settings]) -> Found:
        cups = context.kept.get(Recipe().then("cups"), lambda: list(context.settings.cups), json_kind("cups"))
        return Found({"models": cups, "pair": (1, 2)}, [Claim("Tea.", "so it is.", "confirmed")])

    declared = {
        "name": "tea",
        "title": "Tea",
        "about": "Cups of tea.",
        "source": "Somebody 1900",
        "settings": Settings(),
        "quick": Settings(cups=(1,)),
        "measure": measure,
        "method": lambda results: f"{results['models']} models.",
        "tables": lambda results: ["## Cups", str(results["pair"])],
        "differences": ("The tea is green.",),
    }
    return Experiment(**{**declared, **changed})


def test_an_experiment_leaves_its_results_and_its_page(tmp_path):
    page = run(experiment(), output=tmp_path)
    assert json.loads((tmp_path / "results.json").read_text()) == {
        "experiment": "tea",
        "source": "Somebody 1900",
        "settings": {"cups": [5, 6], "seed": 0},
        "models": [5, 6],
        "pair": [1, 2],
        "claims": [{"statement": "Tea.", "found": "so it is.", "verdict": "confirmed"}],
    }
    assert page == (tmp_path / "report.md").read_text()
    assert page.endswith("## What differs from the paper\n\n- The tea is green.\n")


def test_the_page_can_be_made_from_the_results_alone(tmp_path):
    page = run(experiment(), output=tmp_path)
    assert report(experiment(), json.loads((tmp_path / "results.json").read_text())) == page


def test_a_later_run_finds_what_was_kept(tmp_path):
    run(experiment(), output=tmp_path)
    run(experiment(), output=tmp_path, settings=Settings(cups=(7,)))  # its recipe says nothing of cups
    assert json.loads((tmp_path / "results.json").read_text())["models"] == [5, 6]


def test_results_and_page_are_kept_though_a_figure_fails(tmp_path):
    def broken(results):
        raise InputError(f"no picture of {results['models']}")

    figures = {
        "one.png": lambda results: heatmap(np.eye(2), ["a", "b"]),
        "none.png": lambda results: None,
        "two.png": broken,
    }
    with pytest.raises(InputError, match=r"no picture of \[5, 6\]"):
        run(experiment(figures=figures), output=tmp_path)
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    assert {path.name for path in tmp_path.iterdir()} == {"cache", "one.png", "report.md", "results.json"}


def test_figures_of_more_than_the_results_are_drawn_too(tmp_path):
    def measure(context):
        return Found({"models": 5, "pair": 2}, None, {"eye.png": lambda: heatmap(np.eye(2), ["a", "b"])})

    page = run(experiment(measure=measure), output=tmp_path)
    assert (tmp_path / "eye.png").read_bytes().startswith(b"\x89PNG")
    assert "## Claims" not in page
    assert "claims" not in json.loads((tmp_path / "results.json").read_text())


def test_numbers_that_json_has_not_are_refused(tmp_path):
    with pytest.raises(ValueError, match="JSON"):
        run(experiment(measure=lambda context: Found({"models": np.nan, "pair": 2})), output=tmp_path)


def test_the_machine_can_stand_beside_the_settings(tmp_path):
    run(experiment(conditions=lambda context: {"conditions": {"cores": 2}}), output=tmp_path)
    found = json.loads((tmp_path / "results.json").read_text())
    assert found["conditions"] == {"cores": 2}
    assert "settings" not in found


def test_the_command_hands_all_that_it_is_given_to_the_experiment(tmp_path, monkeypatch):
    given = {}

    def reproduce(name, **how):
        given.update(how, name=name)
        return "# Tea\n"

    monkeypatch.setattr(firth_papers, "reproduce", reproduce)
    options = ["--quick", "--seed", "3", "--threads", "1", "--data", "d", "-o", str(tmp_path), "--quiet"]
    shown = CliRunner().invoke(app, ["reproduce", "ner", "a.txt", "b.txt", *options])
    assert (shown.exit_code, shown.stdout) == (0, "# Tea\n")
    del given["progress"]
    assert {name: str(value) for name, value in given.items() if name != "files"} == {
        "name": "ner", "data": "d", "output": str(tmp_path), "quick": "True", "seed": "3", "threads": "1",
    }  # fmt: skip
    assert [str(file) for file in given["files"]] == ["a.txt", "b.txt"]
