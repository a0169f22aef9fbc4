"""Kernel correspondence analysis as a scikit-learn transformer."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.association.kernel import Difference, difference_operator, kernel_association
from firth.association.kernel_factors import Kernel, kernel_factor
from firth.errors import InputError
from firth.estimators.transformers import CountsTransformer
from firth.estimators.validation import Places, new_rows, refuse_too_few, validated_counts, warn_of_empty
from firth.factorize import Solver
from firth.runtime.arrays import Array


class KernelCA(CountsTransformer):
    """Kernel correspondence analysis of samples × features.      (METHODS §6, paper 000 §5)

    A_rᵀ (P ⊖ rcᵀ) A_c = U Σ Vᵀ;  `transform` gives K_r (P ⊖ rcᵀ) A_c V, which is A_r U Σ for the rows fitted.

    The defaults are correspondence analysis, with principal coordinates. Sparse input stays sparse. Rows and
    columns without counts lie at the origin; an EmptyRowsWarning says how many rows.

    row_kernel, column_kernel: identity, inverse-mass, the diagonal of K as a vector, or a factor A: sparse,
    dense or a LinearOperator, with a row for each sample (feature). A row_kernel that is not a name belongs
    to the samples fitted, so that `transform` refuses; they are in `row_coordinates_`. A factor also places
    samples without counts, by those they go with. k: the shift of log_ratio. column_bias: of glove.
    random_state: of the solver that large tables need; None is 0, so that results are the same every time.

    Attributes: singular_values_; components_, axes × features, (A_c V)ᵀ; row_coordinates_ A_r U Σ of the rows
    fitted; column_masses_; total_, the sum of the table.

    >>> import numpy as np
    >>> eyes_hair = np.array([[326, 38, 241, 110, 3], [688, 116, 584, 188, 4],
    ...                       [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]])
    >>> KernelCA(n_components=3).fit(eyes_hair).singular_values_.round(5).tolist()
    [0.44637, 0.17346, 0.02932]
    """

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
        tolerance: float | None = 1e-6,
        random_state: int | np.random.RandomState | None = None,
        threads: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.difference = difference
        self.row_kernel = row_kernel
        self.column_kernel = column_kernel
        self.k = k
        self.column_bias = column_bias
        self.solver = solver
        self.tolerance = tolerance
        self.random_state = random_state
        self.threads = threads

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
            threads=self.threads,
            **kernels,
        )
        row_factor = kernel_factor(kernels["rows"], association.row_masses, counts.rows, "rows")
        column_factor = kernel_factor(
            kernels["columns"], association.column_masses, counts.columns, "columns"
        )
        factors = self._factors(association)
        self.singular_values_ = factors.values
        self.components_ = columns.spread(_times(column_factor, factors.right)[columns.kept]).T
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
            threads=self.threads,
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
