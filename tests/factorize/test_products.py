"""Products with sparse + low-rank operators against the dense ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from firth.core import SparseLowRank
from firth.factorize import multiply


@settings(max_examples=30)
@given(
    m=st.integers(1, 40),
    p=st.integers(1, 40),
    k=st.integers(1, 9),
    rank=st.integers(0, 3),
    seed=st.integers(0, 99),
)
def test_products_equal_the_dense_ones_and_their_adjoints(m, p, k, rank, seed):
    rng = np.random.default_rng(seed)
    matrix = sparse.random_array((m, p), density=0.3, rng=rng).tocsr()
    operator = SparseLowRank(matrix, rng.standard_normal((m, rank)), rng.standard_normal((p, rank)))
    x, y = rng.standard_normal((p, k)), rng.standard_normal((m, k))
    assert np.allclose(multiply(operator, x), operator.to_dense() @ x)
    assert np.allclose(operator @ x, operator.to_dense() @ x)
    assert np.sum(multiply(operator, x) * y) == pytest.approx(np.sum(x * multiply(operator.T, y)), abs=1e-9)
    assert operator.squared_norm() == pytest.approx(np.sum(operator.to_dense() ** 2), abs=1e-9)
