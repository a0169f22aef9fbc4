"""Sparse + low rank: parts that fit, and no dense copy by accident."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from firth.core import SparseLowRank
from firth.errors import InputError, MemoryBudgetError


def test_parts_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match="does not go with"):
        SparseLowRank(sparse.csr_array((2, 2)), np.zeros((2, 1)), np.zeros((2, 2)))


def test_dense_copies_above_the_limit_are_refused():
    operator = SparseLowRank.from_sparse(sparse.csr_array((100, 100)))
    with pytest.raises(MemoryBudgetError, match="10,000 entries, more than the limit of 9,999"):
        operator.to_dense(limit=9_999)
