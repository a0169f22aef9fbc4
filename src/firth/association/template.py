"""The spectral template: a transform of counts and marginals, then a scale."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import DTypeLike

from firth.association.transforms import Transform, as_transform
from firth.core import Association, Counts, Margins, SparseLowRank
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.sparse import CellFunction, PerCell, map_cells

Scale = Literal["none", "reg", "pmi", "cca"]


def template(
    counts: Counts,
    *,
    transform: Transform = "none",
    scale: Scale = "none",
    alpha: float = 1.0,
    shift: float = 1.0,
    threshold: float = 0.0,
    dtype: DTypeLike = np.float32,
    threads: int | None = None,
) -> Association:
    """S[w,c] from t(#(w,c)), t(#(w)) and t(#(c)), on observed cells.      [Stratos2015]

    none  t(#(w,c))
    reg   t(#(w,c)) / t(#(w))
    pmi   log t(#(w,c))·N(α) / (t(#(w))·t(#(c))^α) − log k where the first term exceeds the threshold, else 0
    cca   t(#(w,c)) / √(t(#(w))·t(#(c))^α) · √(N(α)/N(1)),   N(α) = Σ_c t(#(c))^α

    alpha: context smoothing; 0.75 is usual with pmi [Levy2015]. shift: k, the number of negative samples it
    stands for; what falls below zero by it is dropped. threshold: in bits; 0 gives positive PMI, −2.5 is that
    of [HajiSoleimani2019]. See docs/mathematics/word-vectors.md.
    """
    if scale not in get_args(Scale):
        raise InputError(f"scale is {scale!r}; choose one of {', '.join(get_args(Scale))}.")
    for name, value in (("alpha", alpha), ("shift", shift), ("threshold", threshold)):
        if not isinstance(value, int | float) or not np.isfinite(value):
            raise InputError(f"{name} is {value!r}; it must be a number.")
    if shift < 1:
        raise InputError(f"shift is {shift}; it counts negative samples, 1 or more.")
    operator = template_operator(
        counts.matrix,
        counts.margins,
        transform=transform,
        scale=scale,
        alpha=alpha,
        shift=shift,
        threshold=threshold,
        dtype=dtype,
        symmetric=counts.symmetric,
        threads=threads,
    )
    row_sums, column_sums = counts.row_sums, counts.column_sums
    return Association(
        operator,
        row_sums / row_sums.sum(),
        column_sums / column_sums.sum(),
        counts.rows,
        counts.columns,
    )


def template_operator(
    matrix: Sparse,
    margins: Margins,
    *,
    transform: Transform = "none",
    scale: Scale = "none",
    alpha: float = 1.0,
    shift: float = 1.0,
    threshold: float = 0.0,
    dtype: DTypeLike = np.float32,
    symmetric: bool = False,
    threads: int | None = None,
) -> SparseLowRank:
    """The matrix of `template` for a table, or for some of its rows.

    margins: sums of the rows that are given, and of the columns of the whole table. symmetric: whether the
    whole table is.
    """
    apply = as_transform(transform)
    rows, columns = apply(margins.rows), apply(margins.columns)
    cell = _cell_function(scale, rows, columns, columns**alpha, shift, threshold)
    made = map_cells(matrix, lambda n, row, column: cell(apply(n), row, column), dtype=dtype, threads=threads)
    stays = scale != "reg" and (alpha == 1.0 or scale == "none")
    return SparseLowRank.from_sparse(made, symmetric=symmetric and stays)


def smoothed_ppmi(
    counts: Counts, *, alpha: float = 0.75, dtype: DTypeLike = np.float32, threads: int | None = None
) -> Association:
    """Positive PMI with contexts to the power alpha      [HajiSoleimani2019, eq. 3.3–3.5]"""
    return template(counts, scale="pmi", alpha=alpha, dtype=dtype, threads=threads)


def _cell_function(
    scale: Scale, rows: Array, columns: Array, smoothed: Array, shift: float, threshold: float
) -> CellFunction:
    total = smoothed.sum()
    if scale == "none":
        return lambda n, row, column: n
    if scale == "reg":
        return lambda n, row, column: n / row(rows)
    if scale == "cca":
        row_factor = _inverse(np.sqrt(rows)) * np.sqrt(total / columns.sum())
        column_factor = _inverse(np.sqrt(smoothed))
        return lambda n, row, column: n * row(row_factor) * column(column_factor)
    log_rows, log_columns = -np.log(_inverse(rows)), np.log(total) + np.log(_inverse(smoothed))
    floor = threshold * np.log(2.0)

    def pmi(n: Array, row: PerCell, column: PerCell) -> Array:
        values = np.log(n)
        values -= row(log_rows)
        values += column(log_columns)
        kept = values > floor
        if shift > 1:
            values -= np.log(shift)
            kept &= values > min(floor, 0.0)
        return np.where(kept, values, 0.0)

    return pmi


def _inverse(marginal: Array) -> Array:
    """1/x, and 1 where x is 0: such rows have no cells."""
    return 1.0 / np.where(marginal > 0, marginal, 1.0)
