"""Tables and records without association, against slow twins and against scipy's random tables."""

import numpy as np
import pytest
from scipy import sparse
from scipy.stats import ks_2samp, random_table

from ca.r_numbers import counts_of, golden
from firth.ca import chance, correspondence, multiple_correspondence
from firth.ca.analyzed import AnalyzedRecords, analyzed_records, analyzed_table
from firth.ca.chance import chance_records, chance_tables, without_axes
from firth.ca.shuffling import permuted, shuffled_table, unit_records
from firth.core import SparseLowRank
from firth.runtime.run import Run
from reference import slow_chance

RUN = Run(seed=5, threads=1)


def vectors_of(analysis):
    return [side.standard * np.sqrt(side.masses)[:, None] for side in (analysis.rows, analysis.columns)]


def test_a_shuffled_table_keeps_both_margins():
    rng = np.random.default_rng(0)
    rows, columns = np.array([5, 0, 7, 1]), np.array([3, 4, 6])
    table = shuffled_table(rows, columns, rng)
    assert table.sum(axis=1).tolist() == rows.tolist()
    assert table.sum(axis=0).tolist() == columns.tolist()
    assert table.has_canonical_format


def test_shuffled_tables_are_distributed_as_those_of_scipy():
    rng = np.random.default_rng(1)
    rows, columns = np.array([30, 5, 12, 40, 8]), np.array([20, 3, 41, 31])
    theirs = random_table(rows, columns).rvs(2000, random_state=rng)
    own = np.array([shuffled_table(rows, columns, rng).toarray() for _ in range(2000)])
    for statistic in (
        lambda table: table[0, 0],
        lambda table: table[1, 1],
        lambda table: (slow_chance.residuals(table) ** 2).sum(),
        lambda table: np.linalg.svd(slow_chance.residuals(table), compute_uv=False)[0],
    ):
        assert ks_2samp(list(map(statistic, theirs)), list(map(statistic, own))).pvalue > 0.01


@pytest.mark.parametrize("turned", [False, True])
def test_inertias_of_tables_are_those_of_the_slow_twin(turned):
    table = counts_of(golden("housetasks")).matrix.toarray()
    table = table.T if turned else table
    analysis = correspondence(table)
    left, right = vectors_of(analysis)
    found = chance_tables(analyzed_table(analysis, table), left, right, 3, RUN)
    for replicate in range(3):
        rng = np.random.default_rng([RUN.seed, replicate])
        drawn = random_table(table.sum(axis=1), table.sum(axis=0)).rvs(1, random_state=rng)[0]
        matrix = slow_chance.residuals(drawn)
        assert np.allclose(found.ranked[replicate], np.linalg.svd(matrix, compute_uv=False)[:3] ** 2)
        assert np.allclose(found.beyond[replicate], slow_chance.inertias_beyond(matrix, left, right))


def test_inertias_of_large_tables_are_those_of_the_slow_twin(monkeypatch):
    table = counts_of(golden("author")).matrix.toarray()
    analysis = correspondence(table)
    left, right = (vectors[:, :3] for vectors in vectors_of(analysis))
    monkeypatch.setattr(chance, "DENSE_CELLS", 0)
    found = chance_tables(analyzed_table(analysis, table), left, right, 2, RUN)
    for replicate in range(2):
        rng = np.random.default_rng([RUN.seed, replicate])
        matrix = slow_chance.residuals(shuffled_table(table.sum(axis=1), table.sum(axis=0), rng).toarray())
        expected = np.linalg.svd(matrix, compute_uv=False)[:3] ** 2
        assert np.allclose(found.ranked[replicate], expected, rtol=1e-4)
        assert np.allclose(
            found.beyond[replicate], slow_chance.inertias_beyond(matrix, left, right), rtol=1e-4
        )


def test_an_operator_without_axes_is_projected_on_both_sides():
    rng = np.random.default_rng(2)
    operator = SparseLowRank(sparse.csr_array(rng.random((7, 5))), rng.random((7, 1)), rng.random((5, 1)))
    u, v = np.linalg.qr(rng.random((7, 2)))[0], np.linalg.qr(rng.random((5, 2)))[0]
    expected = (np.eye(7) - u @ u.T) @ operator.to_dense() @ (np.eye(5) - v @ v.T)
    assert np.allclose(without_axes(operator, u, v).to_dense(), expected)


def answers(records=200, seed=0):
    rng = np.random.default_rng(seed)
    latent = rng.integers(0, 3, records)
    return {
        name: np.where(rng.random(records) < 0.5, latent, rng.integers(0, size, records)).astype(str)
        for name, size in (("a", 3), ("b", 4), ("c", 3))
    }


@pytest.mark.parametrize("dense", [True, False])
@pytest.mark.parametrize("weights", [None, "frequencies", "shares"])
@pytest.mark.parametrize("excluded", [(), ("b:3",)])
def test_inertias_of_records_are_those_of_the_slow_twin(monkeypatch, dense, weights, excluded):
    data, rng = answers(), np.random.default_rng(4)
    given = {None: None, "frequencies": rng.integers(1, 4, 200), "shares": rng.random(200) + 0.5}[weights]
    analysis = multiple_correspondence(data, weights=given, exclude=excluded)
    records = analyzed_records(analysis, data)
    vectors = vectors_of(analysis)[1][:, :3]
    inertias = analysis.indicator_values[:3] ** 2
    if not dense:
        monkeypatch.setattr(chance, "DENSE_CATEGORIES", 0)
    found = chance_records(records, inertias, vectors, 2, RUN)
    codes, left = unit_records(records)
    assert codes.shape[1] == (given.sum() if weights == "frequencies" else 200)
    left = np.ones(codes.shape[1]) if left is None else left
    for replicate in range(2):
        shuffled = permuted(codes, np.random.default_rng([RUN.seed, replicate]))
        assert [sorted(row) for row in shuffled.tolist()] == [sorted(row) for row in codes.tolist()]
        matrix = slow_chance.burt_residuals(shuffled, left, records.categories, len(records.owners))
        beyond = slow_chance.records_beyond(matrix, inertias, vectors, records.owners, 3)
        assert np.allclose(found.ranked[replicate], np.linalg.eigvalsh(matrix)[::-1][:3], rtol=1e-4)
        assert np.allclose(found.beyond[replicate], beyond, rtol=1e-4, atol=1e-6)


def test_records_without_permutation_have_the_inertias_of_the_analysis():
    analysis = multiple_correspondence(answers())
    values, vectors = chance.axes_of_records(analyzed_records(analysis, answers()))
    kept = len(analysis.indicator_values)
    assert np.allclose(values[:kept], analysis.indicator_values**2)
    alike = np.abs((vectors[:, :kept] * vectors_of(analysis)[1]).sum(axis=0))
    assert np.allclose(alike, 1)


def test_weights_of_half_a_record_are_no_frequencies():
    codes = np.zeros((2, 3), np.int32)
    assert AnalyzedRecords(codes, 1, np.zeros(1), np.array([1.0, 2, 5])).frequencies
    assert not AnalyzedRecords(codes, 1, np.zeros(1), np.array([1.0, 2, 0.5])).frequencies
