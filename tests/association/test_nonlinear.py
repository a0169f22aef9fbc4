"""Non-linear correspondence analysis and LSI weightings against their formulas on dense tables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from firth.association import logarithm, nonlinear_quotient, power, presence, quotient
from firth.association.nonlinear import column_kernel
from firth.core import Counts, Vocabulary
from firth.errors import EmptyRowsError, InputError
from firth.factorize import decompose
from firth.factorize.coordinates import principal_pair
from firth_papers.lsi import lsi_weighting

N = np.random.default_rng(5).poisson(0.9, (14, 9)).astype(float) + np.eye(14, 9)
N[9:, 0] += 1


def saturating(q):
    """A function of one's own: rises from 0 to 1, and is not 0 at 1."""
    return q / (1 + q)


FUNCTIONS = [
    power(0.25),
    power(0.75),
    power(1),
    power(1.25),
    presence(),
    logarithm(pseudo_count=0.1),
    saturating,
    np.tanh,
]
every_function = pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: getattr(f, "__name__", str(f)))


def counts_of(table: np.ndarray) -> Counts:
    rows = Vocabulary(tuple(f"r{i}" for i in range(len(table))), table.sum(1))
    columns = Vocabulary(tuple(f"c{i}" for i in range(table.shape[1])), table.sum(0))
    return Counts(sparse.csr_array(table), rows, columns)


def quotients(table: np.ndarray) -> np.ndarray:
    p = table / table.sum()
    return p / np.outer(p.sum(1), p.sum(0))


@every_function
def test_sparse_plus_rank_one_equals_the_dense_formula(f):
    association = nonlinear_quotient(counts_of(N), function=f)
    expected = np.sqrt(np.outer(association.row_masses, association.column_masses)) * f(quotients(N))
    assert np.allclose(association.operator.to_dense(), expected, rtol=1e-12, atol=1e-14)
    assert association.operator.sparse.nnz <= np.count_nonzero(N)
    assert association.operator.left.shape[1] == 1


def test_beta_one_is_correspondence_analysis():
    one, ca = nonlinear_quotient(counts_of(N), function=power(1)), quotient(counts_of(N), dtype=np.float64)
    assert np.allclose(one.operator.sparse.toarray(), ca.operator.sparse.toarray(), rtol=1e-14, atol=0)
    assert np.array_equal(one.operator.left, ca.operator.left)
    assert np.array_equal(one.operator.right, ca.operator.right)
    assert np.array_equal(one.row_masses, ca.row_masses)


def test_small_powers_approach_the_logarithm_of_what_is_observed():
    observed = N > 0
    near = power(1e-6)(quotients(N)[observed])
    assert np.allclose(near, np.log(quotients(N)[observed]), atol=1e-4)


@every_function
def test_the_explicit_kernel_is_the_inner_product_of_documents_at_full_rank(f):
    association = nonlinear_quotient(counts_of(N), function=f)
    features = f(quotients(N))
    kernel = features.T @ (association.row_masses[:, None] * features)
    assert np.allclose(column_kernel(association), kernel)
    rank = np.linalg.matrix_rank(association.operator.to_dense())
    _, x = principal_pair(association, decompose(association, int(rank)))
    assert np.allclose(x @ x.T, kernel)


