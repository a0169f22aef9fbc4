"""Far field and near field against the exact forces, and each part against a sum over pairs."""

from __future__ import annotations

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from firth.sphere import far_field, near
from firth.sphere.far_field import FarFieldForces
from firth.sphere.forces import attraction, exact_repulsion
from firth.sphere.kernels import Kernel
from sphere.word_tables import as_float32, random_points, random_weights, unit

WORDS, DIM = 300, 30


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    """So that there are several blocks, and the last of them are ragged."""
    monkeypatch.setattr(far_field, "ROWS_PER_TASK", 64)
    monkeypatch.setattr(far_field, "ROWS_AT_ONCE", 24)
    monkeypatch.setattr(far_field, "PAIRS_PER_TASK", 500)
    monkeypatch.setattr(near, "ROWS_PER_SEARCH", 50)


def topical_points(words: int, dim: int, topics: int = 12) -> np.ndarray:
    """Not evenly spread: words of a topic are near each other."""
    rng = np.random.default_rng(1)
    centres = rng.standard_normal((topics, dim))
    return unit(centres[rng.integers(topics, size=words)] + 1.5 * rng.standard_normal((words, dim)))


def cosines_to_exact(forces, a, w, kernel) -> np.ndarray:
    found, exact = forces(w, anew=True)[1], exact_repulsion(w, a, kernel)
    return (unit(found) * unit(exact)).sum(axis=1)


@pytest.mark.parametrize("degree", [1, 2])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_kernel_that_is_a_quadratic_is_its_own_field(degree, dtype):
    """Then there is no remainder, and moments alone must give the sum over all pairs."""
    a, w = random_weights(WORDS), topical_points(WORDS, DIM).astype(dtype)
    a[4], a[6] = 0.0, 1.0
    table = as_float32(a)
    kernel = Kernel(degree=degree)
    pull, push = FarFieldForces(table, kernel, share=0.01)(w, anew=True)
    exact = exact_repulsion(w, table, kernel)
    close = {np.float64: 1e-9, np.float32: 1e-4}[dtype]
    assert np.allclose(push, exact, atol=close * np.abs(exact).max())
    assert np.allclose(pull, attraction(table, w), atol=close)


@pytest.mark.parametrize("kernel", [Kernel(), Kernel("gaussian", 5), Kernel("exponential", 3)])
def test_near_pairs_repel_by_the_kernel_and_all_others_by_the_field(kernel):
    a, w = random_weights(WORDS), topical_points(WORDS, DIM)
    forces = FarFieldForces(as_float32(a), kernel, share=0.05)
    found = forces(w, anew=True)[1]
    cosines = w @ w.T
    near_pairs = np.zeros((WORDS, WORDS), bool)
    near_pairs[np.repeat(np.arange(WORDS), np.diff(forces._near.indptr)), forces._near.indices] = True
    strength = np.where(near_pairs, kernel(cosines), np.polyval(forces._fit(w)[::-1], cosines))
    strength[a > 0] = 0
    np.fill_diagonal(strength, 0)
    assert np.allclose(found, strength @ w, atol=1e-9 * np.abs(found).max())


def test_the_field_is_the_quadratic_nearest_to_the_kernel_on_far_pairs():
    a, w = random_weights(WORDS), topical_points(WORDS, DIM)
    forces = FarFieldForces(as_float32(a), Kernel(), share=0.05)
    forces(w, anew=True)
    cosines = w @ w.T
    cosines[a > 0] = 2
    np.fill_diagonal(cosines, 2)
    cosines[np.repeat(np.arange(WORDS), np.diff(forces._near.indptr)), forces._near.indices] = 2
    far = cosines[cosines < 2]
    best = np.polyfit(far, Kernel()(far), 2)

    def error(field: np.ndarray) -> float:
        return float(((np.polyval(field, far) - Kernel()(far)) ** 2).sum())

    assert error(forces._fit(w)[::-1]) < 1.01 * error(best)


def test_the_direction_of_the_force_is_nearly_that_of_the_exact_one():
    a = as_float32(random_weights(2000, density=0.02))
    w = topical_points(2000, 50, topics=100).astype(np.float32)
    near_and_far = cosines_to_exact(FarFieldForces(a, Kernel(), share=0.01), a, w, Kernel())
    assert np.quantile(near_and_far, 0.01) > 0.99
    far_alone = cosines_to_exact(FarFieldForces(a, Kernel(), share=1e-9), a, w, Kernel())
    assert np.quantile(far_alone, 0.01) < np.quantile(near_and_far, 0.01)


def test_pairs_are_near_at_both_ends_and_as_many_as_were_asked_for():
    a, w = as_float32(random_weights(WORDS)), random_points(WORDS, DIM)
    forces = FarFieldForces(a, Kernel(), share=0.03)
    forces(w, anew=True)
    chosen = np.zeros((WORDS, WORDS), bool)
    chosen[np.repeat(np.arange(WORDS), np.diff(forces._near.indptr)), forces._near.indices] = True
    candidates = (a.toarray() == 0) & ~np.eye(WORDS, dtype=bool)
    assert not chosen[~candidates].any()
    cosines = w @ w.T
    high, low = cosines[chosen & (cosines > 0)], cosines[chosen & (cosines < 0)]
    assert (candidates & (cosines > high.min())).sum() < len(high)
    assert (candidates & (cosines < low.max())).sum() < len(low)
    assert len(high) == pytest.approx(0.015 * candidates.sum(), rel=0.05)
    assert len(low) == pytest.approx(0.015 * candidates.sum(), rel=0.05)


def test_near_pairs_are_looked_for_only_when_asked():
    a, w = as_float32(random_weights(WORDS)), topical_points(WORDS, DIM)
    forces = FarFieldForces(a, Kernel(), share=0.05)
    forces(random_points(WORDS, DIM), anew=True)
    earlier = forces(w, anew=False)[1]
    assert not np.allclose(earlier, forces(w, anew=True)[1])


def test_same_bytes_for_any_number_of_threads():
    a, w = as_float32(random_weights(WORDS)), topical_points(WORDS, DIM).astype(np.float32)
    with threadpool_limits(limits=1, user_api="blas"):
        one, two = (FarFieldForces(a, Kernel(), threads=threads)(w, anew=True) for threads in (1, 3))
    assert one[0].tobytes() == two[0].tobytes()
    assert one[1].tobytes() == two[1].tobytes()


def test_a_word_drawn_to_all_others_is_pushed_by_none():
    a, w = random_weights(WORDS), random_points(WORDS, DIM)
    a[:] = 1.0
    pushed = FarFieldForces(as_float32(a), Kernel())(w, anew=True)[1]
    assert np.abs(pushed).max() < 1e-9
