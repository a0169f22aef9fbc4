"""Categorical records → the indicator table of multiple correspondence analysis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from firth.core import Counts, Recipe, Vocabulary
from firth.core.compressed import compressed_rows
from firth.core.vocabulary import Numbers
from firth.counting.tables import codes_of, frame_columns
from firth.errors import InputError


def indicator(records: Any, *, variables: Sequence[str] | None = None) -> Counts:
    """Z: a row for each record, a column for each category, 1 where the record has it.

    records: a frame, or a mapping of columns, of categories (text or numbers). variables: which columns; all
    if not given. Columns are named "variable:category", in the order of first appearance.

    >>> import polars as pl
    >>> indicator(pl.DataFrame({"sex": ["f", "m"], "smokes": ["no", "no"]})).columns.tokens
    ('sex:f', 'sex:m', 'smokes:no')
    """
    columns = frame_columns(records)
    chosen = list(columns) if variables is None else list(variables)
    for name in chosen:
        if name not in columns:
            raise InputError(f"the records have no column {name!r}; they have {', '.join(columns)}.")
    if not chosen:
        raise InputError("the records have no columns; give at least two categorical variables.")
    coded = [codes_of(columns[name], name) for name in chosen]
    names = tuple(
        f"{name}:{category}" for name, (_, found) in zip(chosen, coded, strict=True) for category in found
    )
    width = [len(found) for _, found in coded]
    starts = np.concatenate([[0], np.cumsum(width)[:-1]])
    indices = np.stack([codes for codes, _ in coded], axis=1) + starts
    rows = len(indices)
    if rows == 0:
        raise InputError("there are no records; give at least two.")
    matrix = compressed_rows(
        np.arange(0, rows * len(chosen) + 1, len(chosen)),
        indices.ravel().astype(np.int32),
        np.ones(rows * len(chosen), np.int8),
        (rows, len(names)),
    )
    how = Recipe().then("records", variables=chosen)
    sums = np.bincount(matrix.indices, minlength=len(names))
    return Counts(matrix, Vocabulary(Numbers(rows), np.full(rows, len(chosen))), Vocabulary(names, sums), how)
