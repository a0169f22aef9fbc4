import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.sparse import csr_array, random_array
from sklearn.decomposition import non_negative_factorization

from firth.errors import InputError
from firth.senses.graph import context_graph
from firth.senses.split import ONE, parts_of, soft_clusters, whole_memberships

SCORES = arrays.arrays(
    np.float64,
    st.tuples(st.integers(1, 20), st.integers(1, 12)),
    elements=st.floats(0, 1e300, allow_subnormal=True),
)


@given(SCORES, st.data())
def test_parts_sum_to_the_row_to_the_last_bit_and_none_is_negative(scores, data):
    weights = data.draw(
        arrays.arrays(np.float32, len(scores), elements=st.floats(0, 100, width=32, allow_subnormal=False))
    )
    memberships = whole_memberships(scores)
    parts = parts_of(weights, memberships)
    assert (memberships.sum(axis=1, dtype=int) == ONE).all()
    assert (parts >= 0).all()
    assert (parts.sum(axis=1) == weights).all()


@given(SCORES)
def test_memberships_are_within_one_unit_of_the_scores_brought_to_sum_one(scores):
    with np.errstate(over="ignore"):
        sums = scores.sum(axis=1, keepdims=True)
    usable = np.isfinite(sums[:, 0]) & (sums[:, 0] > 1e-200)
    exact = scores[usable] / sums[usable]
    assert (np.abs(whole_memberships(scores)[usable] / ONE - exact) <= 1.01 / ONE).all()


def test_a_context_of_no_sense_is_shared_equally():
    assert whole_memberships(np.zeros((1, 4))).tolist() == [[ONE // 4] * 4]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -1.0])
def test_scores_that_are_no_memberships_are_refused(bad):
    with pytest.raises(InputError, match="0 or more"):
        whole_memberships(np.array([[1.0, bad]]))


def graph_of(matrix, axes, core=500):
    n = matrix.shape[0]
    weights = np.linspace(1, 2, n, dtype=np.float32)
    return context_graph(
        matrix, np.arange(n, dtype=np.int32), weights, np.full(n, 1 / n), axes=axes, core=core
    )


def random_graph(n, density, seed):
    half = random_array((n, n), density=density, rng=np.random.default_rng(seed), dtype=np.float32)
    return csr_array((half + half.T).tocsr())


@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 40),
    st.floats(0, 1),
    st.integers(0, 99),
    st.integers(1, 8),
    st.sampled_from(["svd", "nmf"]),
)
def test_any_graph_gives_parts_that_sum_to_the_row(n, density, seed, number, clustering):
    number = min(number, n)
    clusters = soft_clusters(
        graph_of(random_graph(n, density, seed), number, core=max(10, number)), number, clustering
    )
    weights = np.linspace(0.1, 9, n, dtype=np.float32)
    parts = parts_of(weights, whole_memberships(clusters))
    assert (parts >= 0).all()
    assert (parts.sum(axis=1) == weights).all()


@pytest.mark.parametrize("clustering", ["svd", "nmf"])
def test_planted_groups_of_contexts_are_told_apart(clustering):
    rng = np.random.default_rng(0)
    groups = np.repeat([0, 1], [60, 40])
    links = rng.random((100, 100)) < np.where(groups[:, None] == groups[None, :], 0.5, 0.02)
    matrix = csr_array(np.triu(links, 1) + np.triu(links, 1).T, dtype=np.float32)
    clusters = soft_clusters(graph_of(matrix, 2, core=80), 2, clustering)
    found = (clusters / np.linalg.norm(clusters, axis=0)).argmax(axis=1)  # as a cosine would have it
    agree = (found == groups).mean()
    assert max(agree, 1 - agree) > 0.95


def test_nmf_fits_the_core_as_well_as_scikit_learn():
    graph = graph_of(random_graph(50, 0.3, 3), 4)
    starts, columns, values = graph.block
    block = csr_array((values, columns, starts), shape=(50, 50)).toarray()
    theirs = non_negative_factorization(block, n_components=4, init="nndsvd", max_iter=2000, tol=1e-8)
    best = np.linalg.norm(block - theirs[0] @ theirs[1])
    ours = soft_clusters(graph, 4, "nmf")
    left = np.linalg.lstsq(ours, block.T, rcond=None)[0].T
    assert np.linalg.norm(block - left @ ours.T) <= 1.02 * best
