"""Text of tables that spreadsheets open: what they would take for a formula is kept text by an apostrophe."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

_FORMULA = r"^[=+\-@\t\r]"
_NUMBER = r"^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?%?$"


def as_text_cell(text: str) -> str:
    """The text, behind an apostrophe if a spreadsheet would take it for a formula.

    Numbers are no formulas.

    >>> [as_text_cell(text) for text in ("=1+1", "@name", "-ing", "-3.5", "tea")]
    ["'=1+1", "'@name", "'-ing", '-3.5', 'tea']
    """
    return f"'{text}" if re.match(_FORMULA, text) and not re.match(_NUMBER, text) else text


def with_text_cells(frame: pl.DataFrame) -> pl.DataFrame:
    """A frame whose text, and names of columns, no spreadsheet takes for formulas."""
    import polars as pl

    def guarded(column: pl.Expr) -> pl.Expr:
        formula = column.str.contains(_FORMULA) & ~column.str.contains(_NUMBER)
        return pl.when(formula).then("'" + column).otherwise(column)

    kinds = (pl.String, pl.Categorical, pl.Enum)
    text = [name for name, kind in frame.schema.items() if isinstance(kind, kinds)]
    cells = frame.with_columns(guarded(pl.col(name).cast(pl.String)).alias(name) for name in text)
    return cells.rename({name: as_text_cell(name) for name in frame.columns if as_text_cell(name) != name})
