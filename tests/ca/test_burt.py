"""The Burt table is counted alike as an array and as a sparse product."""

from __future__ import annotations

import numpy as np
import pytest

from firth.ca.burt import DENSE_CATEGORIES, burt_of
from firth.core import Vocabulary
from firth.counting.records import indicator

RNG = np.random.default_rng(0)
ANSWERS = {name: RNG.integers(0, 3 + j, 60) for j, name in enumerate("abc")}


def burt(table, weights):
    q = len(ANSWERS)
    z = table.matrix.astype(float)
    owners = np.repeat(np.arange(q), [len(set(column.tolist())) for column in ANSWERS.values()])
    sums = z.T @ (np.ones(60) if weights is None else weights)
    return burt_of(z, weights, Vocabulary(table.columns.tokens, sums), owners, threads=1)


@pytest.mark.parametrize("weights", [None, RNG.random(60) + 0.5], ids=["counted", "weighted"])
@pytest.mark.parametrize("limit", [0, DENSE_CATEGORIES], ids=["sparse", "array"])
def test_the_residuals_are_those_of_the_dense_product(monkeypatch, weights, limit):
    monkeypatch.setattr("firth.ca.burt.DENSE_CATEGORIES", limit)
    table = indicator(ANSWERS)
    found = burt(table, weights)
    z = table.matrix.toarray().astype(float)
    product = z.T @ (z if weights is None else weights[:, None] * z)
    p = product / product.sum()
    c = p.sum(axis=1)
    expected = (p - np.outer(c, c)) / np.sqrt(np.outer(c, c))
    assert np.allclose(found.residuals.to_dense(), expected, rtol=0, atol=1e-14)
