import numpy as np
import pytest

from firth.senses import describe
from senses.conftest import MONEY, WATER


def test_typical_contexts_and_neighbours_of_a_sense_are_of_one_world(model):
    for sense in describe(model, "bank", 5):
        contexts = {word for word, _ in sense.contexts}
        assert contexts <= set(MONEY) or contexts <= set(WATER)
        assert "bank" not in {near.word for near in sense.neighbors}
        nearest = {near.word for near in sense.neighbors[:3]}
        assert nearest <= (set(MONEY) if contexts <= set(MONEY) else set(WATER))


def test_neighbours_have_the_cosines_of_dense_rows(model):
    rows = model.association.toarray().astype(float)
    senses = model["bank"]
    vector = np.zeros(len(model.vocabulary))
    vector[senses.contexts] = senses.parts[:, 0]
    for near in describe(model, "bank", 4)[0].neighbors:
        row = rows[model.vocabulary.index[near.word]]
        expected = row @ vector / np.linalg.norm(row) / np.linalg.norm(vector)
        assert near.similarity == pytest.approx(expected, rel=1e-5)


def test_shares_are_those_of_the_model(model):
    assert [sense.share for sense in describe(model, "bank")] == model["bank"].shares.tolist()
