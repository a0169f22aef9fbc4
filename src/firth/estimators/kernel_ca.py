"""Kernel correspondence analysis as a scikit-learn transformer."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.association.kernel import Difference, difference_operator, kernel_association
from firth.association.kernel_factors import Kernel, kernel_factor
from firth.errors import InputError
from firth.estimators.transformers import (
    CountsTransformer,
    Places,
    new_rows,
    refuse_too_few,
    threads_from,
    validated_counts,
    warn_of_empty,
)
from firth.factorize import Solver
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names


class KernelCA(CountsTransformer):
    """Kernel correspondence analysis of samples × features.

    The defaults are correspondence analysis, with principal coordinates. Sparse input stays sparse. Rows and
    columns without counts lie at the origin; an `EmptyRowsWarning` says how many rows.

    Parameters
    ----------
    n_components : int
        The number of axes to keep.
    difference : {"minus", "log_ratio", "glove"}
        How the table is compared with independence, ⊖.
    row_kernel, column_kernel : {"identity", "inverse-mass"}, vector or factor
        A kernel by its name, the diagonal of K as a vector, or a factor A with K = A Aᵀ: sparse, dense or a
        LinearOperator, with a row for each sample (feature). A row_kernel that is not a name belongs to the
        samples fitted, so that `transform` refuses; they are in `row_coordinates_`. A factor also places
        samples without counts, by those they go with.
    k : float
        The shift of log_ratio, as many as there are negative samples.
    column_bias : array of shape (features,), optional
        The biases of glove.
    solver : {"auto", "krylov", "lanczos", "dense", "gram"}
        How the matrix is factorized; auto chooses by its size.
    tol : float or None
        The largest residual of an axis, relative to the first singular value.
    random_state : int, RandomState or None
        The random seed of the solver that large tables need; None is 0, so that results are the same every
        time.
    n_jobs : int, optional
        The number of threads; None and −1 use all cores, eight at most. Results do not depend on it.

    Attributes
    ----------
    singular_values_ : array of shape (n_components,)
    total_inertia_ : float
        ‖A_rᵀ (P ⊖ rcᵀ) A_c‖², the inertia of all axes.
    explained_inertia_ratio_ : array of shape (n_components,)
        Each axis's part of the total inertia.
    row_coordinates_ : array of shape (samples, n_components)
        A_r U Σ of the rows fitted.
    column_coordinates_ : array of shape (features, n_components)
        A_c V Σ.
    components_ : array of shape (n_components, features)
        (A_c V)ᵀ.
    column_masses_ : array of shape (features,)
    total_ : float
        The sum of the table.

    Notes
    -----
    A_rᵀ (P ⊖ rcᵀ) A_c = U Σ Vᵀ;  `transform` gives K_r (P ⊖ rcᵀ) A_c V, which is A_r U Σ for the rows fitted.
    The mathematics is in docs/mathematics/kernel-ca.md, after [NiitsumaLee2018, §5].

    Examples
    --------
    >>> import numpy as np
    >>> eyes_hair = np.array([[326, 38, 241, 110, 3], [688, 116, 584, 188, 4],
    ...                       [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]])
    >>> KernelCA(n_components=3).fit(eyes_hair).singular_values_.round(5).tolist()
    [0.44637, 0.17346, 0.02932]
    """

    @refuse_other_names()
    def __init__(
        self,
        n_components: int = 2,
        *,
        difference: Difference = "minus",
        row_kernel: Kernel = "inverse-mass",
        column_kernel: Kernel = "inverse-mass",
        k: float = 1.0,
        column_bias: Any = None,
        solver: Solver = "auto",
        tol: float | None = 1e-6,
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.difference = difference
        self.row_kernel = row_kernel
        self.column_kernel = column_kernel
        self.k = k
        self.column_bias = column_bias
        self.solver = solver
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the axes of a table."""
        counts = validated_counts(self, X, reset=True)
        row_sums, column_sums, total = counts.row_sums, counts.column_sums, counts.total
        rows, columns = Places.with_counts(row_sums), Places.with_counts(column_sums)
        refuse_too_few(rows, columns)
        kernels = {
            "rows": _without_empty(self.row_kernel, row_sums / total),
            "columns": _without_empty(self.column_kernel, column_sums / total),
        }
        association = kernel_association(
            counts,
            difference=self.difference,
            k=self.k,
            column_bias=self.column_bias,
            threads=threads_from(self.n_jobs),
            **kernels,
        )
        row_factor = kernel_factor(kernels["rows"], association.row_masses, counts.rows, "rows")
        column_factor = kernel_factor(
            kernels["columns"], association.column_masses, counts.columns, "columns"
        )
        factors = self._factors(association)
        self._keep_axes(factors, association.operator)
        self.components_ = columns.spread(_times(column_factor, factors.right)[columns.kept]).T
        self.column_coordinates_ = self.components_.T * factors.values
        self.column_masses_ = association.column_masses
        self.total_ = total
        self.row_coordinates_ = _times(row_factor, factors.left * factors.values)
        if row_factor is None or row_factor.ndim == 1:
            warn_of_empty(rows)
            self.row_coordinates_ = rows.spread(self.row_coordinates_[rows.kept])
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """Find the axes and place the rows."""
        return np.asarray(self.fit(X).row_coordinates_)

    def transform(self, X: Any) -> Array:
        """Rows with the same columns, placed by the masses of the table fitted."""
        check_is_fitted(self)
        if not isinstance(self.row_kernel, str):
            raise InputError(
                f"row_kernel is that of the {len(self.row_coordinates_)} rows fitted, and says nothing of "
                "new ones; take row_coordinates_, or choose identity or inverse-mass."
            )
        table, rows = new_rows(self, X, self.column_masses_)
        known = self.column_masses_ > 0
        masses = np.asarray(table.sum(axis=1)) / self.total_
        compared = difference_operator(
            table,
            total=self.total_,
            row_masses=masses,
            column_masses=self.column_masses_[known],
            difference=self.difference,
            k=self.k,
            column_bias=None if self.column_bias is None else np.asarray(self.column_bias)[known],
            row_scale=1.0 / masses if self.row_kernel == "inverse-mass" else None,
            threads=threads_from(self.n_jobs),
        )
        return rows.spread(compared @ self.components_.T[known])


def _without_empty(kernel: Kernel, masses: Array) -> Kernel:
    """Inverse masses, and 1 where there is no mass: the difference is 0 there, whatever the kernel."""
    if isinstance(kernel, str) and kernel == "inverse-mass":
        return 1.0 / np.where(masses > 0, masses, 1.0)
    return kernel


def _times(factor: Any, vectors: Array) -> Array:
    """A U or A V, for a factor of any kind."""
    if factor is None:
        return vectors
    return factor[:, None] * vectors if factor.ndim == 1 else np.asarray(factor @ vectors)
