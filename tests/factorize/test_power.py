"""Power iteration with deflation: a worked example, LAPACK, and sparse tables that stay sparse."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from firth.core import SparseLowRank
from firth.errors import InputError, MemoryBudgetError
from firth.factorize import power
from firth.factorize.power import centered, power_components, smoothed_counts

# Columns with, in, have; rows orzo, penne, ziti, pici.
PASTA = np.array([[0, 1, 2], [1, 2, 3], [3, 3, 6], [0, 0, 1]])
ONES = np.full(3, 3**-0.5)


@pytest.mark.parametrize(
    ("rounds", "line"),
    [
        (1, [0.48722554, 0.43850298, 0.75519958]),
        (2, [0.48765374, 0.43679415, 0.75591316]),
        (3, [0.48767114, 0.4367649, 0.75591884]),
        (4, [0.48767151, 0.43676433, 0.75591892]),
    ],
)
def test_the_first_rounds_of_the_worked_example(rounds, line):
    factors = power_components(PASTA, 1, start=ONES, iterations=rounds)
    assert np.allclose(factors.right[:, 0], line, atol=6e-9)
    assert factors.report.stopped == "all rounds were taken"


def test_the_components_of_the_worked_example():
    right = power_components(PASTA, 3, start=ONES).right
    for found, printed in zip(
        right.T, [(0.4877, 0.4368, 0.7559), (0.5595, -0.8210, 0.1134), (0.6702, 0.3676, -0.6448)], strict=True
    ):
        assert np.allclose(found * np.sign(found[0]), printed, atol=5e-5)


def test_what_is_left_after_the_first_component_of_the_worked_example():
    # The notes deflate by r⁴ of their iteration, which has not quite come to rest.
    r = power_components(PASTA, 1, start=ONES, iterations=4).right
    x = centered(PASTA).to_dense()
    printed = [
        [-0.2870376, 0.13853747, 0.10513275],
        [-0.10649876, 0.40461846, -0.16507921],
        [0.0989363, -0.20261489, 0.05324187],
        [0.29460005, -0.34054104, 0.00670458],
    ]
    assert np.allclose(x - x @ r @ r.T, printed, atol=2e-6)


def test_two_components_smooth_the_counts():
    smoothed = smoothed_counts(PASTA, power_components(PASTA, 2).right)
    exact = [[0.14, 1.08, 1.87], [0.88, 1.93, 3.12], [3.03, 3.02, 5.97], [-0.05, -0.02, 1.04]]
    assert np.allclose(smoothed, exact, atol=5e-3)


def test_the_printed_reconstruction_multiplies_components_rounded_to_two_digits():
    smoothed = smoothed_counts(PASTA, power_components(PASTA, 2).right.round(2))
    printed = [[0.13, 1.07, 1.85], [0.87, 1.93, 3.12], [3.04, 3.04, 6.00], [-0.05, -0.04, 1.02]]
    # Within one unit of the last digit: the notes print .8782 as .87 and 1.0664 as 1.07.
    assert np.abs(smoothed - printed).max() < 0.01


def test_all_components_give_the_counts_back():
    assert np.allclose(smoothed_counts(PASTA, power_components(PASTA, 3).right), PASTA)


def test_power_iteration_finds_what_lapack_finds():
    rng = np.random.default_rng(1)
    # Gaps between the singular values: power iteration needs 1/gap rounds.
    table = rng.poisson(1.0, (60, 20)) @ np.diag(1.5 ** -np.arange(20))
    factors = power_components(sparse.csr_array(table), 4)
    u, values, vt = np.linalg.svd(table - table.mean(0), full_matrices=False)
    assert np.allclose(factors.values, values[:4], rtol=1e-9)
    assert np.allclose(np.abs(np.sum(factors.right * vt[:4].T, axis=0)), 1)
    assert np.allclose(np.abs(np.sum(factors.left * u[:, :4], axis=0)), 1)
    assert factors.report.stopped == "every line came to rest"
    assert factors.report.residual < 1e-8


@settings(max_examples=25)
@given(m=st.integers(2, 12), p=st.integers(1, 8), seed=st.integers(0, 99))
def test_centring_is_a_rank_one_part_and_components_are_orthonormal(m, p, seed):
    rng = np.random.default_rng(seed)
    table = rng.poisson(1.0, (m, p)) + rng.random((m, p))
    operator = centered(table)
    assert operator.left.shape == (m, 1)
    assert np.allclose(operator.to_dense(), table - table.mean(0))
    n = min(m - 1, p, 3)
    right = power_components(table, n, iterations=50).right
    assert np.allclose(right.T @ right, np.eye(n), atol=1e-10)


def test_a_start_across_the_table_falls_back_on_a_random_one():
    table = np.array([[2.0, 0, 0], [0, 1, 0], [0, 0, 0]])
    operator = SparseLowRank.from_sparse(sparse.csr_array(table))
    factors = power_components(operator, 2, start=[1.0, 0, 0])
    assert np.allclose(factors.values, [2, 1])


def test_same_seed_same_bytes_for_any_number_of_threads():
    table = sparse.random_array((300, 50), density=0.2, rng=np.random.default_rng(0)).tocsr()
    results = [power_components(table, 3, seed=5, threads=t, iterations=20) for t in (1, 2)]
    assert len({r.left.tobytes() + r.right.tobytes() for r in results}) == 1


def test_rows_asked_for_are_smoothed_alone(monkeypatch):
    right = power_components(PASTA, 2).right
    whole = smoothed_counts(sparse.csr_array(PASTA), right)
    assert np.allclose(smoothed_counts(PASTA, right, rows=[3, 0]), whole[[3, 0]])
    monkeypatch.setattr(power, "DENSE_LIMIT", 7)
    assert np.allclose(smoothed_counts(PASTA, right, rows=[1, 2]), whole[1:3])
    with pytest.raises(MemoryBudgetError, match="ask for at most 2 rows at a time"):
        smoothed_counts(PASTA, right)


def test_a_rank_that_is_used_up_is_named():
    with pytest.raises(
        InputError, match="dim is 3, but this 4 × 3 table has 1 components; choose dim of at most 1"
    ):
        power_components(np.outer([1.0, 2, 3, 5], [1, 1, 1]), 3)
    for constant in (1.0, 0.1, 1e9 / 3):
        with pytest.raises(InputError, match="has 0 components"):
            power_components(np.full((7, 3), constant), 1)


def test_single_precision_comes_to_rest_as_far_as_it_can():
    factors = power_components(PASTA.astype(np.float32), 2)
    assert factors.right.dtype == np.float32
    assert factors.report.stopped == "every line came to rest"
    assert np.allclose(factors.right, power_components(PASTA, 2).right, atol=1e-4)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"dim": 0}, "dim is 0, but a 4 × 3 table has 1 to 3 components"),
        ({"dim": 4}, "dim is 4"),
        ({"dim": 1, "start": [0, 0, 0]}, "start has shape .3,.; it must hold 3 finite numbers, not all 0"),
        ({"dim": 1, "tolerance": -1}, "tolerance is -1"),
        ({"dim": 1, "iterations": 0}, "iterations is 0"),
    ],
)
def test_bad_options_get_one_sentence(options, says):
    with pytest.raises(InputError, match=says):
        power_components(PASTA, options.pop("dim"), **options)


def test_bad_tables_get_one_sentence():
    with pytest.raises(InputError, match="NaN or infinite"):
        centered(np.array([[np.nan, 1.0]]))
    with pytest.raises(InputError, match="no cells"):
        centered(np.zeros((0, 3)))
    with pytest.raises(InputError, match="one row for each of 3 columns"):
        smoothed_counts(PASTA, np.eye(2))
    with pytest.raises(InputError, match="places from 0 to 3"):
        smoothed_counts(PASTA, np.eye(3), rows=[4])
