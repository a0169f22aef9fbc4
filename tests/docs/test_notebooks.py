"""The notebooks of the docs run, and print what they show."""

from __future__ import annotations

import json

import pytest

from blocks import ROOT
from notebooks import NOTEBOOKS, markdown_of, run

SAME_EVERYWHERE = {"survey"}
"""Those that read no documentation of libraries, which differs between machines."""


def printed(notebook) -> list[str]:
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    return ["".join(output["text"]) for output in outputs if output["output_type"] == "stream"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs_and_prints_what_it_shows(path):
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    found = run(path)
    if path.stem in SAME_EVERYWHERE:
        assert printed(found) == printed(json.loads(path.read_text()))


def test_there_are_notebooks_for_words_tables_and_documents():
    assert {path.stem for path in NOTEBOOKS} == {"corpus", "survey", "documents"}


def test_notebooks_are_small_and_name_no_folder_of_a_machine():
    for path in NOTEBOOKS:
        assert path.stat().st_size < 150_000
        assert str(ROOT) not in path.read_text()


def notebook(*cells: dict) -> str:
    return json.dumps({"cells": list(cells)})


def test_text_and_code_of_a_notebook_are_those_of_its_page():
    stream = {"output_type": "stream", "text": ["1\n", "2\n"]}
    cells = (
        {"cell_type": "markdown", "source": ["# Title\n", "words"]},
        {"cell_type": "code", "source": ["for i in (1, 2):\n", "    print(i)"], "outputs": [stream]},
    )
    page, pictures = markdown_of(notebook(*cells), "x")
    code = "```python\nfor i in (1, 2):\n    print(i)\n```"
    assert page == f"# Title\nwords\n\n{code}\n\n```{{ .text .printed }}\n1\n2\n```\n"
    assert pictures == {}


def test_pictures_of_a_notebook_are_files_of_the_site():
    shown = {"output_type": "execute_result", "data": {"image/png": "cG5n", "text/plain": "<Figure>"}}
    page, pictures = markdown_of(notebook({"cell_type": "code", "source": "f", "outputs": [shown]}), "x")
    assert pictures == {"x-1.png": b"png"}
    assert "(x-1.png)" in page
    assert "<Figure>" not in page
