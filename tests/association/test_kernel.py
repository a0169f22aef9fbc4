"""Kernel correspondence analysis: the four rows of the paper's table 3, and factors of every kind."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.linalg import aslinearoperator

from firth.association import kernel_factors, quotient
from firth.association.covariance import categorical_covariance
from firth.association.kernel import difference_operator, kernel_association
from firth.core import Counts, Vocabulary
from firth.errors import EmptyRowsError, InputError, MemoryBudgetError
from firth.factorize import decompose
from firth.runtime.memory import refuse_above_budget

RNG = np.random.default_rng(6)
N = RNG.poisson(1.0, (9, 7)) + np.eye(9, 7) * 5
P = N / N.sum()
R, C = P.sum(1), P.sum(0)
DELTA = P - np.outer(R, C)
OBSERVED = N > 0


def counts_of(table: np.ndarray, *, symmetric: bool = False) -> Counts:
    rows = Vocabulary(tuple(f"r{i}" for i in range(len(table))), table.sum(1))
    columns = Vocabulary(tuple(f"c{i}" for i in range(table.shape[1])), table.sum(0))
    return Counts(sparse.csr_array(table), rows, columns, symmetric=symmetric)


def dense(table: np.ndarray = N, **options) -> np.ndarray:
    return kernel_association(counts_of(table), **options).operator.to_dense()


PLAIN = {"rows": "identity", "columns": "identity"}


def log_ratio() -> np.ndarray:
    with np.errstate(divide="ignore"):
        return np.log(P / np.outer(R, C))


def test_inverse_masses_and_minus_are_correspondence_analysis():
    expected = quotient(counts_of(N), dtype=np.float64).operator
    found = kernel_association(counts_of(N)).operator
    assert np.allclose(found.to_dense(), expected.to_dense(), rtol=1e-13)
    assert found.left.shape[1] == 1


def test_identity_and_minus_are_the_gini_covariance():
    assert np.allclose(dense(**PLAIN), DELTA)
    records = np.repeat(np.argwhere(OBSERVED), N[OBSERVED].astype(int), axis=0)
    operator = kernel_association(counts_of(N), **PLAIN).operator
    # The rank of Δ is one less than that of the table.
    nuclear_norm = decompose(operator, 6).values.sum()
    assert nuclear_norm / 2 == pytest.approx(categorical_covariance(*records.T))


def test_identity_and_log_ratio_are_shifted_pmi_on_observed_pairs():
    expected = np.where(OBSERVED, log_ratio() - np.log(5), 0)
    assert (expected < 0).any()
    assert np.allclose(dense(**PLAIN, difference="log_ratio", k=5), expected)
    assert kernel_association(counts_of(N), **PLAIN, difference="log_ratio").operator.left.shape[1] == 0


def test_identity_and_glove_add_biases_on_observed_pairs():
    b_w, b_c = RNG.standard_normal(9), RNG.standard_normal(7)
    expected = np.where(OBSERVED, log_ratio() + b_w[:, None] + b_c, 0)
    assert np.allclose(dense(**PLAIN, difference="glove", row_bias=b_w, column_bias=b_c), expected)


def test_glove_with_log_masses_as_biases_is_the_logarithm_of_the_table():
    found = dense(**PLAIN, difference="glove", row_bias=np.log(R), column_bias=np.log(C))
    assert np.allclose(found, np.log(P, where=OBSERVED, out=np.zeros_like(P)))


A_R = RNG.standard_normal((9, 3))
A_C = RNG.standard_normal((7, 4)) * (RNG.random((7, 4)) < 0.5)
KINDS = [np.asarray, sparse.csr_array, sparse.coo_matrix, aslinearoperator]


@pytest.mark.parametrize("row_kind", KINDS)
@pytest.mark.parametrize("column_kind", KINDS)
def test_factors_of_every_kind_multiply_from_both_sides(row_kind, column_kind):
    association = kernel_association(counts_of(N), rows=row_kind(A_R), columns=column_kind(A_C))
    assert np.allclose(association.operator.to_dense(), A_R.T @ DELTA @ A_C)
    assert association.rows.tokens == ("1", "2", "3")
    assert np.allclose(association.row_masses, R)


@pytest.mark.parametrize("kind", KINDS)
def test_a_factor_goes_with_a_named_kernel_on_the_other_side(kind):
    expected = A_R.T @ DELTA / np.sqrt(C)
    assert np.allclose(dense(rows=kind(A_R)), expected)
    expected = (DELTA / np.sqrt(R)[:, None]) @ A_C
    assert np.allclose(dense(columns=kind(A_C)), expected)


def test_a_vector_is_the_diagonal_of_the_kernel():
    assert np.allclose(dense(rows=1 / R, columns=1 / C), dense())


def test_a_sparse_factor_keeps_the_matrix_sparse_and_low_rank():
    merge = sparse.csr_array(np.eye(9)[:, :8] + np.eye(9, 8, -8))
    operator = kernel_association(counts_of(N), rows=merge).operator
    assert operator.left.shape == (8, 1)
    assert operator.sparse.nnz <= OBSERVED.sum()


def test_adjoint_identity_and_norm_hold_with_factors():
    for rows in (A_R, sparse.csr_array(A_R)):
        operator = kernel_association(counts_of(N), rows=rows).operator
        x, y = RNG.standard_normal(7), RNG.standard_normal(3)
        assert (operator @ x) @ y == pytest.approx(x @ (operator.T @ y))
        assert operator.squared_norm() == pytest.approx((operator.to_dense() ** 2).sum())


@pytest.mark.parametrize("difference", ["minus", "log_ratio", "glove"])
def test_symmetry_is_claimed_only_where_it_holds(difference):
    square = N[:7] + N[:7].T
    for columns, expected in (("inverse-mass", True), ("identity", False)):
        operator = kernel_association(
            counts_of(square, symmetric=True), difference=difference, columns=columns
        ).operator
        assert operator.symmetric == expected
        assert np.allclose(operator.to_dense(), operator.to_dense().T) == expected


def test_a_stored_zero_is_not_an_observed_pair():
    matrix = sparse.csr_array((np.array([2.0, 0.0, 2.0]), ([0, 0, 1], [0, 1, 1])), shape=(2, 2))
    names = Vocabulary(("a", "b"), np.array([2, 2]))
    found = kernel_association(Counts(matrix, names, names), **PLAIN, difference="log_ratio").operator
    assert np.allclose(found.to_dense(), np.diag([np.log(2)] * 2))


def test_new_rows_are_compared_with_the_masses_of_old_ones():
    operator = difference_operator(
        sparse.csr_array(N[2:5]), total=N.sum(), row_masses=R[2:5], column_masses=C, difference="minus"
    )
    assert np.allclose(operator.to_dense(), DELTA[2:5])


def test_the_recipe_remembers_names_and_tells_factors_apart():
    one = kernel_association(counts_of(N), rows=A_R).recipe
    assert one["association"]["columns"] == "inverse-mass"
    assert one.digest == kernel_association(counts_of(N), rows=A_R.copy()).recipe.digest
    assert one.digest != kernel_association(counts_of(N), rows=2 * A_R).recipe.digest
    assert kernel_association(counts_of(N), rows=sparse.csr_array(A_R)).recipe.digest != one.digest


def test_large_dense_factors_are_refused_before_they_are_made(monkeypatch):
    monkeypatch.setattr(kernel_factors, "DENSE_LIMIT", 20)
    with pytest.raises(MemoryBudgetError, match="give a sparse factor, or one with fewer columns"):
        dense(rows=A_R)
    with pytest.raises(MemoryBudgetError, match="give a sparse factor"):
        dense(rows=aslinearoperator(A_R))


def test_products_of_sparse_factors_stay_within_memory(monkeypatch):
    monkeypatch.setattr(
        kernel_factors,
        "refuse_above_budget",
        lambda needed, budget, *rest: refuse_above_budget(needed, 100, *rest),
    )
    with pytest.raises(MemoryBudgetError, match="use a sparser factor"):
        dense(rows=sparse.csr_array(A_R))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"difference": "plus"}, "difference is 'plus'; choose one of minus"),
        ({"k": 2}, "only difference='log_ratio' has a shift"),
        ({"k": 0, "difference": "log_ratio"}, "k is 0"),
        ({"row_bias": np.zeros(9)}, "has no biases"),
        ({"difference": "glove", "row_bias": np.zeros(3)}, "row_bias has shape .3,.; it must hold 9"),
        ({"rows": "gaussian"}, "kernel of the rows is 'gaussian'; choose identity"),
        ({"columns": A_R}, "first side must be the 7 columns"),
        ({"rows": np.zeros(9)}, "values of 0 or less"),
        ({"rows": A_R * np.nan}, "NaN or infinite"),
    ],
)
def test_bad_options_get_one_sentence(options, says):
    with pytest.raises(InputError, match=says):
        dense(**options)


def test_empty_rows_have_no_inverse_mass_but_an_identity_kernel():
    table = N.copy()
    table[3] = 0
    with pytest.raises(EmptyRowsError, match="1 of 9 rows have no counts"):
        dense(table)
    assert np.allclose(dense(table, **PLAIN)[3], 0)
    with pytest.raises(InputError, match="empty"):
        dense(table * 0)
