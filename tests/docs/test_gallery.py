"""The gallery shows every kind of picture with its code, and the pictures of the docs stay small."""

from __future__ import annotations

import re

import pytest

import firth
from blocks import ROOT, blocks

PICTURES = ROOT / "docs" / "pictures"
GALLERY = ROOT / "docs" / "gallery.md"
TEXT = GALLERY.read_text()
SHOWN = re.findall(r"\]\(pictures/([\w-]+)\.png\)", TEXT)
CODE = "\n".join(block.code for block in blocks(GALLERY))

NO_PICTURES = {
    "ANIMALS_AND_FOODS",
    "Supplementary",
    "WordCosines",
    "WordGroups",
    "broken_stick",
    "picture_bytes",
    "word_cosines",
}
DRAWN_BY_COMMANDS = {
    "word_scatter": "firth plot scatter",
    "cosine_matrix": "firth plot cosine",
    "word_heatmap": "firth plot heatmap",
    "score_plot": "firth compare",
}
DRAWN_TOGETHER = {"scree": "scree", "cluster_map": "clusters", "dendrogram": "dendrogram"}
"""Pictures of `interpretation_figures`, by their names there."""


@pytest.mark.parametrize("name", sorted(set(firth.plots.__all__) - NO_PICTURES))
def test_every_kind_of_picture_has_its_code(name):
    if name in DRAWN_TOGETHER:
        assert f'drawn["{DRAWN_TOGETHER[name]}"]' in CODE
    else:
        assert f"{DRAWN_BY_COMMANDS.get(name, name + '(')}" in CODE


def test_every_picture_is_saved_by_the_code_below_it():
    parts = re.split(r"^###? ", TEXT, flags=re.MULTILINE)
    for name in SHOWN:
        part = next(part for part in parts if f"pictures/{name}.png" in part)
        assert f"{name}.png" in part.replace(f"pictures/{name}.png", "") or f"{name}.html" in part


def test_every_picture_of_the_docs_is_drawn_by_the_gallery():
    assert {path.stem for path in PICTURES.glob("*.png")} == set(SHOWN)


def test_pictures_are_small():
    assert sum(path.stat().st_size for path in PICTURES.glob("*.png")) < 1_500_000


def test_every_picture_says_what_it_shows_to_those_who_cannot_see_it():
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for text in re.findall(r"!\[([^]]*)\]\(", page.read_text()):
            assert len(text.split()) >= 6, f"{page.name}: {text!r}"
