"""The quadratic of each word against numpy's, and where it is given up against looking at every cosine."""

from __future__ import annotations

import numpy as np
import pytest

from firth.sphere import far_field
from firth.sphere.far_field import Ends, FieldFit
from firth.sphere.kernels import Kernel
from sphere.word_tables import as_float32, random_points, random_weights

WORDS = 300


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    """So that there are several blocks, and the last of them is ragged."""
    monkeypatch.setattr(far_field, "_ROWS_PER_TASK", 64)


def far_cosines(w: np.ndarray, a: np.ndarray, ends: Ends, step: int = 1) -> list[np.ndarray]:
    """Of each word with every so many others, within its ends and not positive."""
    found = []
    for i in range(len(w)):
        others = [j for j in range(0, len(w), step) if j != i and a[i, j] == 0]
        cosines = w[others] @ w[i]
        found.append(cosines[(cosines >= ends.low[i]) & (cosines <= ends.high[i])])
    return found


@pytest.mark.parametrize("step", [1, 3])
@pytest.mark.parametrize("kernel", [Kernel(), Kernel("gaussian", 5), Kernel("exponential", 3)])
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
    fit = FieldFit(as_float32(a), Kernel())
    ends = fit.ends(w, 0.05)
    assert not fit.fields(w, ends)[4].any()
    assert (ends.low[4], ends.high[4]) == (-1, 1)


def test_a_power_that_the_cosines_cannot_tell_apart_gets_no_say():
    """All words the same or opposite: x² is 1 throughout, as is x⁰."""
    w = random_points(1, 4).repeat(WORDS, axis=0) * np.where(np.arange(WORDS) % 2, 1, -1)[:, None]
    wide = Ends(np.full(WORDS, -1.5), np.full(WORDS, 1.5))
    fields = FieldFit(as_float32(np.zeros((WORDS, WORDS))), Kernel()).fields(w, wide)
    assert np.allclose(fields, [0.5, 0.5, 0.0])


def test_beyond_the_ends_fields_are_off_by_more_than_a_multiple_of_the_mean_in_a_share_of_pairs():
    a, w, share = random_weights(WORDS), random_points(WORDS, 9), 0.03
    fit = FieldFit(as_float32(a), Kernel())
    ends = fit.ends(w, share)
    cosines = w @ w.T
    far = (a == 0) & ~np.eye(WORDS, dtype=bool)
    near = far & ((cosines < ends.low[:, None]) | (cosines > ends.high[:, None]))
    assert near.sum() == pytest.approx(share * far.sum(), rel=0.2)
    fields = fit.fields(w, ends)
    within = far_cosines(w, a, ends)
    means = np.array([Kernel()(x).mean() for x in within])
    p0, p1, p2 = fields.T[:, :, None]
    off = np.abs(Kernel()(cosines) - p0 - cosines * (p1 + cosines * p2)) / means[:, None]
    assert np.quantile(off[near], 0.1) > np.quantile(off[far & ~near], 0.98)
