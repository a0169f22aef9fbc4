"""PMI above a threshold, repaired by its diagonal or with negatives: hand counts, dense twins, seeds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from firth.association.thresholded_pmi import dominant_pmi, negative_pmi
from firth.core import Counts, Vocabulary
from firth.errors import InputError
from reference.slow_thresholded_pmi import slow_dominant, slow_negatives, slow_pmi

BY_HAND = np.array([[4, 2, 0], [2, 0, 1], [0, 1, 2]])
"""Sums 6, 3, 3 of 12: PMI is log 4/3 in all cells that are not empty, but log 8/3 in the last."""


def counts_of(table: np.ndarray, *, symmetric: bool = True) -> Counts:
    names = Vocabulary(tuple(f"w{i}" for i in range(len(table))), table.sum(axis=1))
    return Counts(sparse.csr_array(table), names, names, symmetric=symmetric)


def random_table(words: int, density: float, seed: int) -> np.ndarray:
    """Symmetric counts with empty cells, and something in every row."""
    rng = np.random.default_rng(seed)
    half = np.triu(rng.integers(1, 60, (words, words)) * (rng.random((words, words)) < density))
    return half + half.T + np.eye(words, dtype=int)


def dense(association) -> np.ndarray:
    return association.operator.to_dense()


def test_the_diagonal_is_what_the_rest_of_a_row_adds_up_to():
    found = dense(dominant_pmi(counts_of(BY_HAND), dtype=np.float64))
    assert np.allclose(found, np.log(4 / 3) * np.array([[1, 1, 0], [1, 2, 1], [0, 1, 1]]), rtol=1e-12)
    half = dense(dominant_pmi(counts_of(BY_HAND), share=0.5, dtype=np.float64))
    assert np.allclose(half, np.log(4 / 3) * np.array([[0.5, 1, 0], [1, 1, 1], [0, 1, 0.5]]), rtol=1e-12)


def test_what_does_not_exceed_the_threshold_is_nothing():
    # log₂ 4/3 = .415: only log 8/3 stays, and the repair takes that off the diagonal.
    assert not dense(dominant_pmi(counts_of(BY_HAND), threshold=0.5)).any()
    found = dense(negative_pmi(counts_of(BY_HAND), threshold=0.5, dtype=np.float64))
    assert found[2, 2] == pytest.approx(np.log(8 / 3))
    assert not found[[0, 0, 1, 1], [0, 1, 1, 2]].any()


@settings(max_examples=30)
@given(
    words=st.integers(2, 25),
    density=st.floats(0.05, 1),
    threshold=st.floats(-6, 3),
    share=st.floats(0.01, 3),
    seed=st.integers(0, 99),
)
def test_the_repair_equals_its_dense_twin(words, density, threshold, share, seed):
    table = random_table(words, density, seed)
    found = dominant_pmi(counts_of(table), threshold=threshold, share=share, dtype=np.float64)
    assert np.allclose(dense(found), slow_dominant(slow_pmi(table, threshold), share), rtol=1e-9, atol=1e-12)
    assert found.operator.symmetric


@settings(max_examples=30)
@given(
    words=st.integers(2, 25), density=st.floats(0.05, 1), threshold=st.floats(-6, 3), seed=st.integers(0, 99)
)
def test_a_dominant_diagonal_leaves_no_eigenvalue_negative(words, density, threshold, seed):
    counts = counts_of(random_table(words, density, seed))
    values = np.linalg.eigvalsh(dense(dominant_pmi(counts, threshold=threshold, dtype=np.float64)))
    assert values.min() >= -1e-12 * max(1.0, values.max())


def test_a_smaller_share_promises_less():
    pair = counts_of(np.array([[0, 1], [1, 0]]))
    values = np.linalg.eigvalsh(dense(dominant_pmi(pair, share=0.5, dtype=np.float64)))
    assert np.allclose(values, np.log(2) * np.array([-0.5, 1.5]))


@pytest.mark.parametrize("negatives", [1, 4, 30])
@pytest.mark.parametrize("seed", [0, 7])
def test_negatives_equal_their_dense_twin(negatives, seed):
    table = random_table(40, 0.2, 3)
    found = dense(negative_pmi(counts_of(table), negatives=negatives, seed=seed, dtype=np.float64))
    drawn = slow_negatives(table, negatives, -2.5, seed)
    assert drawn.any()
    assert np.allclose(found, slow_pmi(table, -2.5) + drawn, rtol=1e-12)


def test_negatives_lie_between_the_threshold_and_zero_where_nothing_was_counted():
    table = random_table(40, 0.2, 3)
    found = dense(negative_pmi(counts_of(table), threshold=-1.5, negatives=20, dtype=np.float64))
    sampled = np.where(table == 0, found, 0.0)
    assert np.array_equal(sampled, sampled.T)
    unseen = found[table == 0]
    assert ((unseen <= 0) & (unseen > -1.5 * np.log(2))).all()
    assert (unseen < 0).any()
    assert np.allclose(found[table > 0], slow_pmi(table, -1.5)[table > 0])


def test_negatives_are_those_of_the_seed():
    counts = counts_of(random_table(40, 0.2, 3))
    one, again, other = (negative_pmi(counts, seed=seed).operator.sparse for seed in (5, 5, 6))
    assert one.data.tobytes() == again.data.tobytes()
    assert one.indices.tobytes() == again.indices.tobytes()
    assert not np.array_equal(one.toarray(), other.toarray())


@pytest.mark.parametrize("make", [dominant_pmi, negative_pmi])
def test_same_bytes_for_any_number_of_threads(make, monkeypatch):
    monkeypatch.setattr("firth.runtime.sparse.CELLS_PER_BLOCK", 50)
    counts = counts_of(random_table(40, 0.2, 3))
    one, two = (make(counts, threads=threads).operator.sparse for threads in (1, 3))
    assert one.data.tobytes() == two.data.tobytes()
    assert one.indices.tobytes() == two.indices.tobytes()


@pytest.mark.parametrize(
    ("make", "options", "says"),
    [
        (dominant_pmi, {"share": 0}, "share is 0; it must be more than 0"),
        (dominant_pmi, {"share": float("nan")}, "share is nan"),
        (negative_pmi, {"negatives": -1}, "negatives is -1; it must be more than 0"),
        (negative_pmi, {"seed": -1}, "seed is -1; it must be a whole number, 0 or more"),
        (negative_pmi, {"seed": 1.5}, r"seed is 1\.5"),
    ],
)
def test_bad_options_get_one_sentence(make, options, says):
    with pytest.raises(InputError, match=says):
        make(counts_of(BY_HAND), **options)


@pytest.mark.parametrize("make", [dominant_pmi, negative_pmi])
def test_counts_must_be_symmetric(make):
    with pytest.raises(InputError, match="eigenvectors need symmetric counts; count with contexts='both'"):
        make(counts_of(BY_HAND, symmetric=False))
