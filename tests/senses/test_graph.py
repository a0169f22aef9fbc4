import numpy as np
import pytest
from scipy.sparse import csr_array, random_array

from firth.senses.graph import context_graph, leading_eigenpairs
from reference.slow_senses import scaled_rows


@pytest.fixture
def association():
    half = random_array((60, 60), density=0.2, rng=np.random.default_rng(1), format="csr", dtype=np.float32)
    return csr_array(half + half.T)


def dense(compressed, width):
    starts, columns, values = compressed
    return csr_array((values, columns, starts), shape=(len(starts) - 1, width)).toarray()


@pytest.mark.parametrize("core", [10, 500])
def test_the_graph_is_the_scaled_rows_of_the_strongest_contexts(association, core):
    contexts = np.arange(5, 45, dtype=np.int32)
    weights = np.linspace(1, 2, 40, dtype=np.float32)
    graph = context_graph(association, contexts, weights, np.full(60, 1 / 60), axes=4, core=core)
    expected = scaled_rows(association, contexts, graph.core)
    np.testing.assert_allclose(dense(graph.rows, 40), expected, rtol=1e-12)
    np.testing.assert_allclose(dense(graph.block, len(graph.core)), expected[:, graph.core], rtol=1e-12)
    # equal masses: the strongest contexts are the heaviest
    assert graph.core.tolist() == list(range(40 - min(core, 40), 40))


def test_axes_are_those_of_lapack_and_carry_on_to_the_core_unchanged(association):
    contexts = np.arange(60, dtype=np.int32)
    graph = context_graph(association, contexts, np.ones(60, np.float32), np.full(60, 1 / 60), axes=6)
    values, vectors = np.linalg.eigh(scaled_rows(association, contexts, np.arange(60)))
    np.testing.assert_allclose(graph.values, values[::-1][:6], atol=1e-10)
    overlap = np.abs(np.sum(graph.left * vectors[:, ::-1][:, :6], axis=0))
    np.testing.assert_allclose(overlap, 1, atol=1e-8)
    np.testing.assert_allclose(graph.right[graph.core], graph.left, atol=1e-8)


def test_leading_axes_of_a_large_matrix_stand_out_as_planted():
    rng = np.random.default_rng(0)
    groups = np.repeat(np.arange(3), 200)
    noise = rng.random((600, 600)) * 0.2
    planted = np.where(groups[:, None] == groups[None, :], 1.0, 0.0) + (noise + noise.T) / 2
    matrix = csr_array(planted)
    values, vectors, least = leading_eigenpairs(matrix.indptr, matrix.indices, matrix.data, 5)
    np.testing.assert_allclose(values[:3], np.linalg.eigvalsh(planted)[::-1][:3], rtol=1e-10)
    assert least == pytest.approx(np.linalg.eigvalsh(planted)[0], rel=1e-2)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(5), atol=1e-10)


def test_a_graph_in_parts_without_links_has_an_axis_for_each():
    matrix = csr_array(np.kron(np.eye(3), np.ones((4, 4)) - np.eye(4)))
    values, vectors, least = leading_eigenpairs(matrix.indptr, matrix.indices, matrix.data, 3)
    np.testing.assert_allclose(values, 3, atol=1e-9)
    assert least == pytest.approx(-1)
    np.testing.assert_allclose(matrix @ vectors, 3 * vectors, atol=1e-8)
