"""embed takes what people have: files, texts in memory, a corpus or counts, with every option by its name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from typer.testing import CliRunner

import firth
from firth.cli.app import app
from firth.errors import InputError, UnknownArgumentError
from firth.recipes import RECIPES
from firth.recipes.embed import embed
from firth.recipes.source import OF_COUNTING, OF_FILES, OF_TEXTS

TEXTS = ["Tea or coffee.", "Coffee or tea", "tea and milk", "milk and cup and tea"] * 5
CHOICES = {"recipe": "sppmi", "dim": 2, "shift": 2.0, "window": 2, "weights": "flat", "min_count": 2}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "drinks.txt"
    path.write_text("\n".join(TEXTS))
    return path


def command_line(*arguments):
    result = CliRunner().invoke(app, [*map(str, arguments), "--quiet"])
    assert result.exit_code == 0, result.output


def test_a_file_gives_the_bytes_that_the_command_line_gives(file, tmp_path):
    command_line(
        "embed", file, "-o", tmp_path / "told.safetensors", "--recipe", "sppmi", "--dim", 2,
        "--option", "shift=2.0", "--window", 2, "--weights", "flat", "--min-count", 2,
    )  # fmt: skip
    firth.save(embed(file, **CHOICES), tmp_path / "called.safetensors")
    assert (tmp_path / "called.safetensors").read_bytes() == (tmp_path / "told.safetensors").read_bytes()


def test_what_a_recipe_asks_of_counting_is_done_as_on_the_command_line(file, tmp_path):
    command_line(
        "embed", file, "-o", tmp_path / "told.safetensors", "--recipe", "flat", "--dim", 2, "--min-count", 2
    )
    found = embed(file, recipe="flat", dim=2, min_count=2)
    assert found.recipe["counting"]["window"] == 24
    assert found.vectors.tobytes() == firth.load_embedding(tmp_path / "told.safetensors").vectors.tobytes()
    assert embed(file, recipe="flat", dim=2, min_count=2, window=3).recipe["counting"]["window"] == 3


FORMS = {
    "path": lambda file: file,
    "string": str,
    "pattern": lambda file: str(file.parent / "*.txt"),
    "folder": lambda file: file.parent,
    "list of paths": lambda file: [file],
    "list": lambda _: TEXTS,
    "generator": lambda _: iter(TEXTS),
    "array": lambda _: np.array(TEXTS),
    "pandas": lambda _: pd.Series(TEXTS),
    "polars": lambda _: pl.Series(TEXTS),
    "tokens": lambda _: [text.lower().replace(".", "").split() for text in TEXTS],
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_form_of_a_text_gives_the_same_vectors(form, file):
    expected = embed(file, **CHOICES)
    found = embed(form(file), **CHOICES)
    assert found.vectors.tobytes() == expected.vectors.tobytes()
    assert found.vocabulary == expected.vocabulary
    assert found.recipe["counting"] == expected.recipe["counting"]
    assert found.recipe["association"] == expected.recipe["association"]


def test_a_corpus_and_counts_are_taken_where_they_stand(file):
    expected = embed(file, **CHOICES).vectors.tobytes()
    corpus = firth.encode(file, min_count=2)
    choices = {name: CHOICES[name] for name in ("recipe", "dim", "shift")}
    assert embed(corpus, window=2, weights="flat", **choices).vectors.tobytes() == expected
    counts = firth.count(corpus, window=2, weights="flat")
    assert embed(counts, **choices).vectors.tobytes() == expected
    assert embed(counts, recipe="sppmi", dim=2, options={"shift": 2.0}).vectors.tobytes() == expected


def test_missing_texts_can_be_left_out():
    assert (
        embed([None, *TEXTS], missing="skip", **CHOICES).vectors.tobytes()
        == embed(TEXTS, **CHOICES).vectors.tobytes()
    )


COUNTS = firth.count(firth.encode_texts(TEXTS, min_count=2))
CORPUS = firth.encode_texts(TEXTS, min_count=2)
UNKNOWN = UnknownArgumentError


@pytest.mark.parametrize(
    ("source", "options", "error", "says"),
    [
        (COUNTS, {"window": 5}, InputError, "window is 5, but counts are given, which were counted already"),
        (COUNTS, {"min_count": 5}, InputError, "min_count is 5, but counts are given"),
        (CORPUS, {"case": "keep"}, InputError, "case is 'keep', but a corpus is given, which was read"),
        (TEXTS, {"column": "body"}, InputError, "column is 'body', but it is for files, and texts are given"),
        (Path("a.txt"), {"missing": "skip"}, InputError, "missing is 'skip', but it is for texts in memory"),
        ("the cat sat on the mat", {}, InputError, r"there is no file .*; a text is given in a list: firth"),
        ("the cat " * 1000, {}, InputError, r"there is no file 'the cat.{0,60}; a text is given in a list"),
        ("x" * 5000, {}, InputError, r"there is no file 'x{0,100}"),
        ("nowhere.txt", {}, InputError, "there is no file 'nowhere.txt'; check the spelling"),
        ("c.safetensors", {}, InputError, r"firth.load_counts\('c.safetensors'\)\) embeds counts"),
        (np.eye(3), {}, InputError, "a ndarray of numbers is no text; firth.counts_from_table takes a table"),
        (sparse.eye_array(3), {}, InputError, "of numbers is no text; firth.counts_from_table takes a table"),
        (None, {}, InputError, "a NoneType was given where texts are expected"),
        (TEXTS, {"vector_size": 5}, UNKNOWN, "embed has no argument 'vector_size'; here it is called 'dim'."),
        (TEXTS, {"workers": 5}, UNKNOWN, "here it is called 'threads'."),
        (TEXTS, {"window_size": 5}, UNKNOWN, "here it is called 'window'."),
        (TEXTS, {"mincount": 5}, UNKNOWN, "'min_count'"),
        (TEXTS, {"shfit": 5, "recipe": "sppmi"}, UNKNOWN, "did you mean 'shift'?"),
        (TEXTS, {"recipe": "ppmi", "beta": 0.5}, InputError, "'ppmi' has no option 'beta'"),
        (TEXTS, {"zzz": 5}, UNKNOWN, r"no argument 'zzz'; help\(firth\.embed\) says what it takes"),
    ],
)  # fmt: skip
def test_what_cannot_be_embedded_is_refused_in_a_sentence(source, options, error, says):
    with pytest.raises(error, match=says):
        embed(source, **options)


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=list(RECIPES))
def test_no_option_of_a_recipe_has_the_name_of_another_argument(recipe):
    assert not set(recipe.all_options) & {*OF_FILES, *OF_TEXTS, *OF_COUNTING}
