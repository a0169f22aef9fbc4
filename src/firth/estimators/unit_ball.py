"""UnitBallEmbedding: any vectors as points on a sphere, for scikit-learn."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import validate_data

from firth.estimators.transformers import seed_from, threads_from
from firth.runtime.arrays import Array, Sparse
from firth.runtime.other_names import refuse_other_names
from firth.sphere.graph import given_graph, neighbor_graph
from firth.sphere.knn import Metric, Search
from firth.sphere.ube import Optimizer, Start, unit_ball


class UnitBallEmbedding(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Points on the unit sphere, with similar samples near each other.

    Each sample is joined to its nearest neighbors, up to an elbow in their distances. Repulsion among all
    points is in closed form, so that time grows with the number of samples and not with its square; only the
    search for neighbors costs more. New samples cannot be placed: there is `fit_transform`, and no
    `transform`.

    Parameters
    ----------
    n_components : int
        At least 3; on a circle groups cannot get past each other.
    optimizer : {"newton", "gradient"}
        How each point is moved.
    n_neighbors : int, optional
        The most neighbors that a sample may have; √n between 15 and 50 unless given, and all others if they
        are fewer.
    metric : {"euclidean", "cosine", "precomputed"}
        cosine goes by directions alone. With precomputed, X holds similarities between 0 and 1, dense or
        sparse, and those below and above the diagonal are averaged.
    search : {"exact", "approximate"}
        approximate, for many samples, needs pynndescent (`pip install "firth[neighbors]"`).
    degree : int
        The degree p of the kernel; a higher one keeps more groups apart.
    max_iter : int
        The most sweeps over all points.
    tol : float
        Stop when ten sweeps have changed the objective by less than this share.
    init : {"spectral", "random"} or array of shape (samples, n_components)
        Where the points begin.
    n_init : int, optional
        The number of starts, random after the first; the one with the lowest objective in the end is kept. 3
        unless given, and 1 from an array.
    random_state : int, RandomState or None
        The random seed; None is 0, so that results are the same every time.
    n_jobs : int, optional
        The number of threads; None and −1 use all cores, eight at most. Results do not depend on it.

    Attributes
    ----------
    embedding_ : array of shape (samples, n_components)
        Where the samples are.
    objective_ : array of shape (n_iter_,)
        J after each sweep.
    graph_ : sparse array of shape (samples, samples)
        The similarities w.
    n_iter_ : int
        The number of sweeps.

    Notes
    -----
    J = ½ Σ_ij (w_ij − s_ij)²,  s_ij = ((1 + y_i·y_j) / 2)^p
    The mathematics is in docs/mathematics/sphere.md, after [HajiSoleimani2019, ch. 2].

    Examples
    --------
    >>> import numpy as np
    >>> X = np.repeat(np.eye(4), 5, axis=0)
    >>> Y = UnitBallEmbedding(n_neighbors=4, random_state=0).fit_transform(X)
    >>> (Y[::5] @ Y[::5].T).round(1).tolist()[0]
    [1.0, -0.3, -0.3, -0.3]
    """

    @refuse_other_names()
    def __init__(
        self,
        n_components: int = 3,
        *,
        optimizer: Optimizer = "newton",
        n_neighbors: int | None = None,
        metric: Metric | Literal["precomputed"] = "euclidean",
        search: Search = "exact",
        degree: int = 2,
        max_iter: int = 250,
        tol: float = 1e-6,
        init: Start | Array = "spectral",
        n_init: int | None = None,
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.optimizer = optimizer
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.search = search
        self.degree = degree
        self.max_iter = max_iter
        self.tol = tol
        self.init = init
        self.n_init = n_init
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """Place samples on the sphere."""
        seed, threads = seed_from(self.random_state), threads_from(self.n_jobs)
        self.graph_ = self._graph(X, seed, threads)
        ball = unit_ball(
            self.graph_,
            self.n_components,
            optimizer=self.optimizer,
            degree=self.degree,
            sweeps=self.max_iter,
            tolerance=self.tol,
            init=self.init,
            n_init=self.n_init,
            seed=seed,
            threads=threads,
        )
        self.embedding_ = ball.points
        self.objective_ = ball.objective
        self.n_iter_ = len(ball.objective)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """`fit`, then where the samples are."""
        return np.asarray(self.fit(X).embedding_)

    def _graph(self, X: Any, seed: int, threads: int | None) -> Sparse:
        # Graphs refuse NaN themselves, in one sentence that names the point.
        how: dict[str, Any] = {"dtype": np.float64, "ensure_all_finite": False}
        if self.metric == "precomputed":
            return given_graph(validate_data(self, X, accept_sparse="csr", **how))
        return neighbor_graph(
            validate_data(self, X, ensure_min_samples=2, **how),
            self.n_neighbors,
            metric=self.metric,
            search=self.search,
            seed=seed,
            threads=threads,
        )

    @property
    def _n_features_out(self) -> int:
        return int(self.embedding_.shape[1])

    def __sklearn_tags__(self) -> Any:
        """Given similarities are samples × samples, and may be sparse."""
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.metric == "precomputed"
        tags.input_tags.sparse = self.metric == "precomputed"
        return tags
