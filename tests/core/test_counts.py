"""A table of counts keeps its names, and adds up cells given twice."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from firth.core import Counts, Vocabulary
from firth.errors import InputError


def test_empty_rows_and_columns_are_dropped_with_their_names():
    matrix = sparse.csr_array(np.array([[0, 2, 0], [0, 0, 0], [1, 0, 0]]))
    rows = Vocabulary(("x", "y", "z"), np.array([2, 0, 1]))
    columns = Vocabulary(("a", "b", "c"), np.array([1, 2, 0]))
    kept = Counts(matrix, rows, columns).without_empty()
    assert (kept.rows.tokens, kept.columns.tokens) == (("x", "z"), ("a", "b"))
    assert kept.matrix.toarray().tolist() == [[0, 2], [1, 0]]
    assert kept.total == 3


def test_cells_given_twice_are_added_up_and_the_table_given_stays_as_it_was():
    names = Vocabulary(("x", "y"), np.array([3, 3]))
    given = sparse.csr_array((np.array([1, 2, 3]), np.array([1, 0, 1]), np.array([0, 3, 3])), shape=(2, 2))
    counts = Counts(given, names, names)
    assert counts.matrix.toarray().tolist() == [[2, 4], [0, 0]]
    assert counts.matrix.indices.tolist() == [0, 1]
    assert given.nnz == 3


def test_names_that_do_not_fit_are_refused():
    names = Vocabulary(("x",), np.array([1]))
    with pytest.raises(InputError, match="was given 1 row names"):
        Counts(sparse.csr_array((2, 1)), names, names)
