"""UnitBallEmbedding: any vectors as points on a sphere, for scikit-learn."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import validate_data

from firth.runtime.arrays import Array, Sparse
from firth.sphere.graph import given_graph, neighbor_graph
from firth.sphere.knn import Metric, Search
from firth.sphere.ube import Optimizer, Start, unit_ball


class UnitBallEmbedding(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Points on the unit sphere, alike samples near each other.      (METHODS §12, paper 004 chapter 2)

    J = ½ Σ_ij (w_ij − s_ij)²,  s_ij = ((1 + y_i·y_j) / 2)^p

    w joins each sample to its nearest neighbours up to an elbow in their distances. Repulsion among all
    points is in closed form, so that time grows with the number of samples and not with its square; only the
    neighbours cost more. New samples cannot be placed: there is `fit_transform`, and no `transform`.

    n_components: at least 3; on a circle groups cannot get past each other. n_neighbors: the most that a
    sample may have; √n between 15 and 50 unless given, and all others if they are fewer. metric: cosine goes
    by directions alone; with precomputed, X holds similarities between 0 and 1, dense or sparse, and those
    below and above the diagonal are averaged. search: approximate, for many samples, needs pynndescent
    (`pip install "firth[neighbors]"`). kernel_degree: p; higher keeps more groups apart. tolerance: stop
    when ten sweeps have changed the objective by less than this share. init: spectral, random, or an array of
    samples × components. n_init: starts, random after the first, of which the one with the lowest objective
    in the end is kept; 3 unless given, and 1 from an array.

    Attributes: embedding_; objective_, J after each sweep; graph_, w as a sparse matrix; n_iter_, the sweeps.

    >>> import numpy as np
    >>> X = np.repeat(np.eye(4), 5, axis=0)
    >>> Y = UnitBallEmbedding(n_neighbors=4, seed=0).fit_transform(X)
    >>> (Y[::5] @ Y[::5].T).round(1).tolist()[0]
    [1.0, -0.3, -0.3, -0.3]
    """

    def __init__(
        self,
        n_components: int = 3,
        *,
        optimizer: Optimizer = "newton",
        n_neighbors: int | None = None,
        metric: Metric | Literal["precomputed"] = "euclidean",
        search: Search = "exact",
        kernel_degree: int = 2,
        n_sweeps: int = 250,
        tolerance: float = 1e-6,
        init: Start | Array = "spectral",
        n_init: int | None = None,
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.optimizer = optimizer
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.search = search
        self.kernel_degree = kernel_degree
        self.n_sweeps = n_sweeps
        self.tolerance = tolerance
        self.init = init
        self.n_init = n_init
        self.seed = seed
        self.threads = threads

    def fit(self, X: Any, y: Any = None) -> Self:
        """Place samples on the sphere."""
        self.graph_ = self._graph(X)
        ball = unit_ball(
            self.graph_,
            self.n_components,
            optimizer=self.optimizer,
            kernel_degree=self.kernel_degree,
            n_sweeps=self.n_sweeps,
            tolerance=self.tolerance,
            init=self.init,
            n_init=self.n_init,
            seed=self.seed,
            threads=self.threads,
        )
        self.embedding_ = ball.points
        self.objective_ = ball.objective
        self.n_iter_ = len(ball.objective)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """`fit`, then where the samples are."""
        return np.asarray(self.fit(X).embedding_)

    def _graph(self, X: Any) -> Sparse:
        # Graphs refuse NaN themselves, in one sentence that names the point.
        how: dict[str, Any] = {"dtype": np.float64, "ensure_all_finite": False}
        if self.metric == "precomputed":
            return given_graph(validate_data(self, X, accept_sparse="csr", **how))
        return neighbor_graph(
            validate_data(self, X, ensure_min_samples=2, **how),
            self.n_neighbors,
            metric=self.metric,
            search=self.search,
            seed=self.seed,
            threads=self.threads,
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
