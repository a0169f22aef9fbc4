"""The descent against a slow twin, its fast modes against the exact one, and what must hold of any result."""

from __future__ import annotations

import sys
import types
from itertools import pairwise

import numpy as np
import pytest

from firth.errors import InputError
from firth.sphere.kubwe import WordBall, step_size, sweeps_with_search, word_ball
from reference.slow_kubwe import polynomial, slow_kubwe, slow_rate
from sphere.word_tables import association_of, random_points, random_weights

WORDS, DIM = 60, 6


def topics(words: int, of: int) -> np.ndarray:
    """Words associated within their topic alone, and not all pairs of them."""
    rng = np.random.default_rng(0)
    same = np.arange(words)[:, None] // of == np.arange(words) // of
    half = np.triu(rng.gamma(2, 1, (words, words)) * (rng.random((words, words)) < 0.5), 1)
    return (half + half.T) * same


def test_sweeps_are_those_of_the_slow_twin():
    a, start = random_weights(WORDS), random_points(WORDS, DIM)
    a[3] = 0.0  # pushed only
    a[8] = 1.0  # drawn only
    found = word_ball(association_of(a), dim=DIM, degree=5, sweeps=12, start=start)
    vectors, balances = slow_kubwe(a, start, polynomial(5), 12)
    assert np.allclose(found.vectors, vectors, atol=2e-5)
    assert np.allclose(found.balances, balances, rtol=1e-4)
    assert found.stopped == "12 sweeps"


@pytest.mark.parametrize("sweeps", [1, 2, 50])
def test_steps_fall_along_a_sigmoid(sweeps):
    assert [step_size(t, sweeps) for t in range(sweeps)] == pytest.approx(
        [slow_rate(t, sweeps) for t in range(sweeps)]
    )


@pytest.mark.parametrize("sweeps", [1, 7, 50, 100])
def test_neighbors_are_looked_for_before_words_have_moved_far(sweeps):
    looks = sorted(sweeps_with_search(sweeps))
    assert looks[0] == 0
    for begin, end in pairwise([*looks, sweeps]):
        assert sum(step_size(t, sweeps) for t in range(begin, end)) < 0.6
        assert end - begin <= 20


@pytest.mark.parametrize("mode", ["exact", "fast", "far-field"])
def test_words_of_a_topic_come_together_and_others_stay_apart(mode):
    a = topics(120, 12)
    found = word_ball(association_of(a), dim=12, mode=mode, neighbors=40, degree=5).vectors
    cosines = found @ found.T
    same = np.kron(np.eye(10), np.ones((12, 12))) > 0
    np.fill_diagonal(cosines, np.nan)
    assert np.nanmean(cosines[same]) > 0.5
    assert abs(np.nanmean(cosines[~same])) < 0.15
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-6)


@pytest.mark.parametrize("mode", ["exact", "fast", "far-field"])
def test_same_seed_same_bytes_for_any_number_of_threads(mode):
    association = association_of(random_weights(200))
    how = {"dim": 8, "mode": mode, "sweeps": 6, "neighbors": 30}
    one, two = (word_ball(association, threads=threads, **how) for threads in (1, 3))
    assert one.vectors.tobytes() == two.vectors.tobytes()
    assert one.balances == two.balances
    assert word_ball(association, seed=1, **how).vectors.tobytes() != one.vectors.tobytes()


class StandIn:
    """In the place of pynndescent's index, which takes half a minute to compile: near words, by the seed."""

    def __init__(self, rows, n_neighbors, random_state, n_jobs):
        self.rows = rows + 0.1 * np.random.default_rng(random_state).standard_normal(rows.shape)

    def query(self, rows, k):
        return np.argsort(-(rows @ self.rows.T), axis=1, kind="stable")[:, :k], None


@pytest.mark.parametrize(
    ("mode", "search"), [("exact", "product"), ("far-field", "product"), ("fast", "tree"), ("fast", "graph")]
)
def test_a_run_that_is_taken_up_after_any_sweep_ends_with_the_same_bytes(mode, search, monkeypatch):
    # That pynndescent's own index is the same each time is claimed in test_near.
    monkeypatch.setitem(sys.modules, "pynndescent", types.SimpleNamespace(NNDescent=StandIn))
    association = association_of(random_weights(150))
    how = {"dim": 5, "mode": mode, "search": search, "sweeps": 12, "neighbors": 20}
    states: list[WordBall] = []
    whole = word_ball(association, keep=states.append, **how)
    assert [len(state.balances) for state in states] == list(range(1, 12))
    for state in states:
        again = word_ball(association, resume=state, **how)
        assert again.vectors.tobytes() == whole.vectors.tobytes()
        assert again.balances == whole.balances


def test_forces_come_nearer_to_balance_and_a_tolerance_ends_the_sweeps():
    association = association_of(topics(120, 12))
    whole = word_ball(association, dim=12)
    assert whole.balances[-1] < 0.5 * whole.balances[0]
    middle = float(np.mean(whole.balances))
    early = word_ball(association, dim=12, tolerance=middle)
    assert early.stopped == "attraction and repulsion are in balance"
    assert early.balances == whole.balances[: len(early.balances)]
    assert early.balances[-1] <= middle < min(early.balances[:-1])


def test_only_positive_cells_attract_and_scale_of_rows_is_nothing():
    a = random_weights(WORDS)
    plain = word_ball(association_of(a), dim=4, sweeps=5).vectors
    with_negatives = np.where((a == 0) & (random_weights(WORDS, seed=1) > 0), -1.0, a)
    assert (with_negatives < 0).any()
    assert np.array_equal(word_ball(association_of(with_negatives), dim=4, sweeps=5).vectors, plain)
    doubled = a * 2.0 ** np.arange(WORDS)[:, None]
    assert np.array_equal(word_ball(association_of(doubled), dim=4, sweeps=5).vectors, plain)


def test_progress_is_told_by_sweeps():
    seen = []
    word_ball(association_of(random_weights(30)), dim=3, sweeps=4, progress=lambda *said: seen.append(said))
    assert seen == [("moving", done, 4, "sweeps") for done in range(5)]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"mode": "slow"}, "mode is 'slow'; choose one of exact, fast, far-field"),
        ({"dim": 1}, "dim is 1; it must be at least 2"),
        ({"dim": 31}, "dim is 31, but there are 30 words"),
        ({"sweeps": 0}, "sweeps is 0; it must be at least 1"),
        ({"neighbors": 0, "mode": "fast"}, "neighbors is 0"),
        ({"kernel": "rbf"}, "kernel is 'rbf'"),
        ({"degree": 0}, "degree is 0"),
        ({"tolerance": -1}, "tolerance is -1"),
        ({"seed": -1}, "seed is -1"),
        ({"start": np.ones((30, 3))}, r"start has shape \(30, 3\); it must be \(30, 4\)"),
    ],
)
def test_bad_options_get_one_sentence(options, says):
    with pytest.raises(InputError, match=says):
        word_ball(association_of(random_weights(30)), **{"dim": 4} | options)


def test_associations_without_zeros_or_without_anything_are_refused():
    with pytest.raises(InputError, match="has a low-rank part, so that no pair is 0"):
        word_ball(association_of(random_weights(9), left=np.ones((9, 1)), right=np.ones((9, 1))), dim=2)
    with pytest.raises(InputError, match="no two words are associated"):
        word_ball(association_of(-random_weights(9)), dim=2)
