"""Weighted factorization against a slow twin, closed forms and a general least-squares solver."""

from __future__ import annotations

import tracemalloc
from dataclasses import astuple

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import least_squares

from firth.core import Counts, Vocabulary
from firth.errors import InputError
from firth.factorize import glove
from firth.factorize._glove_kernels import fit_observed, fit_unobserved
from firth.factorize.glove import glove_factors, glove_memory
from firth.runtime.run import Run
from reference.slow_glove import Side, glove_weight, slow_glove, unobserved_draws


def counts_of(table: np.ndarray) -> Counts:
    names = [Vocabulary(tuple(map(str, range(n))), np.ones(n)) for n in table.shape]
    return Counts(sparse.csr_array(table), *names)


def sparse_counts(m: int, p: int, *, density: float = 0.4, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.gamma(0.5, 4.0, (m, p)) * (rng.random((m, p)) < density)


def product(fit) -> np.ndarray:
    return fit.left @ fit.right.T + fit.left_bias[:, None] + fit.right_bias


def pmi(table: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(table * table.sum() / np.outer(table.sum(1), table.sum(0)))


def kernel_state(side: Side, bias: int, one: int) -> np.ndarray:
    """Vectors, then bias and one (or one and bias), with an endless divisor under the one."""
    length, dim = side.vectors.shape
    state = np.ones((length, 2, dim + 2))
    state[:, 0, :dim], state[:, 0, dim + bias] = side.vectors, side.biases
    state[:, 1, dim + one] = np.inf
    return state


@pytest.fixture
def problem():
    """A table, its rows in some order, and one side each for the twin and for the kernel."""
    rng = np.random.default_rng(3)
    table = sparse_counts(9, 7)
    sides = [Side(rng.standard_normal((n, 5)), rng.standard_normal(n)) for n in table.shape]
    states = kernel_state(sides[0], 0, 1), kernel_state(sides[1], 1, 0)
    return table, rng.permutation(9), sides, states


def assert_same(sides, states):
    for side, state, bias in zip(sides, states, (5, 6), strict=True):
        assert np.allclose(state[:, 0, :5], side.vectors, rtol=1e-12)
        assert np.allclose(state[:, 0, bias], side.biases, rtol=1e-12)
        assert np.allclose(state[:, 1, :5], side.vector_squares, rtol=1e-12)
        assert np.allclose(state[:, 1, bias], side.bias_squares, rtol=1e-12)
        assert (state[:, 0, 11 - bias] == 1).all()


def test_the_kernel_takes_the_steps_of_the_slow_twin(problem):
    table, order, sides, states = problem
    matrix = sparse.csr_array(table)
    starts = np.column_stack([matrix.indptr[:-1], matrix.indptr[1:]])
    shifts = np.linspace(-1, 1, 9), np.linspace(1, 2, 7)
    for _ in range(3):
        cells = [
            (i, j, np.log(table[i, j]) + shifts[0][i] + shifts[1][j], glove_weight(table[i, j], 2.5, 0.75))
            for i in order for j in np.flatnonzero(table[i])
        ]  # fmt: skip
        expected = slow_glove(cells, *sides, rate=0.2)
        loss = fit_observed(
            order, starts, 0, matrix.indices, np.log(matrix.data), *shifts, *states, np.log(2.5), 0.75, 0.2
        )
        assert loss == pytest.approx(expected, rel=1e-12)
    assert_same(sides, states)


def test_the_kernel_for_unobserved_cells_draws_and_steps_as_the_slow_twin(problem):
    table, order, sides, states = problem
    matrix = sparse.csr_array(table)
    starts = np.column_stack([[np.searchsorted(row, b) for row in split(matrix)] for b in (0, 2, 7)])
    starts += matrix.indptr[:-1, None]
    drawn = unobserved_draws(table, order.tolist(), range(2, 7), 1.7, seed=5)
    assert len(drawn) > 10
    expected = slow_glove([(i, j, -1.5, 0.3) for i, j in drawn], *sides, rate=0.2)
    loss = fit_unobserved(order, starts, 1, 2, 7, matrix.indices, *states, 1.7, -1.5, 0.3, 0.2, 5)
    assert loss == pytest.approx(expected, rel=1e-12)
    assert_same(sides, states)


def split(matrix):
    return np.split(matrix.indices, matrix.indptr[1:-1])


@pytest.mark.parametrize("target", ["log", "pmi"])
@pytest.mark.parametrize("shape", [(3, 5), (40, 7), (50, 60)])
def test_an_epoch_sees_every_observed_cell_once_with_the_weight_of_its_count(target, shape):
    table = sparse_counts(*shape)
    fit = glove_factors(counts_of(table), dim=4, target=target, x_max=3, power=0.6, epochs=2, rate=1e-20)
    seen = table > 0
    wanted = np.log(table[seen]) if target == "log" else pmi(table)[seen]
    losses = np.minimum(1, (table[seen] / 3) ** 0.6) * (product(fit)[seen] - wanted) ** 2 / 2
    assert fit.losses == pytest.approx([losses.mean()] * 2, rel=1e-5)
    assert 0.08 < np.abs(fit.left).max() <= 0.5 / 4, "GloVe begins within ±½/dim"


def test_an_unobserved_pair_weighs_as_much_as_half_a_count():
    counts = counts_of(sparse_counts(300, 300, density=0.02))
    how = {"dim": 90, "target": "pmi", "x_max": 8, "epochs": 1, "rate": 1e-20}
    added = np.subtract(*(glove_factors(counts, negatives=k, **how).losses[0] for k in (3.0, 0.0)))
    # Products begin near 0, one away from the target, and 2 of 100 draws hit an observed cell.
    assert added == pytest.approx(3 * 0.98 * (0.5 / 8) ** 0.75 / 2, rel=0.02)


def test_with_equal_weights_pmi_is_fitted_as_closely_as_the_svd_allows():
    table = sparse_counts(9, 8, density=2) + 1.0
    fit = glove_factors(counts_of(table), dim=3, target="pmi", x_max=1, epochs=1000, run=Run(threads=1))
    best = (np.linalg.svd(pmi(table), compute_uv=False)[3:] ** 2).sum()
    assert best < ((product(fit) - pmi(table)) ** 2).sum() < 1.02 * best
    assert not fit.left_bias.any()
    assert not fit.right_bias.any()


def test_with_equal_weights_biases_take_the_means_of_rows_and_columns():
    """Additive main effects and the leading axes of what they leave: the closed form of the same model."""
    table = sparse_counts(9, 8, density=2) + 1.0
    logs = np.log(table)
    rest = logs - logs.mean(1, keepdims=True) - logs.mean(0) + logs.mean()
    best = (np.linalg.svd(rest, compute_uv=False)[2:] ** 2).sum()
    fit = glove_factors(counts_of(table), dim=2, x_max=1, epochs=1000, run=Run(threads=1))
    assert best < ((product(fit) - logs) ** 2).sum() < 1.01 * best


def test_the_loss_comes_down_to_that_of_a_general_least_squares_solver():
    table = sparse_counts(8, 7, density=0.9)
    i, j = np.nonzero(table)
    roots = np.sqrt(np.minimum(1, (table[i, j] / 5) ** 0.75))

    def residuals(x: np.ndarray) -> np.ndarray:
        u, v, b, c = np.split(x, np.cumsum([8, 7, 8]))
        return roots * (u[i] * v[j] + b[i] + c[j] - np.log(table[i, j]))

    starts = np.random.default_rng(0).standard_normal((20, 30))
    best = min(least_squares(residuals, start).cost for start in starts)
    fit = glove_factors(counts_of(table), dim=1, x_max=5, epochs=1000, run=Run(threads=1))
    loss = (roots**2 * (product(fit) - np.log(np.maximum(table, 1e-9)))[i, j] ** 2).sum() / 2
    assert best < loss < 1.01 * best


def test_unobserved_pairs_are_pushed_below_zero_and_observed_ones_are_not():
    table = np.kron(np.eye(6), np.ones((10, 10))) * np.random.default_rng(0).gamma(9, 1, (60, 60))
    table *= np.random.default_rng(1).random((60, 60)) < 0.5
    with_negatives, without = (
        product(glove_factors(counts_of(table), dim=10, target="pmi", x_max=1, negatives=k, epochs=60))
        for k in (2.0, 0.0)
    )
    unrelated = np.kron(np.eye(6), np.ones((10, 10))) == 0
    assert with_negatives[unrelated].mean() == pytest.approx(glove.UNOBSERVED_PMI, abs=0.1)
    assert without[unrelated].mean() > -0.5
    assert with_negatives[table > 0].mean() == pytest.approx(pmi(table)[table > 0].mean(), abs=0.2)


@pytest.mark.parametrize("options", [{}, {"target": "pmi", "negatives": 0.7}])
def test_same_seed_same_bytes_for_any_number_of_threads(options):
    counts = counts_of(sparse_counts(200, 150))
    fits = [glove_factors(counts, dim=6, epochs=3, run=Run(4, t), **options) for t in (1, 2, 5)]
    assert len({b"".join(np.asarray(part).tobytes() for part in astuple(fit)) for fit in fits}) == 1
    assert glove_factors(counts, dim=6, epochs=3, run=Run(5), **options).losses != fits[0].losses


def test_blocks_that_run_at_the_same_time_share_neither_rows_nor_columns(monkeypatch):
    turns = []

    def one_turn(function, blocks, threads):
        turns.append(blocks)
        return map(function, blocks)

    monkeypatch.setattr(glove, "in_order", one_turn)
    glove_factors(counts_of(sparse_counts(200, 150)), dim=2, epochs=1)
    turns = [turn for turn in turns if len(turn) == glove.STRATA]
    for turn in turns:
        assert sorted(np.concatenate([rows for rows, _, _ in turn])) == list(range(200))
        assert sorted(segment for _, segment, _ in turn) == list(range(glove.STRATA))
    visits = {(row, segment) for turn in turns for rows, segment, _ in turn for row in rows.tolist()}
    assert len(visits) == 200 * glove.STRATA


def test_cells_that_are_there_but_zero_are_unobserved():
    table = sparse_counts(20, 20)
    counts = counts_of(table)
    spelled_out = counts_of(table)
    matrix = sparse.csr_array(np.ones((20, 20)))
    matrix.data[:] = table.ravel()
    object.__setattr__(spelled_out, "matrix", matrix)
    how = {"dim": 3, "target": "pmi", "negatives": 1.0, "epochs": 2}
    assert glove_factors(spelled_out, **how).losses == glove_factors(counts, **how).losses


def test_progress_runs_from_nothing_to_all_cells_of_all_epochs():
    seen = []
    counts = counts_of(sparse_counts(30, 40))
    glove_factors(counts, dim=2, epochs=3, run=Run(progress=lambda *said: seen.append(said)))
    assert {(stage, total, unit) for stage, _, total, unit in seen} == {
        ("factorizing", 3 * counts.matrix.nnz, "cells")
    }
    done = [step[1] for step in seen]
    assert done == sorted(done)
    assert len(set(done)) == 3 * glove.STRATA + 1
    assert (done[0], done[-1]) == (0, 3 * counts.matrix.nnz)


@pytest.mark.parametrize(("shape", "dim"), [((4000, 3000), 5), ((4000, 3000), 50), ((300, 9000), 50)])
def test_the_memory_that_is_estimated_is_what_the_arrays_take(shape, dim, monkeypatch):
    monkeypatch.setattr("firth.runtime.sparse.CELLS_PER_BLOCK", 1000)  # next to nothing beside the arrays
    rng = np.random.default_rng(0)
    counts = counts_of(rng.random(shape) * (rng.random(shape) < 0.1))
    glove_factors(counts, dim=dim, epochs=1, run=Run(threads=1))  # compiles
    tracemalloc.start()
    try:
        glove_factors(counts, dim=dim, epochs=1, run=Run(threads=1))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # The numbers of columns are in the table already, since no file is behind it.
    assert glove_memory(counts, dim) - counts.matrix.indices.nbytes == pytest.approx(most, rel=0.02)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"dim": 0}, "dim is 0; it must be a whole number, at least 1"),
        ({"epochs": 0}, "epochs is 0"),
        ({"epochs": 2.5}, r"epochs is 2\.5; it must be a whole number, at least 1"),
        ({"epochs": "many"}, "epochs is 'many'; it must be a whole number"),
        ({"x_max": "x"}, "x_max is 'x'; it must be a number above 0"),
        ({"rate": None}, "rate is None; it must be a number above 0"),
        ({"power": "x"}, "power is 'x'; it must be a number, 0 or more"),
        ({"negatives": None}, "negatives is None; it must be a number, 0 or more"),
        ({"target": "ppmi"}, "target is 'ppmi'; choose one of log, pmi"),
        ({"x_max": 0}, "x_max is 0; it must be a number above 0"),
        ({"rate": float("nan")}, "rate is nan"),
        ({"power": -1}, "power is -1; it must be a number, 0 or more"),
        ({"negatives": float("inf"), "target": "pmi"}, "negatives is inf"),
        ({"negatives": 1.0}, "negatives is for target='pmi'"),
        ({"rate": 1e30, "epochs": 9}, "the loss is not a finite number in epoch .; lower rate, now 1e[+]30"),
    ],
)
def test_bad_options_get_one_sentence(options, says):
    with pytest.raises(InputError, match=says):
        glove_factors(counts_of(sparse_counts(6, 6)), **{"dim": 2} | options)


@pytest.mark.parametrize("value", [np.nan, np.inf, -1.0])
def test_values_that_are_no_counts_are_refused(value):
    table = sparse_counts(6, 6, density=2)
    table[2, 3] = value
    with pytest.raises(InputError, match="NaN, infinite or negative"):
        glove_factors(counts_of(table), dim=2)


def test_an_empty_table_is_refused():
    with pytest.raises(InputError, match="empty"):
        glove_factors(counts_of(np.zeros((3, 3))), dim=2)
