"""The Gini index, and the covariance of categories that follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from firth.core.categories import categories_of, coded_columns
from firth.core.operator import DENSE_LIMIT
from firth.errors import InputError, MemoryBudgetError
from firth.runtime.arrays import Array, Sparse

MOST_CATEGORIES = 2000
"""The shorter side of a joint table up to which all of its singular values are computed."""


@dataclass(frozen=True, eq=False)
class CategoryMatrix:
    """One number for every pair of columns of a frame.

    Attributes
    ----------
    names : tuple of str
        The columns.
    values : array
        Square and symmetric.
    """

    names: tuple[str, ...]
    values: Array

    def to_pandas(self) -> Any:
        """A pandas frame with the names on both sides."""
        import pandas

        return pandas.DataFrame(self.values, index=list(self.names), columns=list(self.names))

    def to_polars(self) -> Any:
        """A polars frame with the names in the first column, called name."""
        import polars

        # A list of pairs: a column of the frame may also be called name.
        columns = [polars.Series(name, self.values[:, j]) for j, name in enumerate(self.names)]
        label = "name" if "name" not in self.names else "name of the row"
        return polars.DataFrame([polars.Series(label, list(self.names)), *columns])


def gini(x: Any) -> float:
    """The Gini index of a categorical column: half the chance that two records differ.

    Parameters
    ----------
    x : list, array, or pandas or polars column
        A category for each record.

    Returns
    -------
    float

    Notes
    -----
    gini(x) = (1/2n²) Σ_ab [x(a) ≠ x(b)] = ½(1 − Σ p²)
    [NiitsumaLee2018, §3; docs/mathematics/categories.md]

    Examples
    --------
    >>> gini(["tea", "tea", "milk", "milk"])
    0.25
    """
    return _gini(categories_of(x, "x").codes)


def categorical_covariance(x: Any, y: Any) -> float:
    """The covariance of two categorical columns: how far their joint table is from independence.

    Parameters
    ----------
    x, y : list, array, or pandas or polars column
        Categories of the same records.

    Returns
    -------
    float
        It does not depend on what the categories are called; the covariance of a column with itself is its
        Gini index.

    Notes
    -----
    cov(x, y) = max over rotations R of ½ tr(RᵀΔ) = ½ ‖Δ‖_*,   Δ = P − rcᵀ
    [NiitsumaLee2018, definition 1, theorems 1–3; docs/mathematics/categories.md]

    ‖·‖_* is the sum of the singular values.

    Examples
    --------
    >>> categorical_covariance(["a", "a", "b", "b"], [1, 1, 0, 0])
    0.25
    """
    return _covariance(*_pair(x, y), ("x", "y"))


def categorical_correlation(x: Any, y: Any) -> float:
    """The correlation of two categorical columns, from 0 to 1.

    Parameters
    ----------
    x, y : list, array, or pandas or polars column
        Categories of the same records.

    Returns
    -------
    float

    Raises
    ------
    InputError
        A column has only one category.

    Notes
    -----
    cor(x, y) = cov(x, y) / √(gini(x) · gini(y))      (docs/mathematics/categories.md)

    Examples
    --------
    >>> round(categorical_correlation(["a", "a", "b", "c"], ["u", "u", "v", "w"]), 12)
    1.0
    """
    pair = _pair(x, y)
    for codes, name in zip(pair, ("x", "y"), strict=True):
        _refuse_constant(codes, name)
    return _covariance(*pair, ("x", "y")) / float(np.sqrt(_gini(pair[0]) * _gini(pair[1])))


def rejected_covariance(x: Any, y: Any) -> float:
    """The covariance that looks natural and is wrong: ¼ of the chance that records differ in both.

    cov_wrong = (1/4n²) Σ_ab [x(a) ≠ x(b)][y(a) ≠ y(b)] = ¼(1 − Σr² − Σc² + ΣP²)
    [NiitsumaLee2018, eq. 12]

    A record that spoils the agreement of x and y *adds* to the sum over pairs.

    >>> x, y = ["a"] * 100 + ["b"] * 100 + ["c"] * 100, [1] * 100 + [2] * 100 + [3] * 100
    >>> 4 * 300**2 * rejected_covariance(x, y), 4 * 301**2 * rejected_covariance([*x, "c"], [*y, 2])
    (60000.0, 60200.0)
    """
    table = _joint(*_pair(x, y))
    n = float(table.sum())
    squares = (np.square(part).sum() for part in (table.sum(axis=1), table.sum(axis=0), table.data))
    rows, columns, cells = squares
    return float(n**2 - rows - columns + cells) / (4 * n**2)


def covariance_matrix(frame: Any) -> CategoryMatrix:
    """The covariance of every pair of columns of a frame; the diagonal holds their Gini indices.

    Parameters
    ----------
    frame : pandas or polars frame, mapping of columns, or 2-D array
        Categories.

    Returns
    -------
    CategoryMatrix

    Examples
    --------
    >>> covariance_matrix({"drink": ["tea", "tea", "milk"], "cup": [1, 1, 2]}).values.round(4).tolist()
    [[0.2222, 0.2222], [0.2222, 0.2222]]
    """
    return _covariances(_codes(frame))


def correlation_matrix(frame: Any) -> CategoryMatrix:
    """The correlation of every pair of columns of a frame, with ones on the diagonal.

    Parameters
    ----------
    frame : pandas or polars frame, mapping of columns, or 2-D array
        Categories; no column may have only one.

    Returns
    -------
    CategoryMatrix

    Examples
    --------
    >>> correlation_matrix({"drink": ["tea", "tea", "milk"], "cup": [1, 1, 2]}).values.round(4).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    columns = _codes(frame)
    for name, codes in columns.items():
        _refuse_constant(codes, name)
    covariance = _covariances(columns)
    roots = np.sqrt(np.diag(covariance.values))
    values = covariance.values / np.outer(roots, roots)
    np.fill_diagonal(values, 1.0)
    return CategoryMatrix(covariance.names, values)