def merged(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A table with two proportional rows, apart and added up."""
    apart = np.vstack([table, 3 * table[0]])
    together = table.copy()
    together[0] *= 4
    return apart, together


@every_function
@settings(max_examples=25)
@given(data=st.data())
def test_merging_proportional_profiles_moves_no_other_point(f, data):
    cells = st.lists(st.integers(0, 6), min_size=20, max_size=20)
    table = np.array(data.draw(cells), float).reshape(5, 4) + 1 * (np.indices((5, 4)).sum(0) % 2 == 0)
    for way in (lambda t: t, lambda t: t.T):  # words, then documents
        apart, together = map(way, merged(way(table)))
        first, second = (nonlinear_quotient(counts_of(t), function=f) for t in (apart, together))
        assert np.allclose(column_kernel(first)[:4, :4], column_kernel(second)[:4, :4], atol=1e-10)
        for mine, other in ((first, second), (turned(first), turned(second))):
            distances, others = (distances_between_columns(a) for a in (mine, other))
            small = min(len(distances), len(others), 4)
            assert np.allclose(distances[:small, :small], others[:small, :small], atol=1e-10)


def turned(association):
    from dataclasses import replace

    return replace(
        association,
        operator=association.operator.T,
        row_masses=association.column_masses,
        column_masses=association.row_masses,
    )


def distances_between_columns(association) -> np.ndarray:
    kernel = column_kernel(association)
    own = np.diag(kernel)
    return own[:, None] + own[None] - 2 * kernel


@pytest.mark.parametrize("f", [power(0.75), presence(), logarithm(pseudo_count=0.5)], ids=str)
def test_merging_proportional_words_leaves_document_coordinates_as_they_are(f):
    apart, together = merged(N)
    for a, b in ((apart, together), (apart.T, together.T)):
        coordinates = []
        for table in (a, b):
            association = nonlinear_quotient(counts_of(table), function=f)
            rows, columns = principal_pair(association, decompose(association, 3))
            coordinates.append((rows, columns))
        (rows, columns), (other_rows, other_columns) = coordinates
        same = min(len(rows), len(other_rows)), min(len(columns), len(other_columns))
        assert np.allclose(abs(rows[: same[0]]), abs(other_rows[: same[0]]))
        assert np.allclose(abs(columns[: same[1]]), abs(other_columns[: same[1]]))


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_and_blocks_do_not_change_a_byte(threads, monkeypatch):
    one = nonlinear_quotient(counts_of(N), function=power(0.75), threads=1).operator.sparse
    monkeypatch.setattr("firth.runtime.sparse.CELLS_PER_BLOCK", 7)
    other = nonlinear_quotient(counts_of(N), function=power(0.75), threads=threads).operator.sparse
    assert one.data.tobytes() == other.data.tobytes()


def test_cells_that_hold_zero_count_as_unobserved():
    matrix = sparse.csr_array(N)
    matrix.data[3] = 0
    counts = counts_of(matrix.toarray())
    stored = Counts(matrix, counts.rows, counts.columns)
    for f in (power(0.5), presence()):
        expected = nonlinear_quotient(counts, function=f).operator.to_dense()
        assert np.allclose(nonlinear_quotient(stored, function=f).operator.to_dense(), expected)


@pytest.mark.parametrize("beta", [0, -0.5, float("nan"), float("inf")])
def test_powers_that_are_not_positive_are_refused(beta):
    with pytest.raises(InputError, match=r"beta is .*; it must be above 0"):
        power(beta)


@pytest.mark.parametrize("pseudo_count", [None, 0, -1.0, float("nan")])
def test_a_logarithm_needs_a_pseudo_count(pseudo_count):
    with pytest.raises(InputError, match=r"f\(0\) must be finite.*pseudo_count=0\.1"):
        logarithm(pseudo_count=pseudo_count)


@pytest.mark.parametrize(
    ("f", "says"),
    [
        (np.log, r"f\(0\) is -inf, but f\(0\) must be finite.*give a pseudo-count"),
        (lambda q: -q, "f falls or is constant"),
        (np.zeros_like, "f falls or is constant"),
        (np.sum, "elementwise"),
        (0.75, r"function is 0\.75; give power\(0\.75\)"),
        (lambda q: np.where(q > 2.5, np.inf, q), "is not finite"),
    ],
    ids=["log", "falling", "constant", "sum", "number", "infinite"],
)
def test_unsuitable_functions_get_one_sentence(f, says):
    with pytest.raises(InputError, match=says):
        nonlinear_quotient(counts_of(N), function=f)


def test_negative_counts_and_empty_rows_are_named():
    negative = N.copy()
    negative[2, 3] = -1
    with pytest.raises(InputError, match=r"the cell \(r2, c3\) is -1\.0"):
        nonlinear_quotient(counts_of(negative), function=power(1))
    empty = N.copy()
    empty[4] = 0
    with pytest.raises(EmptyRowsError, match="first: r4"):
        nonlinear_quotient(counts_of(empty), function=power(1))


def test_functions_are_values():
    assert power(0.5) == power(0.5)
    assert {power(0.5), presence(), logarithm(pseudo_count=1)} == {
        logarithm(pseudo_count=1),
        presence(),
        power(0.5),
    }


def test_lsi_weightings():
    n_i, n_j = N.sum(1, keepdims=True), N.sum(0)
    rarity = N.shape[1] / np.count_nonzero(N, axis=1)[:, None]
    expected = {
        "raw": N,
        "ca": N / np.sqrt(n_i * n_j),
        "idf": N * rarity,
        "log-idf": N * np.log(rarity),
    }
    for weighting, matrix in expected.items():
        found = lsi_weighting(counts_of(N), weighting=weighting).operator
        assert np.allclose(found.to_dense(), matrix)
        assert found.left.shape[1] == 0


def test_the_ca_weighting_has_the_axes_of_ca_after_a_trivial_first_one():
    association = lsi_weighting(counts_of(N), weighting="ca")
    values = decompose(association, 4).values
    assert values[0] == pytest.approx(1)
    assert np.allclose(values[1:], decompose(quotient(counts_of(N), dtype=np.float64), 3).values)


def test_an_unknown_weighting_is_refused():
    with pytest.raises(InputError, match="weighting is 'bm25'; choose one of raw, ca, idf, log-idf"):
        lsi_weighting(counts_of(N), weighting="bm25")
