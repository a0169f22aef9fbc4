"""Forms of vectors, and ways to make them."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest

from firth.datasets import read
from firth.errors import InputError
from firth.recipes import embed
from firth.runtime.run import Run
from firth_papers.engine.models import Form, learned, spectral
from firth_papers.engine.text import text_of_file

COUNTING = {"window": 2, "weights": "flat"}


@pytest.fixture
def counts(word_data, tmp_path):
    return text_of_file(read("wiki100m", word_data), tmp_path, Run()).counts(**COUNTING)


def test_forms_are_what_embed_makes_with_that_exponent(counts):
    plain = embed(counts, recipe="ppmi", dim=4, exponent=0.0)
    root = embed(counts, recipe="ppmi", dim=4, exponent=0.5)
    assert np.allclose(Form(exponent=0.5).of(plain).vectors, root.vectors, atol=1e-6)
    cut = Form(2, 0.5).of(plain)
    assert np.allclose(cut.vectors, root.vectors[:, :2], atol=1e-6)
    assert len(cut.spectrum) == 2


def test_axes_with_negative_eigenvalues_weigh_nothing(counts):
    found = embed(counts, recipe="ppmi", dim=3, exponent=0.0)
    turned = replace(found, spectrum=np.array([4.0, 1.0, -1.0]))
    assert np.allclose(Form(exponent=0.5).of(turned).vectors, found.vectors * [2, 1, 0])


def test_recipes_that_descend_keep_the_weights_they_found(counts):
    model = spectral("glove", "glove", counting=COUNTING, dim=4, run=Run(), options={"x_max": 20.0})
    expected = embed(counts, recipe="glove", dim=4, options={"x_max": 20.0}).vectors
    assert np.array_equal(model.make(counts).vectors, expected)


def test_an_unknown_recipe_cannot_be_run():
    model = spectral("x", "no-such", counting=COUNTING, dim=2, run=Run())
    assert model.missing == "there is no recipe 'no-such'."


def test_without_gensim_nothing_is_learned_from_the_text(monkeypatch):
    monkeypatch.setitem(sys.modules, "gensim", None)
    with pytest.raises(InputError, match="gensim is not installed"):
        learned("y", "sgns", run=Run()).make(None)
