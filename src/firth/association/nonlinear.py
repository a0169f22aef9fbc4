"""Non-linear correspondence analysis as a matrix: a function of quotients, scaled by masses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import DTypeLike

from firth.association.quotient import refuse_empty
from firth.core import Association, Counts, SparseLowRank
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.sparse import Spread, map_cells, sums_of_cells

QuotientFunction = Callable[[Array], Array]
"""f, elementwise on arrays of quotients q ≥ 0: finite at 0, never falling."""


def nonlinear_quotient(
    counts: Counts, *, function: QuotientFunction, dtype: DTypeLike = np.float64, threads: int | None = None
) -> Association:
    """M = √r √c f(q) with q_ij = p_ij / (r_i c_j), as sparse plus rank one.      (METHODS §8, paper 003)

    S = √r √c (f(q) − f(0)) on observed cells,   L Rᵀ = −f(0) √r √cᵀ

    function: `power(β)`, `presence()`, `logarithm(pseudo_count=…)` or a function of one's own; power(1) is
    correspondence analysis. As f sees quotients alone, rows with equal profiles may be merged without
    moving any other point.

    >>> from scipy.sparse import csr_array
    >>> from firth.core import Vocabulary
    >>> names = Vocabulary(("a", "b"), np.array([4, 4]))
    >>> counts = Counts(csr_array([[3.0, 1.0], [1.0, 3.0]]), names, names)
    >>> nonlinear_quotient(counts, function=power(0.5)).operator.to_dense().round(4).tolist()
    [[0.2247, -0.2929], [-0.2929, 0.2247]]
    """
    _refuse_negative(counts)
    row_sums, column_sums = sums_of_cells(counts.matrix)
    refuse_empty(row_sums, counts.rows, "rows")
    refuse_empty(column_sums, counts.columns, "columns")
    total = row_sums.sum()
    r, c = row_sums / total, column_sums / total
    row_root, column_root = np.sqrt(r), np.sqrt(c)
    inverse_row, inverse_column = 1.0 / row_sums, 1.0 / c
    at_zero, rise = _checked(function)

    def cell(n: Array, row: Spread, column: Spread) -> Array:
        q = n * row(inverse_row) * column(inverse_column)
        values = np.asarray(rise(q))
        if not np.isfinite(values).all():
            worst = q[~np.isfinite(values)][0]
            raise InputError(f"f({worst:g}) is not finite; f must be finite on every quotient of the table.")
        return values * row(row_root) * column(column_root)

    operator = SparseLowRank(
        map_cells(counts.matrix, cell, dtype=dtype, threads=threads),
        (-at_zero * row_root)[:, None].astype(dtype),
        column_root[:, None].astype(dtype),
        symmetric=counts.symmetric,
    )
    return Association(operator, r, c, counts.rows, counts.columns)


def power_quotient(
    counts: Counts, *, beta: float = 0.75, dtype: DTypeLike = np.float64, threads: int | None = None
) -> Association:
    """`nonlinear_quotient` with f = power(β), for the registry of recipes."""
    return nonlinear_quotient(counts, function=power(beta), dtype=dtype, threads=threads)


def column_kernel(association: Association) -> Array:
    """K_jj' = Σ_i r_i f(q_ij) f(q_ij'): the inner products of columns, dense, for small tables.  (METHODS §8)

    At full rank it equals x xᵀ for the principal coordinates x of the columns; those are its feature map.

    >>> from scipy.sparse import csr_array
    >>> from firth.core import Vocabulary
    >>> names = Vocabulary(("a", "b"), np.array([4, 4]))
    >>> counts = Counts(csr_array([[3.0, 1.0], [1.0, 3.0]]), names, names)
    >>> column_kernel(nonlinear_quotient(counts, function=power(1))).round(6).tolist()
    [[0.25, -0.25], [-0.25, 0.25]]
    """
    features = association.operator.to_dense() / np.sqrt(association.column_masses)
    return np.asarray(features.T @ features)


def power(beta: float) -> Power:
    """f(q) = (q^β − 1) / β, β > 0: 1 is correspondence analysis; a smaller β tames large quotients.

    >>> power(0.5)(np.array([0.0, 1.0, 4.0])).tolist()
    [-2.0, 0.0, 2.0]
    """
    return Power(beta)


def presence() -> Presence:
    """f(q) = 1 where a word occurs at all, else 0.

    >>> presence()(np.array([0.0, 0.2, 7.0])).tolist()
    [0.0, 1.0, 1.0]
    """
    return Presence()


def logarithm(*, pseudo_count: float | None = None) -> Logarithm:
    """f(q) = ln((q + ε) / (1 + ε)), with ε the pseudo-count, as a share of the count expected by chance.

    It is added to quotients, not to counts: so the table stays sparse and equal profiles can be merged.

    >>> logarithm(pseudo_count=1.0)(np.array([1.0, 3.0])).round(4).tolist()
    [0.0, 0.6931]
    """
    if pseudo_count is None or not (isfinite(pseudo_count) and pseudo_count > 0):
        raise InputError(
            f"the pseudo-count is {pseudo_count}, but f(0) must be finite and ln 0 is not; "
            "give a positive one, such as logarithm(pseudo_count=0.1)."
        )
    return Logarithm(float(pseudo_count))


@dataclass(frozen=True)
class Power:
    """What `power` gives."""

    beta: float

    def __post_init__(self) -> None:
        """Refuse powers for which f(0) is not finite."""
        if not (isfinite(self.beta) and self.beta > 0):
            raise InputError(
                f"beta is {self.beta}; it must be above 0, or f(0) is not finite. For its limit at 0 use "
                "logarithm(pseudo_count=…)."
            )

    def __call__(self, q: Array) -> Array:
        """(q^β − 1) / β."""
        return np.asarray((q**self.beta - 1.0) / self.beta)

    def rise(self, q: Array) -> Array:
        """q^β / β."""
        return np.asarray(q if self.beta == 1 else q**self.beta / self.beta)


@dataclass(frozen=True)
class Presence:
    """What `presence` gives."""

    def __call__(self, q: Array) -> Array:
        """1 where q > 0."""
        return np.asarray(q > 0, np.float64)

    rise = __call__


@dataclass(frozen=True)
class Logarithm:
    """What `logarithm` gives."""

    pseudo_count: float

    def __call__(self, q: Array) -> Array:
        """ln((q + ε) / (1 + ε))."""
        return np.asarray(np.log((q + self.pseudo_count) / (1.0 + self.pseudo_count)))

    def rise(self, q: Array) -> Array:
        """ln(1 + q/ε)."""
        return np.asarray(np.log1p(q / self.pseudo_count))


@runtime_checkable
class _KnowsItsRise(Protocol):
    def rise(self, q: Array) -> Array:
        """f(q) − f(0), without the rounding of a difference."""


_PROBES = np.concatenate([[0.0], np.geomspace(1e-6, 1e6, 121)])


def _checked(f: QuotientFunction) -> tuple[float, QuotientFunction]:
    """f(0) and q ↦ f(q) − f(0), for an f that is a rising function with finite f(0)."""
    if not callable(f):
        raise InputError(
            f"f is {f!r}; give power(0.75), presence(), logarithm(pseudo_count=0.1) or a function."
        )
    with np.errstate(all="ignore"):
        values = np.asarray(f(_PROBES), np.float64)
    if values.shape != _PROBES.shape:
        raise InputError(
            f"f makes an array of shape {values.shape} from one of shape {_PROBES.shape}; "
            "it must work elementwise."
        )
    at_zero = float(values[0])
    if not isfinite(at_zero):
        raise InputError(
            f"f(0) is {at_zero}, but f(0) must be finite for words that a document does not have; "
            "for logarithms give a pseudo-count: logarithm(pseudo_count=0.1)."
        )
    finite = values[np.isfinite(values)]
    # A step down within rounding is none.
    falls = np.diff(finite) < -1e-9 * np.maximum(1.0, np.abs(finite[1:]))
    if falls.any() or finite[-1] <= at_zero:
        raise InputError(
            "f falls or is constant; non-linear correspondence analysis takes an f that rises with q."
        )
    if isinstance(f, _KnowsItsRise):
        return at_zero, f.rise
    return at_zero, lambda q: np.asarray(f(q), np.float64) - at_zero


def _refuse_negative(counts: Counts) -> None:
    data = counts.matrix.data
    if len(data) and not np.min(data) >= 0:
        place = int(np.flatnonzero(~(data >= 0))[0])
        row = int(np.searchsorted(counts.matrix.indptr, place, side="right")) - 1
        column = int(counts.matrix.indices[place])
        raise InputError(
            f"the cell ({counts.rows.tokens[row]}, {counts.columns.tokens[column]}) is {data[place]}; "
            "counts must be numbers of 0 or more."
        )
