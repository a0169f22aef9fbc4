"""Every example runs: docstrings, and the Python and firth commands in README and docs."""

from __future__ import annotations

import doctest
import gzip
import pkgutil
import re
import shlex
import shutil
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import firth
import firth_papers

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = [
    name
    for package in (firth, firth_papers)
    for name in (
        package.__name__,
        *(module.name for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")),
    )
    if "__main__" not in name
]


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples(name, monkeypatch):
    from firth.recipes import registry

    monkeypatch.setattr(registry, "_RECIPES", dict(registry._RECIPES))  # examples may register their own
    monkeypatch.setattr(registry, "RECIPES", registry._RECIPES)
    assert doctest.testmod(import_module(name)).failed == 0


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture
def folder_with_text(tmp_path, monkeypatch):
    """A folder with the files that the examples speak of, and firth's data folder if there is none."""
    rng = np.random.default_rng(0)
    words = [
        "tea",
        "coffee",
        "king",
        "queen",
        "man",
        "woman",
        "france",
        "paris",
        "italy",
        *map("w{}".format, range(700)),
    ]
    lines = [" ".join(rng.choice(words, 40)) for _ in range(400)]
    (tmp_path / "corpus.txt.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "one.txt").write_text("\n".join(lines))
    counts = firth.count(firth.encode(tmp_path / "corpus.txt.gz"))
    firth.embed(counts, dim=10).save(tmp_path / "vectors.safetensors")
    (tmp_path / "my-pairs.txt").write_text("tea coffee 8\nking queen 7\ntea king 1\n")
    _write_reviews(tmp_path, [line[:90] for line in lines[:30]])
    for table in (ROOT / "docs" / "pictures").glob("*.csv"):
        shutil.copy(table, tmp_path)
    monkeypatch.setattr("firth.evaluate.documents.learners.TREES", 5)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _write_reviews(folder: Path, texts: list[str]) -> None:
    """As a table, as lines, and as a folder for each class."""
    stars = [1 + place % 2 for place in range(len(texts))]
    rows = [f"{text},{star}" for text, star in zip(texts, stars, strict=True)]
    (folder / "reviews.csv").write_text("\n".join(["review,stars", *rows]))
    (folder / "reviews.txt").write_text("\n".join(texts))
    (folder / "stars.txt").write_text("\n".join(map(str, stars)))
    for place, (text, star) in enumerate(zip(texts, stars, strict=True)):
        own = folder / "folder" / str(star)
        own.mkdir(parents=True, exist_ok=True)
        (own / f"{place}.txt").write_text(text)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
@pytest.mark.usefixtures("folder_with_text")
def test_the_examples_of_a_page(page):
    from firth.cli.app import app

    if re.search(r"^firth .*-o vectors.safetensors", page.read_text(), re.MULTILINE):
        Path("vectors.safetensors").unlink()  # the page makes its own
    for block in blocks(page, "sh"):
        for line in block.splitlines():
            command = line.split("#")[0].strip()
            if command.startswith("firth ") and not command.startswith("firth demo"):
                result = CliRunner().invoke(app, shlex.split(command)[1:])
                assert result.exit_code == 0, f"{command}\n{result.output}"
    namespace: dict[str, object] = {}
    for block in blocks(page, "python"):
        exec(compile(block, page.name, "exec"), namespace)


PRINTED = {
    "docs/tables.md": "firth ca --demo",
    "docs/records.md": "firth ca survey.csv --mca --quali sex --quali home --quanti age --missing passive",
}


@pytest.mark.parametrize(("page", "command"), PRINTED.items(), ids=PRINTED)
@pytest.mark.usefixtures("folder_with_text")
def test_what_a_page_says_that_a_command_prints_is_what_it_prints(page, command):
    from firth.cli.app import app

    assert any(line.startswith(command) for block in blocks(ROOT / page, "sh") for line in block.splitlines())
    printed = CliRunner().invoke(app, shlex.split(command)[1:]).output
    for block in blocks(ROOT / page, "text"):
        assert block.rstrip() in printed


@pytest.mark.usefixtures("folder_with_text")
def test_the_reason_on_the_page_about_interpretation_is_the_reason_given():
    namespace: dict[str, object] = {}
    page = ROOT / "docs" / "interpretation.md"
    for block in blocks(page, "python")[:2]:
        exec(compile(block, page.name, "exec"), namespace)
    (shown,) = blocks(page, "text")
    assert " ".join(shown.split()) == str(namespace["advice"])


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "pycon")], ids=name_of)
def test_the_sessions_of_a_page_print_what_it_says(page):
    session = "\n".join(blocks(page, "pycon"))
    shown = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(shown).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_name_in_code_font_on_a_page_exists(page):
    for name in re.findall(r"`(firth(?:_papers)?(?:\.\w+)+)", page.read_text()):
        pkgutil.resolve_name(name)


CITED = re.compile(r"(?<=[\[;,])\s?([A-Z][A-Za-z]+(?:19|20)\d\d[a-z]?|Ling5801Notes)(?=[\],;)])")


def test_every_source_that_is_cited_by_a_key_has_an_entry():
    files = [*PAGES, ROOT / "CHANGELOG.md", *(ROOT / "src").rglob("*.py")]
    cited = {key for file in files for key in CITED.findall(file.read_text())}
    entries = set(re.findall(r"^### (\S+)", (ROOT / "docs" / "references.md").read_text(), re.MULTILINE))
    assert cited >= {"NiitsumaLee2018", "HajiSoleimani2019"}
    assert cited - entries == set()
