"""Every example of a docstring runs, and what pages name and cite exists."""

from __future__ import annotations

import doctest
import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest

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


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_name_in_code_font_on_a_page_exists(page):
    for name in re.findall(r"`(firth(?:_papers)?(?:\.\w+)+)", page.read_text()):
        if name != "firth.toml":  # a file
            pkgutil.resolve_name(name)


CITED = re.compile(r"(?<=[\[;,])\s?([A-Z][A-Za-z]+(?:19|20)\d\d[a-z]?|Ling5801Notes)(?=[\],;)])")


def test_every_source_that_is_cited_by_a_key_has_an_entry():
    files = [*PAGES, ROOT / "CHANGELOG.md", *(ROOT / "src").rglob("*.py")]
    cited = {key for file in files for key in CITED.findall(file.read_text())}
    entries = set(re.findall(r"^### (\S+)", (ROOT / "docs" / "references.md").read_text(), re.MULTILINE))
    assert cited >= {"NiitsumaLee2018", "HajiSoleimani2019"}
    assert cited - entries == set()
