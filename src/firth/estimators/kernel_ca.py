"""Kernel correspondence analysis as a scikit-learn transformer."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from firth.association.kernel import Difference, difference_operator, kernel_association
from firth.association.kernel_factors import Kernel, kernel_factor
from firth.core.arrays import Array, Sparse
from firth.counting import counts_from_table
from firth.errors import InputError
from firth.estimators.validation import refuse_empty_rows, seed_from, validated_counts
from firth.factorize import Solver, decompose


class KernelCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Kernel correspondence analysis of samples × features.      (METHODS §6, paper 000 §5)

    A_rᵀ (P ⊖ rcᵀ) A_c = U Σ Vᵀ;  `transform` gives K_r (P ⊖ rcᵀ) A_c V, which is A_r U Σ for the rows fitted.

    The defaults are correspondence analysis, with principal coordinates. Sparse input stays sparse.

    row_kernel: inverse-mass or identity, which are known for new rows too; `kernel_association` takes any.
    column_kernel: identity, inverse-mass, the diagonal of K_c or a factor A_c of the features. k: the shift
    of log_ratio. column_bias: of glove. random_state: of the solver that large tables need; None is 0, so
    that results are the same every time.

    Attributes: singular_values_; components_, axes × features, (A_c V)ᵀ; column_masses_; total_, the sum of
    the table.

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
        row_kernel: str = "inverse-mass",
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
        self._fit(X)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """Find the axes and place the rows."""
        return self._place(self._fit(X))

    def transform(self, X: Any) -> Array:
        """Rows with the same columns, placed by the masses of the table fitted."""
        check_is_fitted(self)
        return self._place(validated_counts(self, X, reset=False))

    def _fit(self, X: Any) -> Sparse:
        table = validated_counts(self, X, reset=True)
        if self.row_kernel not in ("identity", "inverse-mass"):
            raise InputError(
                f"row_kernel is {self.row_kernel!r}; choose identity or inverse-mass, which new rows have, "
                "or call kernel_association."
            )
        counts = counts_from_table(table, columns=getattr(self, "feature_names_in_", None))
        association = kernel_association(
            counts,
            difference=self.difference,
            rows=self.row_kernel,
            columns=self.column_kernel,
            k=self.k,
            column_bias=self.column_bias,
            threads=self.threads,
        )
        factors = decompose(
            association,
            self.n_components,
            solver=self.solver,
            tolerance=self.tolerance,
            seed=seed_from(self.random_state),
            threads=self.threads,
        )
        factor = kernel_factor(self.column_kernel, association.column_masses, counts.columns, "columns")
        self.singular_values_ = factors.values
        self.components_ = _times(factor, factors.right).T
        self.column_masses_ = association.column_masses
        self.total_ = counts.total
        self._n_features_out = len(factors.values)
        return table

    def _place(self, table: Sparse) -> Array:
        masses = np.asarray(table.sum(axis=1)) / self.total_
        scale = None
        if self.row_kernel == "inverse-mass":
            refuse_empty_rows(masses)
            scale = 1.0 / masses
        compared = difference_operator(
            table,
            total=self.total_,
            row_masses=masses,
            column_masses=self.column_masses_,
            difference=self.difference,
            k=self.k,
            column_bias=self.column_bias,
            row_scale=scale,
            threads=self.threads,
        )
        return compared @ self.components_.T

    def __sklearn_tags__(self) -> Any:
        """Counts are not negative, and may be sparse."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.sparse = True
        return tags


def _times(factor: Any, right: Array) -> Array:
    """A V for a factor of any kind."""
    if factor is None:
        return right
    return factor[:, None] * right if factor.ndim == 1 else np.asarray(factor @ right)
