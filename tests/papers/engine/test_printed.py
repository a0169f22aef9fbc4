"""The printed numbers are data files, one for each experiment that has some."""

from __future__ import annotations

from pathlib import Path

import pytest

import firth_papers
from firth_papers import EXPERIMENTS
from firth_papers.engine.printed import printed

FILES = sorted(path.stem for path in (Path(firth_papers.__file__).parent / "printed").glob("*.toml"))


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_of_an_experiment_and_can_be_read(name):
    assert name.replace("_", "-") in EXPERIMENTS
    assert printed(name)
