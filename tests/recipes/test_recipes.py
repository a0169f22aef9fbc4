"""Every recipe against its formula on a dense table, and the registry's own rules."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from firth.association import supervised_association, template, tuning_from_pairs
from firth.core import Counts, Recipe, Vocabulary
from firth.errors import EmptyRowsError, InputError
from firth.recipes import RECIPES, NamedRecipe, associate, register_recipe
from firth.recipes.registry import _RECIPES, named_recipe

RNG = np.random.default_rng(2)
HALF = RNG.poisson(1.0, (12, 12))
# Six pairs of words that keep each other's company, so that even shifted PMI has something left.
PAIRS = np.kron(np.diag(np.arange(20, 80, 10)), [[0, 1], [1, 0]])
N = (HALF + HALF.T + PAIRS).astype(float)


def test_a_recipe_is_printed_in_one_line():
    assert repr(RECIPES["ppmi"]) == f"NamedRecipe: ppmi, {RECIPES['ppmi'].sentence}"


def counts_of(table: np.ndarray, *, symmetric: bool = False) -> Counts:
    matrix = sparse.csr_array(table)
    rows = Vocabulary(tuple(f"r{i}" for i in range(len(table))), table.sum(1).astype(int))
    columns = Vocabulary(tuple(f"c{i}" for i in range(table.shape[1])), table.sum(0).astype(int))
    return Counts(matrix, rows, columns, symmetric=symmetric)


def dense(recipe: str, table: np.ndarray = N, **options) -> np.ndarray:
    return associate(
        counts_of(table, symmetric=True), recipe, dtype=np.float64, **options
    ).operator.to_dense()


def pmi(alpha: float) -> np.ndarray:
    r, c = N.sum(1), N.sum(0) ** alpha
    with np.errstate(divide="ignore"):
        return np.log(N * c.sum() / np.outer(r, c))


def test_plain_and_transformed_counts():
    assert np.allclose(dense("svd"), N)
    assert np.allclose(dense("svd-log"), np.log1p(N))
    assert np.allclose(dense("svd-sqrt"), np.sqrt(N))


def test_positive_pmi_with_smoothed_contexts():
    assert np.allclose(dense("ppmi"), np.maximum(pmi(0.75), 0))


def test_shifted_positive_pmi():
    assert np.allclose(dense("sppmi", shift=3.0), np.maximum(pmi(0.75) - np.log(3), 0))


def test_thresholded_pmi_keeps_values_down_to_the_threshold_in_bits():
    expected = np.where(pmi(1.0) > -0.5 * np.log(2), pmi(1.0), 0)
    assert (expected < 0).any(), "the table tests nothing below zero"
    assert np.allclose(dense("svd-ns", threshold=-0.5), expected)
    assert np.allclose(dense("eigenword", threshold=-0.5), expected)
    thresholds = {name: RECIPES[name].all_options["threshold"] for name in ("svd-ns", "eigenword")}
    assert thresholds == {"svd-ns": -2.5, "eigenword": 0.0}


def test_sqrt_cca_transforms_marginals_not_sums_of_transformed_counts():
    r, c = np.sqrt(N.sum(1)), np.sqrt(N.sum(0)) ** 0.75
    expected = np.sqrt(N) / np.sqrt(np.outer(r, c)) * np.sqrt(c.sum() / np.sqrt(N.sum(0)).sum())
    assert np.allclose(dense("sqrt-cca"), expected)


@pytest.mark.parametrize(("recipe", "power"), [("ca", 1.0), ("root-ca", 0.5), ("rootroot-ca", 0.25)])
def test_correspondence_analysis_of_powers_takes_the_masses_of_the_powered_table(recipe, power):
    p = N**power / (N**power).sum()
    r, c = p.sum(1), p.sum(0)
    assert np.allclose(dense(recipe), (p - np.outer(r, c)) / np.sqrt(np.outer(r, c)))


def test_reg_divides_by_the_row():
    matrix = template(counts_of(N), scale="reg", dtype=np.float64).operator.to_dense()
    assert np.allclose(matrix, N / N.sum(1, keepdims=True))


def test_total_inertia_equals_chi_square_over_n():
    expected = np.outer(N.sum(1), N.sum(0)) / N.sum()
    chi_square = ((N - expected) ** 2 / expected).sum()
    operator = associate(counts_of(N), "ca", dtype=np.float64).operator
    assert operator.squared_norm() == pytest.approx(chi_square / N.sum(), rel=1e-12)


NEEDED = {"sca": {"pairs": [("r0", "r1", 9.0), ("r2", "r3", 1.0), ("r0", "r5", 4.0)]}}
"""Options that a recipe cannot do without."""


@pytest.mark.parametrize("recipe", [name for name, one in RECIPES.items() if one.kind != "descent"])
def test_symmetry_is_claimed_only_where_it_holds(recipe):
    association = associate(counts_of(N, symmetric=True), recipe, dtype=np.float64, **NEEDED.get(recipe, {}))
    matrix = association.operator.to_dense()
    if association.operator.symmetric:
        assert np.allclose(matrix, matrix.T)
    else:
        assert not np.allclose(matrix, matrix.T)


@pytest.mark.parametrize("recipe", [name for name, one in RECIPES.items() if one.kind != "descent"])
def test_threads_and_blocks_do_not_change_a_byte(recipe, monkeypatch):
    counts, options = counts_of(N, symmetric=True), NEEDED.get(recipe, {})
    one = associate(counts, recipe, threads=1, **options).operator.sparse
    monkeypatch.setattr("firth.runtime.sparse.CELLS_PER_BLOCK", 7)
    many = associate(counts, recipe, threads=3, **options).operator.sparse
    assert (one.data.tobytes(), one.indices.tobytes()) == (many.data.tobytes(), many.indices.tobytes())


def test_word2vec_to_fourth_order():
    p = N / N.sum()
    independent = np.outer(p.sum(1), p.sum(0))
    assert (N == 0).any(), "the table has no pair that was never seen"
    assert np.allclose(dense("qwem"), 2 * (p - independent) / (p + independent))


def test_the_diagonal_that_leaves_no_eigenvalue_negative():
    plain, repaired = dense("eigenword", threshold=-1.0), dense("eigenword-psd", threshold=-1.0)
    off = ~np.eye(12, dtype=bool)
    assert np.linalg.eigvalsh(plain)[0] < -0.1
    assert np.allclose(repaired[off], plain[off])
    assert np.linalg.eigvalsh(repaired)[0] > -1e-12
    assert np.allclose(np.diag(repaired), np.abs(np.where(off, plain, 0)).sum(axis=1))


def test_negative_values_go_to_pairs_never_seen_and_to_no_others():
    plain = dense("eigenword", threshold=-1.0)
    sampled = dense("eigenword-unseen", threshold=-1.0, negatives=3)
    changed = sampled != plain
    assert changed.any()
    assert (N[changed] == 0).all()
    assert ((sampled[changed] < 0) & (sampled[changed] > -np.log(2))).all()
    assert np.allclose(sampled, sampled.T, rtol=1e-12)
    assert not np.array_equal(sampled, dense("eigenword-unseen", threshold=-1.0, negatives=3, seed=1))


def test_recipes_of_counts_that_are_cut_refuse_others():
    how = Recipe().then("counting", window=24, weights="flat")
    counts = replace(counts_of(N, symmetric=True), how=how)
    with pytest.raises(InputError, match="'tailcut' is for counts that were cut; count with cut='indep"):
        associate(counts, "tailcut")
    cut = replace(counts, how=how.then("counting", window=24, cut="independence"))
    assert np.allclose(associate(cut, "tailcut", dtype=np.float64).operator.to_dense(), dense("ca"))
    assert np.allclose(dense("flat"), dense("ca"))


def test_semi_supervised_words_are_pulled_together_by_the_pairs_given_and_the_recipe_names_them():
    table, words = N, Vocabulary(tuple(f"r{i}" for i in range(12)), N.sum(1).astype(int))
    counts = Counts(sparse.csr_array(table), words, words, symmetric=True)
    pairs = NEEDED["sca"]["pairs"]
    tuned = associate(counts, "sca", pairs=pairs, strength=0.2, dtype=np.float64)
    psi = tuning_from_pairs(pairs, words, strength=0.2).table
    by_hand = supervised_association(counts, row_tuning=psi, column_tuning=psi)
    assert np.allclose(tuned.operator.to_dense(), by_hand.operator.to_dense())
    assert tuned.recipe["association"]["pairs"].startswith("3 entries, ")
    with pytest.raises(InputError, match="there are no pairs"):
        associate(counts, "sca")


def test_cells_that_become_zero_are_dropped():
    assert (associate(counts_of(N), "ppmi").operator.sparse.data > 0).all()


def test_masses_sum_to_one_and_the_recipe_is_remembered():
    association = associate(counts_of(N), "sppmi", shift=2.0)
    assert association.row_masses.sum() == pytest.approx(1)
    assert association.column_masses.sum() == pytest.approx(1)
    assert association.recipe["association"]["shift"] == 2.0
    assert association.recipe["association"]["alpha"] == 0.75


def test_a_recipe_of_ones_own_can_be_added_once():
    mine = NamedRecipe("test-only", "Counts to the power 0.1.", "here", template, {"transform": 0.1})
    register_recipe(mine)
    try:
        assert np.allclose(dense("test-only"), np.where(N > 0, N**0.1, 0))
        with pytest.raises(InputError, match="there is a recipe 'test-only' already"):
            register_recipe(mine)
    finally:
        del _RECIPES["test-only"]


def test_empty_rows_are_named_with_the_way_out():
    table = N.copy()
    table[3] = 0
    with pytest.raises(EmptyRowsError, match=r"1 of 12 rows have no counts \(first: r3\).*without_empty"):
        associate(counts_of(table), "ca")
    assert associate(counts_of(table).without_empty(), "ca").operator.shape == (11, 12)


@pytest.mark.parametrize(
    ("recipe", "options", "says"),
    [
        ("word2vec", {}, "no recipe 'word2vec'; choose one of svd"),
        ("ppmi", {"power": 2}, "has no option 'power'; it has transform"),
        ("ppmi", {"shift": 0.5}, "shift is 0.5"),
        ("ppmi", {"scale": "tf"}, "scale is 'tf'"),
        ("svd", {"transform": "cube"}, "transform is 'cube'"),
        ("svd", {"transform": -1.0}, "transform is -1.0"),
        ("root-ca", {"power": float("nan")}, "transform is nan"),
    ],
)
def test_bad_options_get_one_sentence(recipe, options, says):
    with pytest.raises(InputError, match=says):
        associate(counts_of(N), recipe, **options)


def test_an_empty_table_is_refused():
    with pytest.raises(InputError, match="table of counts is empty"):
        associate(counts_of(np.zeros((3, 3))), "ppmi")


NUMBERS = [
    (name, option)
    for name, recipe in RECIPES.items()
    for option, usual in recipe.all_options.items()
    if isinstance(usual, int | float)
]


@pytest.mark.parametrize(("name", "option"), NUMBERS)
@pytest.mark.parametrize("value", ["x", "1", None, True, [1.0]])
def test_what_is_no_number_is_refused_where_a_number_belongs(name, option, value):
    with pytest.raises(InputError, match=rf"{option} is {re.escape(repr(value))}; it must be a number\."):
        RECIPES[name].settle({option: value})


def test_numbers_of_other_kinds_are_numbers():
    assert RECIPES["sppmi"].settle({"shift": np.int64(5)})["shift"] == 5
    assert RECIPES["glove"].settle({"epochs": np.int64(5)})["epochs"] == 5


@pytest.mark.parametrize("seed", [-1, float("nan")])
def test_a_seed_of_a_recipe_that_is_none_is_refused(seed):
    with pytest.raises(InputError, match=f"seed is {seed}; it must be a whole number, 0 or more"):
        associate(counts_of(N, symmetric=True), "eigenword-unseen", seed=seed)


def test_a_recipe_spelled_wrong_is_told_which_was_meant():
    with pytest.raises(InputError, match=r"no recipe 'eigenwrod'; did you mean eigenword or .*\? All are "):
        named_recipe("eigenwrod")
