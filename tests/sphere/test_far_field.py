"""Far field and near field against the exact forces, parts against sums over pairs, fits against numpy's."""

from __future__ import annotations

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from firth.sphere import far_field, forces, near
from firth.sphere.far_field import Ends, FarFieldForces, FieldFit, field_of_all
from firth.sphere.forces import attraction, exact_repulsion
from firth.sphere.kernels import SphereKernel
from sphere.word_tables import as_float32, random_points, random_weights, unit

WORDS, DIM = 300, 30
KERNELS = [SphereKernel(), SphereKernel("gaussian", 5), SphereKernel("exponential", 3)]


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    """So that there are several blocks, and the last of them are ragged."""
    monkeypatch.setattr(far_field, "ROWS_PER_TASK", 64)
    monkeypatch.setattr(far_field, "_ROWS_PER_TASK", 64)
    monkeypatch.setattr(far_field, "ROWS_AT_ONCE", 24)
    monkeypatch.setattr(far_field, "DIMENSIONS_AT_ONCE", 8)
    monkeypatch.setattr(forces, "PAIRS_PER_TASK", 500)
    monkeypatch.setattr(forces, "LEAST_TILE", 40)
    monkeypatch.setattr(forces, "PAIRS_IN_TILE", 3)
    monkeypatch.setattr(near, "TILE", 64)


def topical_points(words: int, dim: int, topics: int = 12) -> np.ndarray:
    """Not evenly spread: words of a topic are near each other."""
    rng = np.random.default_rng(1)
    centres = rng.standard_normal((topics, dim))
    return unit(centres[rng.integers(topics, size=words)] + 1.5 * rng.standard_normal((words, dim)))


def looked(forces: FarFieldForces, w) -> tuple[np.ndarray, np.ndarray]:
    forces.find_near(w)
    return forces(w)


def cosines_to_exact(far_and_near, a, w, kernel) -> np.ndarray:
    found, exact = looked(far_and_near, w)[1], exact_repulsion(w, a, kernel)
    return (unit(found) * unit(exact)).sum(axis=1)


@pytest.mark.parametrize("degree", [1, 2])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_kernel_that_is_a_quadratic_is_its_own_field(degree, dtype):
    """Then there is no remainder, and moments alone must give the sum over all pairs."""
    a, w = random_weights(WORDS), topical_points(WORDS, DIM).astype(dtype)
    a[4], a[6] = 0.0, 1.0
    table = as_float32(a)
    kernel = SphereKernel(degree=degree)
    pull, push = looked(FarFieldForces(table, kernel, near=3), w)
    exact = exact_repulsion(w, table, kernel)
    close = {np.float64: 1e-9, np.float32: 1e-4}[dtype]
    assert np.allclose(push, exact, atol=close * np.abs(exact).max())
    assert np.allclose(pull, attraction(table, w), atol=close)


@pytest.mark.parametrize(
    "kernel", [SphereKernel(), SphereKernel("gaussian", 5), SphereKernel("exponential", 3)]
)
def test_near_pairs_repel_by_the_kernel_and_all_others_by_the_field(kernel):
    a, w = random_weights(WORDS), topical_points(WORDS, DIM)
    both = FarFieldForces(as_float32(a), kernel, near=15)
    found = looked(both, w)[1]
    cosines = w @ w.T
    listed = np.zeros((WORDS, WORDS), bool)
    listed[np.repeat(np.arange(WORDS), np.diff(both._near.indptr)), both._near.indices] = True
    p0, p1, p2 = both._fit.fields(w, both._ends).T[:, :, None]
    strength = np.where(listed, kernel(cosines), p0 + cosines * (p1 + cosines * p2))
    strength[a > 0] = 0
    np.fill_diagonal(strength, 0)
    assert np.allclose(found, strength @ w, atol=1e-9 * np.abs(found).max())


@pytest.mark.parametrize("dim", [1, 8, 11])
def test_the_field_of_all_words_is_the_sum_over_pairs(dim):
    w = 2 * topical_points(WORDS, dim)
    fields = np.random.default_rng(0).standard_normal((WORDS, 3))
    x = w @ w.T
    strengths = fields[:, :1] + x * (fields[:, 1:2] + x * fields[:, 2:])
    assert np.allclose(field_of_all(w, fields), strengths @ w, rtol=1e-9, atol=1e-6)


def test_the_direction_of_the_force_is_nearly_that_of_the_exact_one():
    a = as_float32(random_weights(2000, density=0.02))
    w = topical_points(2000, 50, topics=100).astype(np.float32)
    near_and_far = cosines_to_exact(FarFieldForces(a, SphereKernel(), near=20), a, w, SphereKernel())
    assert np.quantile(near_and_far, 0.01) > 0.99
    far_alone = cosines_to_exact(FarFieldForces(a, SphereKernel(), near=1e-6), a, w, SphereKernel())
    assert np.quantile(far_alone, 0.01) < np.quantile(near_and_far, 0.01)


