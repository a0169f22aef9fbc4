"""The nearest words that repel, and pairs beyond thresholds, against looking at every cosine."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from firth.errors import InputError
from firth.sphere import near
from firth.sphere.forces import Pairs, attraction, exact_repulsion
from firth.sphere.kernels import SphereKernel
from firth.sphere.near import NearForces, nearest_by_graph, nearest_by_product, nearest_by_tree, pairs_beyond
from sphere.word_tables import as_float32, random_points, random_weights

WORDS, MANY_WORDS = 150, 200


@pytest.fixture(autouse=True)
def _small_tiles(monkeypatch):
    """So that there are several tiles, and the last of them are ragged."""
    monkeypatch.setattr(near, "TILE", 48)


def rows_of(pairs: Pairs) -> list[list[int]]:
    return [row.tolist() for row in np.split(pairs.indices, pairs.indptr[1:-1])]


def by_sorting(w: np.ndarray, a: np.ndarray, k: int) -> list[list[int]]:
    found = []
    for i in range(len(w)):
        others = [j for j in np.argsort(-(w @ w[i]), kind="stable") if j != i and a[i, j] == 0]
        found.append(sorted(others[:k]))
    return found


@pytest.mark.parametrize("k", [1, 7, 140, 149])
def test_products_find_the_k_nearest_that_are_not_positive(k, monkeypatch):
    monkeypatch.setattr(near, "ROWS_PER_SEARCH", 16)
    a, w = random_weights(WORDS), random_points(WORDS, 6)
    a[3] = 1.0  # no word is left to push it
    pairs = nearest_by_product(w, as_float32(a), k)
    assert rows_of(pairs) == by_sorting(w, a, k)
    assert rows_of(pairs)[3] == []


def test_of_equal_cosines_the_first_are_taken():
    w = np.tile(np.eye(3, 4), (5, 1))
    pairs = nearest_by_product(w, as_float32(np.zeros((15, 15))), 2)
    assert rows_of(pairs)[0] == [3, 6]
    assert rows_of(pairs)[7] == [1, 4]


def test_the_tree_finds_what_products_find_where_it_prunes_exactly():
    a, w = random_weights(WORDS), random_points(WORDS, 9)  # 1 − 3/√9 = 0
    assert rows_of(nearest_by_tree(w, as_float32(a), 12)) == by_sorting(w, a, 12)


def test_the_tree_passes_over_positives_and_the_word_itself_when_it_prunes():
    a, w = random_weights(WORDS), random_points(WORDS, 60)
    for i, row in enumerate(rows_of(nearest_by_tree(w, as_float32(a), 12))):
        assert i not in row
        assert not a[i][row].any()


def test_the_graph_finds_nearly_all_that_are_not_positive_and_the_same_each_time():
    a, w = random_weights(WORDS), random_points(WORDS, 60).astype(np.float32)
    found = nearest_by_graph(w, as_float32(a), 12)
    hits = 0
    for i, (row, true) in enumerate(zip(rows_of(found), by_sorting(w, a, 12), strict=True)):
        assert len(row) <= 12
        assert row == sorted(set(row) - {i})
        assert not a[i][row].any()
        hits += len(set(row) & set(true))
    assert hits >= 0.9 * 12 * WORDS
    assert found.indices.tobytes() == nearest_by_graph(w, as_float32(a), 12).indices.tobytes()


def test_without_its_library_the_graph_is_refused_in_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "pynndescent", None)
    with pytest.raises(InputError, match=r"needs pynndescent; .* or choose search=product"):
        nearest_by_graph(random_points(9, 3), as_float32(np.zeros((9, 9))), 2)


@pytest.mark.parametrize("search", ["product", "tree", "graph"])
def test_with_all_words_as_neighbors_forces_are_exact(search):
    a, w = as_float32(random_weights(WORDS)), random_points(WORDS, 9).astype(np.float32)
    forces = NearForces(a, SphereKernel(), WORDS - 1, search=search)
    forces.find_near(w)
    pull, push = forces(w)
    assert np.array_equal(pull, attraction(a, w))
    assert np.allclose(push, exact_repulsion(w, a, SphereKernel()), atol=1e-6 * np.abs(push).max())


def test_neighbors_are_looked_for_only_when_asked():
    a, w = as_float32(random_weights(WORDS)), random_points(WORDS, 9).astype(np.float32)
    other = random_points(WORDS, 9, seed=5).astype(np.float32)
    forces = NearForces(a, SphereKernel(), 5)
    forces.find_near(w)
    kept = forces(other)[1]
    forces.find_near(other)
    anew = forces(other)[1]
    assert not np.allclose(kept, anew)
    unused = NearForces(a, SphereKernel(), 5)
    unused.find_near(other)
    assert np.array_equal(anew, unused(other)[1])


@pytest.mark.parametrize("find", [nearest_by_product, nearest_by_tree])
def test_same_neighbors_for_any_number_of_threads(find):
    a, w = as_float32(random_weights(WORDS)), random_points(WORDS, 30).astype(np.float32)
    with threadpool_limits(limits=1, user_api="blas"):
        one, two = (find(w, a, 6, threads) for threads in (1, 3))
    assert one.indices.tobytes() == two.indices.tobytes()


def test_an_unknown_search_gets_one_sentence():
    with pytest.raises(InputError, match="search is 'hash'; choose one of product, tree, graph"):
        NearForces(as_float32(np.eye(3)), SphereKernel(), 1, search="hash")


def thresholds() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    return rng.uniform(-0.9, -0.3, MANY_WORDS), rng.uniform(0.3, 0.9, MANY_WORDS)


def test_a_pair_is_kept_if_either_word_asks_for_it_and_it_is_not_left_out():
    a, w = random_weights(MANY_WORDS), random_points(MANY_WORDS, 8)
    low, high = thresholds()
    found = pairs_beyond(w, low, high, as_float32(a))
    cosines = w @ w.T
    asked = (cosines < low[:, None]) | (cosines > high[:, None])
    expected = (asked | asked.T) & (a == 0) & ~np.eye(MANY_WORDS, dtype=bool)
    assert 1000 < expected.sum() < MANY_WORDS**2 / 2
    rows, columns = np.nonzero(expected)
    assert np.array_equal(found.indices, columns)
    assert np.array_equal(np.diff(found.indptr), np.bincount(rows, minlength=MANY_WORDS))


def test_there_may_be_no_pairs_at_all():
    w = random_points(MANY_WORDS, 8)
    found = pairs_beyond(
        w, np.full(MANY_WORDS, -2.0), np.full(MANY_WORDS, 2.0), as_float32(np.eye(MANY_WORDS))
    )
    assert len(found.indices) == 0
    assert np.array_equal(found.indptr, np.zeros(MANY_WORDS + 1))


def test_same_pairs_for_any_number_of_threads():
    a, w = as_float32(random_weights(MANY_WORDS)), random_points(MANY_WORDS, 30).astype(np.float32)
    low, high = (ends.astype(np.float32) for ends in thresholds())
    with threadpool_limits(limits=1, user_api="blas"):
        one, two = (pairs_beyond(w, low, high, a, threads) for threads in (1, 3))
    assert one.indptr.tobytes() == two.indptr.tobytes()
    assert one.indices.tobytes() == two.indices.tobytes()
