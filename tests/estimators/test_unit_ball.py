"""UnitBallEmbedding: scikit-learn's contract, the functions below it, and given similarities."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.neighbors import kneighbors_graph
from sklearn.utils.estimator_checks import parametrize_with_checks

import firth
from firth.errors import InputError
from firth.estimators import UnitBallEmbedding
from firth.sphere import neighbor_graph, unit_ball

RNG = np.random.default_rng(6)
POINTS = RNG.standard_normal((40, 6))


class WithTwoAxesMore(UnitBallEmbedding):
    """Two axes more than asked for: some checks ask for one, which a sphere cannot have."""

    def fit(self, X, y=None):
        asked, self.n_components = self.n_components, self.n_components + 2
        try:
            return super().fit(X)
        finally:
            self.n_components = asked


@parametrize_with_checks([WithTwoAxesMore(1, max_iter=5)])
def test_the_contract_of_scikit_learn(estimator, check):
    check(estimator)


def test_it_embeds_the_graph_it_shows():
    estimator = UnitBallEmbedding(n_neighbors=7, max_iter=12, random_state=3)
    found = estimator.fit_transform(POINTS)
    graph = neighbor_graph(POINTS, 7)
    ball = unit_ball(graph, sweeps=12, seed=3)
    assert (estimator.graph_ != graph).nnz == 0
    assert found.tobytes() == estimator.embedding_.tobytes() == ball.points.tobytes()
    assert np.array_equal(estimator.objective_, ball.objective)
    assert estimator.n_iter_ == 12


@pytest.mark.parametrize("form", [sparse.csr_array.toarray, sparse.csr_array.copy])
def test_its_own_graph_given_again_leads_to_the_same_points(form):
    own = UnitBallEmbedding(max_iter=6).fit(POINTS)
    again = UnitBallEmbedding(max_iter=6, metric="precomputed").fit_transform(form(own.graph_))
    assert again.tobytes() == own.embedding_.tobytes()


def test_threads_do_not_change_the_bytes():
    one, two = (UnitBallEmbedding(max_iter=6, n_jobs=threads).fit_transform(POINTS) for threads in (1, 2))
    assert one.tobytes() == two.tobytes()


def test_digits_keep_their_nearest_kind():
    X, y = load_digits(return_X_y=True)
    X, y = X[:600], y[:600]
    Y = firth.UnitBallEmbedding(n_components=3, random_state=0).fit_transform(X)
    nearest = kneighbors_graph(Y, 1).indices
    assert (y[nearest] == y).mean() > 0.9


def test_output_can_be_a_frame():
    frame = UnitBallEmbedding(max_iter=2).set_output(transform="polars").fit_transform(POINTS)
    assert frame.columns == ["unitballembedding0", "unitballembedding1", "unitballembedding2"]


def test_bad_input_gets_one_sentence():
    with pytest.raises(InputError, match="on a circle"):
        UnitBallEmbedding(n_components=2).fit(POINTS)
    with pytest.raises(InputError, match="metric is 'taxi'"):
        clone(UnitBallEmbedding()).set_params(metric="taxi").fit(POINTS)
    holed = POINTS.copy()
    holed[3, 1] = np.nan
    with pytest.raises(InputError, match=r"point 3 has NaN or infinity[^.\n]*\.$"):
        UnitBallEmbedding().fit(holed)
    with pytest.raises(InputError, match="similarities have NaN or infinity"):
        UnitBallEmbedding(metric="precomputed").fit(np.full((4, 4), np.nan))
