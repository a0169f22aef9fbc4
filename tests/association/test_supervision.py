"""Semi-supervised correspondence analysis: its definition over pairs of records, and scored pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from firth.association import quotient
from firth.association.pair_supervision import fit_strength, tuning_from_pairs
from firth.association.supervision import supervised_association, tuned_difference
from firth.core import Counts, Vocabulary
from firth.errors import EmptyRowsError, InputError
from firth.factorize import decompose
from reference.slow_supervision import independent_part, sum_over_pairs_of_records

RNG = np.random.default_rng(7)
N = RNG.poisson(0.7, (6, 5)) + np.eye(6, 5) + np.eye(6, 5, -1)


def counts_of(table: np.ndarray, *, symmetric: bool = False) -> Counts:
    rows = Vocabulary(tuple(f"r{i}" for i in range(len(table))), table.sum(1))
    columns = Vocabulary(tuple(f"c{i}" for i in range(table.shape[1])), table.sum(0))
    return Counts(sparse.csr_array(table), rows, columns, symmetric=symmetric)


def tuning(size: int, *, seed: int = 0, pairs: int = 3) -> np.ndarray:
    rng = np.random.default_rng(seed)
    psi = np.zeros((size, size))
    for _ in range(pairs):
        i, j = rng.choice(size, 2, replace=False)
        psi[i, j] = psi[j, i] = rng.uniform(-0.9, 2)
    return psi


def slow(table: np.ndarray, psi_r: np.ndarray, psi_c: np.ndarray) -> np.ndarray:
    b = independent_part(table, 1 + psi_r, 1 + psi_c)
    difference = sum_over_pairs_of_records(table, 1 + psi_r, 1 + psi_c) / 2
    return difference / np.sqrt(np.outer(b.sum(1), b.sum(0)))


def test_without_tuning_it_is_correspondence_analysis():
    found, expected = supervised_association(counts_of(N)), quotient(counts_of(N), dtype=np.float64)
    assert np.allclose(found.operator.to_dense(), expected.operator.to_dense(), rtol=1e-13, atol=1e-16)
    assert np.allclose(found.row_masses, expected.row_masses)
    assert np.allclose(found.column_masses, expected.column_masses)


def test_ratios_of_one_everywhere_are_correspondence_analysis():
    found = supervised_association(
        counts_of(N), row_tuning=np.zeros((6, 6)), column_tuning=sparse.csr_array((5, 5))
    )
    expected = quotient(counts_of(N), dtype=np.float64)
    assert np.allclose(found.operator.to_dense(), expected.operator.to_dense(), rtol=1e-13, atol=1e-16)


@settings(max_examples=15)
@given(seed=st.integers(0, 999), rows=st.booleans(), columns=st.booleans())
def test_it_equals_the_sum_over_pairs_of_records(seed, rows, columns):
    table = np.random.default_rng(seed).poisson(0.5, (4, 3)) + np.eye(4, 3) + np.eye(4, 3, -1)
    psi_r = tuning(4, seed=seed, pairs=2) * rows
    psi_c = tuning(3, seed=seed + 1, pairs=2) * columns
    found = supervised_association(
        counts_of(table),
        row_tuning=sparse.csr_array(psi_r) if rows else None,
        column_tuning=psi_c if columns else None,
    )
    assert np.allclose(found.operator.to_dense(), slow(table, psi_r, psi_c), atol=1e-12)
    b = independent_part(table, 1 + psi_r, 1 + psi_c)
    assert np.allclose(found.row_masses, b.sum(1) / b.sum())
    assert np.allclose(found.column_masses, b.sum(0) / b.sum())


def test_ratios_below_zero_are_allowed_while_masses_stay_positive():
    psi = np.zeros((6, 6))
    psi[0, 1] = psi[1, 0] = -2.0
    found = supervised_association(counts_of(N), row_tuning=psi).operator.to_dense()
    assert np.allclose(found, slow(N, psi, np.zeros((5, 5))))
    with pytest.raises(
        InputError, match=r"leaves row 'r[01]' a mass of 0 or less; bring its ratios closer to 1"
    ):
        supervised_association(counts_of(N), row_tuning=psi * 50)


def test_it_stays_sparse_and_of_rank_one(monkeypatch):
    rng = np.random.default_rng(3)
    table = sparse.random_array(
        (400, 300), density=0.01, rng=rng, data_sampler=lambda size: rng.poisson(1, size) + 1
    )
    table = (table + sparse.eye_array(400, 300) + sparse.eye_array(400, 300, k=-100)).tocsr()
    names = [Vocabulary(tuple(map(str, range(n))), np.ones(n)) for n in table.shape]
    psi_r, psi_c = (sparse.csr_array(tuning(n, pairs=20)) for n in table.shape)
    whole = supervised_association(Counts(table, *names), row_tuning=psi_r, column_tuning=psi_c).operator
    assert whole.left.shape[1] == 1
    assert whole.sparse.nnz < 2 * table.nnz
    monkeypatch.setattr("firth.runtime.sparse.CELLS_PER_BLOCK", 50)
    blocks = supervised_association(Counts(table, *names), row_tuning=psi_r, column_tuning=psi_c).operator
    assert np.allclose(blocks.to_dense(), whole.to_dense(), atol=1e-15)
    phi_r, phi_c, dense = 1 + psi_r.toarray(), 1 + psi_c.toarray(), table.toarray()
    b = (phi_r @ dense) * (dense @ phi_c)
    expected = (dense * (phi_r @ dense @ phi_c) - b) / np.sqrt(np.outer(b.sum(1), b.sum(0)))
    assert np.allclose(whole.to_dense(), expected, atol=1e-12)


def test_symmetry_is_claimed_only_where_it_holds():
    square = N[:5] + N[:5].T
    psi = tuning(5)
    both = supervised_association(
        counts_of(square, symmetric=True), row_tuning=psi, column_tuning=psi
    ).operator
    assert both.symmetric
    assert np.allclose(both.to_dense(), both.to_dense().T)
    one = supervised_association(counts_of(square, symmetric=True), row_tuning=psi).operator
    assert not one.symmetric
    assert not np.allclose(one.to_dense(), one.to_dense().T)


def cosine_of_first_two(psi: np.ndarray | None) -> float:
    association = supervised_association(counts_of(N), row_tuning=psi)
    factors = decompose(association, 4)
    x, y = (factors.left * factors.values / np.sqrt(association.row_masses)[:, None])[:2]
    return float(x @ y / np.linalg.norm(x) / np.linalg.norm(y))


def test_ratios_below_one_pull_together_and_above_one_push_apart():
    psi = np.zeros((6, 6))
    psi[0, 1] = psi[1, 0] = 1.0
    assert cosine_of_first_two(-0.9 * psi) > cosine_of_first_two(None) > cosine_of_first_two(2 * psi)


def test_new_rows_are_tuned_like_old_ones():
    psi = sparse.csr_array(tuning(5))
    sums = {"column_sums": N.sum(0), "total": N.sum(), "column_tuning": psi}
    whole, part = (tuned_difference(sparse.csr_array(t), **sums) for t in (N, N[2:4]))
    assert np.allclose(part.sparse.toarray(), whole.sparse.toarray()[2:4])
    assert np.allclose(part.row_sums, whole.row_sums[2:4])


def test_the_recipe_tells_tunings_apart():
    one, other = (supervised_association(counts_of(N), row_tuning=f * tuning(6)).recipe for f in (1, 0.5))
    assert one.digest != other.digest
    assert one["association"]["column_tuning"] is None


LOPSIDED = np.triu(np.ones((6, 6)), 1)


@pytest.mark.parametrize(
    ("psi", "says"),
    [
        (np.zeros((5, 5)), "row_tuning has shape .5, 5.; it must be 6 × 6"),
        (LOPSIDED, "row_tuning is not symmetric"),
        (np.eye(6), "leave its diagonal empty"),
        (tuning(6) * np.nan, "NaN or infinite"),
    ],
)
def test_bad_tunings_get_one_sentence(psi, says):
    with pytest.raises(InputError, match=says):
        supervised_association(counts_of(N), row_tuning=psi)


def test_empty_rows_are_named():
    table = N.copy()
    table[2] = 0
    with pytest.raises(EmptyRowsError, match="first: r2"):
        supervised_association(counts_of(table))


WORDS = Vocabulary(("cat", "dog", "car", "bus"), np.array([4, 3, 2, 1]))
PAIRS = [
    ("cat", "dog", 9.0),
    ("dog", "cat", 7.0),
    ("cat", "car", 2.0),
    ("car", "bus", 5.0),
    ("bus", "bus", 10.0),
]


def test_more_like_pairs_get_smaller_ratios():
    # Equal masses and equal numbers of pairs, so that the score alone decides.
    words = Vocabulary(tuple("abcdef"), np.ones(6))
    table = tuning_from_pairs([("a", "b", 9), ("c", "d", 5), ("e", "f", 1)], words, strength=0.1).table
    ratios = 1 + np.array([table[0, 1], table[2, 3], table[4, 5]])
    assert np.allclose(ratios, [0.4, 1, 1.6])


def test_pairs_given_twice_are_averaged_and_words_against_themselves_left_out():
    tuned = tuning_from_pairs(PAIRS, WORDS, strength=0.1, scale=(0, 10))
    assert tuned.used == 3
    assert tuned.table[0, 1] == tuned.table[1, 0] == pytest.approx(-0.1 * 0.6 / (0.4 * 2))
    assert not tuned.table.diagonal().any()


def test_words_that_are_not_known_are_reported():
    assert tuning_from_pairs([*PAIRS, ("emu", "cat", 4.0)], WORDS).missing == ("emu",)
    with pytest.raises(InputError, match="none of the 2 pairs has two different words of the vocabulary"):
        tuning_from_pairs([("emu", "cat", 4.0), ("emu", "owl", 3.0)], WORDS)
    with pytest.raises(InputError, match="none of the 2 pairs has two different words of the vocabulary"):
        tuning_from_pairs([("cat", "cat", 4.0), ("dog", "dog", 3.0)], WORDS)


@given(seed=st.integers(0, 9999), strength=st.floats(0, 0.5))
def test_what_a_tuning_takes_from_a_mass_is_at_most_its_strength(seed, strength):
    rng = np.random.default_rng(seed)
    words = Vocabulary(tuple(map(str, range(8))), rng.integers(1, 1000, 8))
    pairs = [(str(a), str(b), float(rng.random())) for a, b in rng.integers(0, 8, (12, 2))]
    table = tuning_from_pairs([*pairs, ("0", "1", 2.0)], words, strength=strength).table
    assert (abs(table) @ (words.counts / words.total)).max() <= strength + 1e-12


def test_strength_zero_changes_nothing():
    psi = tuning_from_pairs(PAIRS, WORDS, strength=0).table
    table = RNG.poisson(3, (4, 4)) + 1
    found = supervised_association(counts_of(table), row_tuning=psi).operator
    assert np.allclose(found.to_dense(), quotient(counts_of(table), dtype=np.float64).operator.to_dense())


def test_a_fitted_strength_is_scored_on_pairs_it_was_not_made_from():
    seen = []

    def score(psi, held):
        for first, second, _ in held:
            assert psi[WORDS.index[first], WORDS.index[second]] == 0
        seen.append(len(held))
        return -abs(float(abs(psi).max()) - 0.3)

    pairs = [("cat", "dog", 9.0), ("cat", "car", 2.0), ("car", "bus", 5.0), ("dog", "bus", 1.0)]
    fitted = fit_strength(pairs, WORDS, score, folds=2, strengths=(0.4, 0.0, 0.1))
    assert sorted(fitted.scores) == [0.0, 0.1, 0.4]
    assert fitted.best == max(fitted.scores, key=fitted.scores.get)
    assert seen == [2] * 6
    assert fit_strength(pairs, WORDS, lambda psi, held: 1.0, folds=4).best == 0


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: tuning_from_pairs([], WORDS), "there are no pairs"),
        (
            lambda: tuning_from_pairs([("cat", "dog", 1.0)], WORDS),
            "the scores run from 1 to 1; give pairs with different scores",
        ),
        (lambda: tuning_from_pairs(PAIRS, WORDS, scale=(0, 5)), "do not lie within scale"),
        (lambda: tuning_from_pairs([("cat", "dog", np.nan)], WORDS), "score of 'cat' and 'dog' is nan"),
        (lambda: tuning_from_pairs(PAIRS, WORDS, strength=-1), "strength is -1"),
        (lambda: fit_strength(PAIRS, WORDS, lambda *_: 0.0, folds=1), "folds is 1; 5 pairs"),
        (lambda: fit_strength(PAIRS, WORDS, lambda *_: 0.0, strengths=()), "strengths is empty"),
    ],
)
def test_bad_pairs_get_one_sentence(call, says):
    with pytest.raises(InputError, match=says):
        call()