def _codes(frame: Any) -> dict[str, Array]:
    return {name: column.codes for name, column in coded_columns(frame).items()}


def _covariances(columns: dict[str, Array]) -> CategoryMatrix:
    values = np.diag([_gini(codes) for codes in columns.values()])
    for (i, a), (j, b) in combinations(enumerate(columns), 2):
        values[i, j] = values[j, i] = _covariance(columns[a], columns[b], (a, b))
    return CategoryMatrix(tuple(columns), values)


def _gini(codes: Array) -> float:
    shares = np.bincount(codes) / len(codes)
    return float(1.0 - shares @ shares) / 2


def _covariance(x: Array, y: Array, names: tuple[str, str]) -> float:
    table = _joint(x, y)
    if table.shape[0] > table.shape[1]:
        table = table.T.tocsr()
    few, many = table.shape
    if few > MOST_CATEGORIES:
        raise MemoryBudgetError(
            f"columns {names[0]!r} and {names[1]!r} both have more than {MOST_CATEGORIES} categories "
            f"({few} and {many}), too many to find all singular values of their joint table; merge rare ones."
        )
    # One BLAS thread: its own threads would change the last digits with their number.
    with threadpool_limits(limits=1, user_api="blas"):
        return float(np.linalg.svd(_triangle(table, len(x)), compute_uv=False).sum()) / 2


def _triangle(table: Sparse, n: int) -> Array:
    """A matrix with the singular values of Δ = P − rcᵀ, small whatever the longer side of the table.

    A wide table is read in blocks of columns, each folded into the triangle of a QR factorization: unlike a
    Gram matrix, that loses no digits of the small singular values.
    """
    few, many = table.shape
    r, c = table.sum(axis=1) / n, table.sum(axis=0) / n
    columns = table.tocsc()
    width = max(DENSE_LIMIT // (4 * few), few)
    triangle: Array = np.zeros((0, few))
    for start in range(0, many, width):
        part = slice(start, min(start + width, many))
        block: Array = (columns[:, part].toarray() / n - np.outer(r, c[part])).T
        if width >= many:
            return block
        triangle = np.asarray(np.linalg.qr(np.vstack([triangle, block]), mode="r"))
    return triangle


def _joint(x: Array, y: Array) -> Sparse:
    """N = HₓᵀH_y: how often each pair of categories stands in one record."""
    from scipy.sparse import coo_array

    shape = (int(x.max()) + 1, int(y.max()) + 1)
    return coo_array((np.ones(len(x)), (x, y)), shape=shape).tocsr()


def _pair(x: Any, y: Any) -> tuple[Array, Array]:
    columns = _codes({"x": x, "y": y})
    return columns["x"], columns["y"]


def _refuse_constant(codes: Array, name: str) -> None:
    if codes.max() == codes.min():
        raise InputError(
            f"column {name!r} has one category only, and a constant has no correlation; leave it out."
        )
