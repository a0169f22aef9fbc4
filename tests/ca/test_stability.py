"""Confidence ellipses: exact covariances against draws, FactoMineR's draws and slow twins."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from ca.r_numbers import counts_of, golden, poison
from firth.association import power
from firth.ca import (
    confidence_ellipses,
    correspondence,
    multiple_correspondence,
    nonlinear_correspondence,
    supplementary_rows,
)
from firth.counting import counts_from_table, indicator
from firth.errors import InputError
from reference import slow_ellipses


def distance(found, expected):
    """How far covariances are apart, as parts of the variances."""
    scale = np.sqrt(np.einsum("pii->pi", expected))
    return np.abs(found - expected) / (scale[:, :, None] * scale[:, None, :])


@pytest.mark.parametrize("name", ["smoke", "housetasks", "children"])
@pytest.mark.parametrize("axes", [(1, 2), (3, 1)])
def test_covariances_are_those_of_the_slow_twin(name, axes):
    counts = counts_of(golden(name))
    analysis, table = correspondence(counts), counts.matrix.toarray()
    chosen = np.array(axes) - 1
    for side, own, other, cells in (
        ("rows", analysis.rows, analysis.columns, table),
        ("columns", analysis.columns, analysis.rows, table.T),
    ):
        found = confidence_ellipses(analysis, counts, side=side, axes=axes)
        expected = slow_ellipses.of_rows(cells, other.standard[:, chosen])
        assert np.allclose(found.covariances, expected, rtol=1e-9, atol=1e-14)
        assert np.array_equal(found.centers, own.principal[:, chosen])


@pytest.mark.parametrize(
    ("of_r", "side"), [("multinomial_row", "rows"), ("multinomial_col", "columns"), ("boot_row", "rows")]
)
def test_covariances_are_those_of_factominer_but_for_its_random_numbers(of_r, side):
    """A variance of 2,000 replicates is off by 3 %; with n fixed it is larger by 1/n_i, 5 % at most here."""
    counts, numbers = counts_of(golden("children")), np.array(golden("ellipses")[of_r])
    found = confidence_ellipses(correspondence(counts), counts, side=side).covariances
    apart = distance(numbers[:, [[0, 1], [1, 2]]], found)
    assert apart.max() < 0.13
    assert apart.mean() < 0.04


@pytest.mark.parametrize("side", ["rows", "columns"])
def test_replicates_agree_with_the_exact_covariances(side):
    counts = counts_of(golden("housetasks"))
    analysis = correspondence(counts)
    exact = confidence_ellipses(analysis, counts, side=side)
    drawn = confidence_ellipses(analysis, counts, side=side, replicates=2000, seed=1)
    assert distance(drawn.covariances, exact.covariances).max() < 0.13
    assert np.allclose(drawn.coverage, 0.95, atol=0.03)
    assert exact.coverage is None
    assert np.array_equal(drawn.centers, exact.centers)


def test_replicates_are_placed_as_supplementary_rows():
    counts = counts_of(golden("smoke"))
    analysis = correspondence(counts)
    rng = np.random.default_rng([4, 0]), np.random.default_rng([4, 1])
    shares = counts.matrix.tocoo().data / counts.total
    places = []
    for generator in rng:
        table = counts.matrix.copy()
        table.data = generator.multinomial(int(counts.total), shares)
        again = counts_from_table(table, rows=counts.rows.tokens, columns=counts.columns.tokens)
        places.append(supplementary_rows(analysis, again).principal[:, :2])
    half = (places[0] - places[1]) / 2
    found = confidence_ellipses(analysis, counts, side="rows", replicates=2, seed=4)
    assert np.allclose(found.covariances, 2 * half[:, :, None] * half[:, None, :])


def test_same_bytes_for_any_number_of_threads():
    counts = counts_of(golden("smoke"))
    analysis = correspondence(counts)
    one, four = (confidence_ellipses(analysis, counts, replicates=50, threads=n) for n in (1, 4))
    assert one.covariances.tobytes() == four.covariances.tobytes()
    assert one.coverage.tobytes() == four.coverage.tobytes()


def test_points_of_one_count_have_a_point_as_their_ellipse():
    table = np.array([[20, 5, 9], [5, 20, 8], [0, 1, 0], [0, 3, 0], [9, 9, 11]])
    analysis = correspondence(table)
    found = confidence_ellipses(analysis, table, side="rows")
    assert not found.covariances[2:4].any()
    assert found.half_axes[2].tolist() == [0, 0]
    assert (found.half_axes[[0, 1, 4]] > 0).all()
    drawn = confidence_ellipses(analysis, table, side="rows", replicates=30)
    assert np.isfinite(drawn.covariances).all()
    assert drawn.coverage[2] == 1
    assert not drawn.to_polars().null_count().sum_horizontal().item()
    assert np.isfinite(drawn.outline()).all()


def test_twice_the_counts_halve_the_covariances_of_the_same_map():
    table = counts_of(golden("smoke")).matrix.toarray()
    one, two = (confidence_ellipses(correspondence(n * table), n * table) for n in (1, 2))
    assert np.allclose(one.covariances, 2 * two.covariances)


def test_shares_with_their_number_are_counts():
    table = counts_of(golden("smoke")).matrix.toarray()
    shares = table / table.sum()
    found = confidence_ellipses(correspondence(shares, n=193), shares)
    assert np.allclose(found.covariances, confidence_ellipses(correspondence(table), table).covariances)


def test_some_rows_only_are_drawn_with_all_columns():
    counts = counts_of(golden("housetasks"))
    analysis = correspondence(counts, columns=counts.columns.tokens[:3])
    found = confidence_ellipses(analysis, counts, side="rows")
    positions = np.vstack([analysis.columns.standard[:, :2], np.zeros(2)])
    assert np.allclose(found.covariances, slow_ellipses.of_rows(counts.matrix.toarray(), positions))
    drawn = confidence_ellipses(analysis, counts, side="rows", replicates=1000)
    assert np.allclose(drawn.coverage, 0.95, atol=0.04)


def z_and_points(analysis, data):
    table = indicator(data)
    scale = (analysis.columns.singular_values / analysis.rows.singular_values)[:2]
    return table, analysis.rows.standard[:, :2] * scale


@pytest.mark.parametrize(
    "options", [{}, {"inertia": "adjusted"}, {"inertia": "burt"}, {"exclude": ["Fever:Fever_y"]}]
)
def test_categories_have_the_covariances_of_the_slow_twin(options):
    analysis = multiple_correspondence(poison(), **options)
    found = confidence_ellipses(analysis, poison())
    table, points = z_and_points(analysis, poison())
    for place, name in enumerate(analysis.columns.names):
        held = table.matrix.toarray()[:, table.columns.index[name]] > 0
        expected = slow_ellipses.of_groups(points, np.ones(len(points)), held, [True])
        assert np.allclose(found.covariances[place], expected[0], rtol=1e-9, atol=1e-15)
        assert np.allclose(points[held].mean(axis=0), found.centers[place])


def test_replicates_of_records_agree_with_the_exact_covariances():
    analysis = multiple_correspondence(poison())
    exact, drawn = (confidence_ellipses(analysis, poison(), replicates=n) for n in (0, 1500))
    often = analysis.columns.weights > 15
    assert distance(drawn.covariances[often], exact.covariances[often]).max() < 0.25  # 1/n_k adds up to .07
    assert drawn.coverage[often].mean() == pytest.approx(0.95, abs=0.02)


def test_a_weight_that_is_a_whole_number_is_as_many_records():
    data, times = pd.DataFrame(poison()), np.random.default_rng(0).integers(1, 5, 55)
    long = data.iloc[np.repeat(np.arange(55), times)].reset_index(drop=True)
    short = confidence_ellipses(multiple_correspondence(data, weights=times), data)
    whole = confidence_ellipses(multiple_correspondence(long), long)
    order = [list(whole.names).index(name) for name in short.names]
    assert np.allclose(np.abs(short.covariances), np.abs(whole.covariances[order]), rtol=1e-8, atol=1e-14)


def test_other_weights_stay_with_their_records():
    weights = np.random.default_rng(0).gamma(2, 0.5, 55)
    analysis = multiple_correspondence(poison(), weights=weights)
    exact, drawn = (confidence_ellipses(analysis, poison(), replicates=n) for n in (0, 1500))
    table, points = z_and_points(analysis, poison())
    held = table.matrix.toarray()[:, 3] > 0
    expected = slow_ellipses.of_groups(points, weights, held, [True])[0]
    assert np.allclose(exact.covariances[analysis.columns.names.index[table.columns.tokens[3]]], expected)
    often = analysis.columns.weights > 20
    assert distance(drawn.covariances[often], exact.covariances[often]).max() < 0.25
    times = confidence_ellipses(multiple_correspondence(poison(), weights=7.3 * weights), poison())
    assert np.allclose(times.covariances, exact.covariances)


def test_a_sparse_table_stays_sparse():
    rng = np.random.default_rng(0)
    cells = sparse.random_array(
        (3000, 2000), density=0.003, rng=rng, data_sampler=lambda size: rng.integers(1, 5, size)
    )
    table = counts_from_table(sparse.csr_array(cells.astype(np.int64))).without_empty()
    analysis = correspondence(table, axes=2)
    for side in ("rows", "columns"):
        found = confidence_ellipses(analysis, table, side=side)
        assert np.isfinite(found.half_axes).all()
        assert len(found) == len(analysis.rows.names if side == "rows" else analysis.columns.names)


def test_what_has_no_ellipse_is_refused():
    counts = counts_of(golden("smoke"))
    with pytest.raises(InputError, match="use group_ellipses"):
        confidence_ellipses(multiple_correspondence(poison()), poison(), side="rows")
    with pytest.raises(InputError, match="non-linear"):
        confidence_ellipses(nonlinear_correspondence(counts, function=power(0.5)), counts)
    with pytest.raises(InputError, match="replicates is 1"):
        confidence_ellipses(correspondence(counts), counts, replicates=1)
    with pytest.raises(InputError, match="choose rows or columns"):
        confidence_ellipses(correspondence(counts), counts, side="both")
    with pytest.raises(InputError, match="number of counts"):
        confidence_ellipses(correspondence(counts, no_test="a table of shares"), counts)
