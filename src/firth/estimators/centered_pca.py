"""Principal components of tables of counts, and counts smoothed by them, as a scikit-learn transformer."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted, validate_data

from firth.core import Factors, SparseLowRank
from firth.core.operator import DENSE_LIMIT
from firth.errors import InputError, MemoryBudgetError
from firth.estimators.transformers import AxesTransformer, seed_from, threads_from
from firth.factorize import Solver
from firth.factorize.power import centered, power_components
from firth.runtime.arrays import Array, Sparse
from firth.runtime.other_names import refuse_other_names


class CenteredPCA(AxesTransformer):
    """Principal components of samples × features, and counts smoothed by them.

    Sparse input is centered implicitly and stays sparse, as scikit-learn's PCA does too. What this one adds:
    `smooth`, power iteration with deflation (solver="power"), the solvers of `firth.decompose` with their
    threads and signs fixed by rule, and single precision for tables in single precision.

    Parameters
    ----------
    n_components : int
        The number of components to keep.
    solver : {"auto", "krylov", "lanczos", "dense", "gram", "power"}
        power is power iteration with deflation; the others are those of `firth.decompose`.
    tol : float or None
        The largest residual of a component, relative to the first singular value.
    random_state : int, RandomState or None
        The random seed of the solvers that begin at random; None is 0, so that results are the same every
        time.
    n_jobs : int, optional
        The number of threads; None and −1 use all cores, eight at most. Results do not depend on it.

    Attributes
    ----------
    components_ : array of shape (n_components, features)
        Rᵀ.
    mean_ : array of shape (features,)
    singular_values_ : array of shape (n_components,)
    explained_variance_, explained_variance_ratio_ : array of shape (n_components,)
        Exact, though not all components are found.

    Notes
    -----
    X = G − 1·meanᵀ ≈ U Σ Rᵀ;  `transform` gives X R, `inverse_transform` Z Rᵀ + mean, and `smooth` one after
    the other: Ĝ = X R Rᵀ + mean, as in [Ling5801Notes].

    Examples
    --------
    >>> import numpy as np
    >>> G = np.array([[0, 1, 2], [1, 2, 3], [3, 3, 6], [0, 0, 1]])
    >>> CenteredPCA(n_components=2).fit(G).smooth(G).round(2)[0].tolist()
    [0.14, 1.08, 1.87]
    """

    @refuse_other_names()
    def __init__(
        self,
        n_components: int = 2,
        *,
        solver: Solver | Literal["power"] = "auto",
        tol: float | None = 1e-8,
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.solver = solver
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the components of a table."""
        operator = centered(self._validated(X, reset=True))
        factors = self._power(operator) if self.solver == "power" else self._factors(operator)
        self.components_ = factors.right.T
        self.mean_ = operator.right[:, 0]
        self.singular_values_ = factors.values
        self.explained_variance_ = factors.values**2 / (operator.shape[0] - 1)
        self.explained_variance_ratio_ = factors.values**2 / _total(operator)
        return self

    def transform(self, X: Any) -> Array:
        """X R: the centered rows along each component."""
        check_is_fitted(self)
        return self._scores(self._validated(X, reset=False))

    def inverse_transform(self, X: Any) -> Array:
        """Z Rᵀ + mean, dense: refuses more than can be held."""
        check_is_fitted(self)
        scores = np.asarray(X)
        if scores.ndim != 2 or scores.shape[1] != len(self.components_):
            raise InputError(
                f"scores have shape {scores.shape}; they need {len(self.components_)} columns, one for each."
            )
        p = len(self.mean_)
        if len(scores) * p > DENSE_LIMIT:
            raise MemoryBudgetError(
                f"{len(scores):,} rows of {p:,} columns would have {len(scores) * p:,} entries, more than "
                f"{DENSE_LIMIT:,}; give at most {DENSE_LIMIT // p:,} rows at a time."
            )
        return np.asarray(scores @ self.components_ + self.mean_)

    def smooth(self, X: Any) -> Array:
        """Ĝ = X R Rᵀ + mean: counts as the components see them, without zeros and, in places, below 0."""
        check_is_fitted(self)
        return self.inverse_transform(self._scores(self._validated(X, reset=False)))

    def _scores(self, table: Sparse) -> Array:
        return np.asarray(table @ self.components_.T - self.mean_ @ self.components_.T)

    def _power(self, operator: SparseLowRank) -> Factors:
        return power_components(
            operator,
            self.n_components,
            tolerance=1e-8 if self.tol is None else self.tol,
            seed=seed_from(self.random_state),
            threads=threads_from(self.n_jobs),
        )

    def _validated(self, X: Any, *, reset: bool) -> Sparse:
        from scipy.sparse import csr_array

        types = (np.float64, np.float32)
        least = 2 if reset else 1
        return csr_array(
            validate_data(self, X, reset=reset, accept_sparse="csr", dtype=types, ensure_min_samples=least)
        )

    def __sklearn_tags__(self) -> Any:
        """Tables may be sparse, and their type is kept."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def _total(operator: SparseLowRank) -> float:
    """‖X‖_F², without forming X."""
    return max(operator.squared_norm(), float(np.finfo(np.float64).tiny))