def test_near_pairs_are_looked_for_only_when_asked():
    a, w = as_float32(random_weights(WORDS)), topical_points(WORDS, DIM)
    both = FarFieldForces(a, SphereKernel(), near=15)
    both.find_near(random_points(WORDS, DIM))
    earlier = both(w)[1]
    assert not np.allclose(earlier, looked(both, w)[1])


def test_same_bytes_for_any_number_of_threads():
    a, w = as_float32(random_weights(WORDS)), topical_points(WORDS, DIM).astype(np.float32)
    with threadpool_limits(limits=1, user_api="blas"):
        forces = (FarFieldForces(a, SphereKernel(), near=15, threads=threads) for threads in (1, 3))
        one, two = (looked(own, w) for own in forces)
    assert one[0].tobytes() == two[0].tobytes()
    assert one[1].tobytes() == two[1].tobytes()


def test_a_word_drawn_to_all_others_is_pushed_by_none():
    a, w = random_weights(WORDS), random_points(WORDS, DIM)
    a[:] = 1.0
    pushed = looked(FarFieldForces(as_float32(a), SphereKernel()), w)[1]
    assert np.abs(pushed).max() < 1e-9


def far_cosines(w: np.ndarray, a: np.ndarray, ends: Ends, step: int = 1) -> list[np.ndarray]:
    """Of each word with every so many others, within its ends and not positive."""
    found = []
    for i in range(len(w)):
        others = [j for j in range(0, len(w), step) if j != i and a[i, j] == 0]
        cosines = w[others] @ w[i]
        found.append(cosines[(cosines >= ends.low[i]) & (cosines <= ends.high[i])])
    return found


@pytest.mark.parametrize("step", [1, 3])
@pytest.mark.parametrize(
    "kernel", [SphereKernel(), SphereKernel("gaussian", 5), SphereKernel("exponential", 3)]
)
def test_fields_are_least_squares_fits_to_the_far_cosines_of_each_word(kernel, step, monkeypatch):
    monkeypatch.setattr(far_field, "SAMPLED_WORDS", WORDS // step)
    a, w = random_weights(WORDS), random_points(WORDS, 9)
    rng = np.random.default_rng(2)
    ends = Ends(rng.uniform(-1, -0.4, WORDS), rng.uniform(0.4, 1, WORDS))
    found = FieldFit(as_float32(a), kernel).fields(w, ends)
    expected = [np.polyfit(x, kernel(x), 2)[::-1] for x in far_cosines(w, a, ends, step)]
    assert np.allclose(found, expected, rtol=1e-6, atol=1e-9)


def test_a_word_that_is_drawn_to_all_others_has_no_field_and_no_near_pairs():
    a, w = random_weights(WORDS), random_points(WORDS, 9)
    a[4] = 1.0
    fit = FieldFit(as_float32(a), SphereKernel())
    ends = fit.ends(w, 0.05)
    assert not fit.fields(w, ends)[4].any()
    assert (ends.low[4], ends.high[4]) == (-1, 1)


def test_a_power_that_the_cosines_cannot_tell_apart_gets_no_say():
    """All words the same or opposite: x² is 1 throughout, as is x⁰."""
    w = random_points(1, 4).repeat(WORDS, axis=0) * np.where(np.arange(WORDS) % 2, 1, -1)[:, None]
    wide = Ends(np.full(WORDS, -1.5), np.full(WORDS, 1.5))
    fields = FieldFit(as_float32(np.zeros((WORDS, WORDS))), SphereKernel()).fields(w, wide)
    assert np.allclose(fields, [0.5, 0.5, 0.0])


def test_beyond_the_ends_fields_are_off_by_more_than_a_multiple_of_the_mean_in_a_share_of_pairs():
    a, w, share = random_weights(WORDS), random_points(WORDS, 9), 0.03
    fit = FieldFit(as_float32(a), SphereKernel())
    ends = fit.ends(w, share)
    cosines = w @ w.T
    far = (a == 0) & ~np.eye(WORDS, dtype=bool)
    near = far & ((cosines < ends.low[:, None]) | (cosines > ends.high[:, None]))
    assert near.sum() == pytest.approx(share * far.sum(), rel=0.2)
    fields = fit.fields(w, ends)
    within = far_cosines(w, a, ends)
    means = np.array([SphereKernel()(x).mean() for x in within])
    p0, p1, p2 = fields.T[:, :, None]
    off = np.abs(SphereKernel()(cosines) - p0 - cosines * (p1 + cosines * p2)) / means[:, None]
    assert np.quantile(off[near], 0.1) > np.quantile(off[far & ~near], 0.98)
