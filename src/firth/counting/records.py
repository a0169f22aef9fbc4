"""Categorical records → the indicator table of multiple correspondence analysis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from firth.core import Counts, Recipe, Vocabulary
from firth.core.categories import coded_columns
from firth.core.vocabulary import Numbers
from firth.runtime.cells import compressed_rows


def indicator(records: Any, *, variables: Sequence[str] | None = None) -> Counts:
    """Z: a row for each record, a column for each category, 1 where the record has it.

    records: a frame, or a mapping of columns, of categories (text or numbers). variables: which columns; all
    if not given. Columns are named "variable:category", in the order of first appearance.

    >>> import polars as pl
    >>> indicator(pl.DataFrame({"sex": ["f", "m"], "smokes": ["no", "no"]})).columns.tokens
    ('sex:f', 'sex:m', 'smokes:no')
    """
    coded = coded_columns(records, variables)
    names = tuple(f"{variable}:{name}" for variable, column in coded.items() for name in column.names)
    indices = np.stack([column.codes for column in coded.values()], axis=1)
    indices += np.cumsum([0, *(len(column.names) for column in coded.values())], dtype=np.int32)[:-1]
    rows, q = indices.shape
    matrix = compressed_rows(
        np.arange(0, rows * q + 1, q),
        indices.ravel(),
        np.ones(rows * q, np.int8),
        (rows, len(names)),
    )
    how = Recipe().then("records", variables=list(coded))
    sums = np.bincount(matrix.indices, minlength=len(names))
    return Counts(matrix, Vocabulary(Numbers(rows), np.full(rows, q)), Vocabulary(names, sums), how)
