import numpy as np
import pytest
from scipy import sparse
from scipy.stats.contingency import expected_freq

from firth.counting import counts_from_table
from firth.errors import EmptyRowsError, InputError
from firth.plots import residual_heat
from firth.plots.residual_heat import residual_table
from plots.conftest import FISHER, analysis_of


def many(rows=300, columns=80) -> np.ndarray:
    rng = np.random.default_rng(0)
    return rng.poisson(rng.dirichlet(np.ones(4), rows) @ rng.dirichlet(np.ones(columns), 4) * 600) + 1


def names_of(figure) -> tuple:
    ax = figure.axes[0]
    return tuple([tick.get_text() for tick in axis.get_ticklabels()] for axis in (ax.yaxis, ax.xaxis))


def test_residuals_are_those_of_the_textbook():
    expected = expected_freq(FISHER)
    n, r, c = FISHER.sum(), FISHER.sum(axis=1, keepdims=True), FISHER.sum(axis=0, keepdims=True)
    pearson = (FISHER - expected) / np.sqrt(expected)
    counts = counts_from_table(FISHER)
    shown = residual_table(counts, "pearson", "given", 9, 9)
    np.testing.assert_allclose(shown.residuals, pearson, rtol=1e-12)
    assert shown.share == pytest.approx(1)
    adjusted = pearson / np.sqrt((1 - r / n) * (1 - c / n))
    np.testing.assert_allclose(
        residual_table(counts, "adjusted", "given", 9, 9).residuals, adjusted, rtol=1e-12
    )


def test_of_a_two_by_two_table_every_adjusted_residual_squared_is_chi_square():
    table = np.array([[10, 3], [4, 12]])
    shown = residual_table(counts_from_table(table), "adjusted", "given", 2, 2)
    expected = np.sum((table - expected_freq(table)) ** 2 / expected_freq(table))
    np.testing.assert_allclose(shown.residuals**2, expected, rtol=1e-12)


def test_rows_and_columns_follow_the_first_axis_or_the_table(fisher):
    by_axis = names_of(residual_heat(counts_from_table(FISHER)))
    for shown, side in zip(by_axis, (fisher.rows, fisher.columns), strict=True):
        order = np.argsort(side.principal[:, 0])
        assert shown == [str(place + 1) for place in order]
    assert names_of(residual_heat(counts_from_table(FISHER), order="given"))[0] == ["1", "2", "3", "4"]


def test_large_tables_show_what_contributes_most_and_say_so():
    table = many()
    analysis = analysis_of(table, axes=1)
    expected = expected_freq(table)
    cells = (table - expected) ** 2 / expected
    rows = np.sort(np.argsort(-analysis.rows.inertias, kind="stable")[:12])
    columns = np.sort(np.argsort(-analysis.columns.inertias, kind="stable")[:9])
    shown = residual_table(counts_from_table(table), "pearson", "given", 12, 9)
    assert shown.rows == [str(place + 1) for place in rows]
    np.testing.assert_allclose(shown.residuals**2, cells[np.ix_(rows, columns)], rtol=1e-9)
    share = cells[np.ix_(rows, columns)].sum() / cells.sum()
    assert shown.share == pytest.approx(share)
    figure = residual_heat(table, rows=12, columns=9)
    assert f"12 of 300 rows and 9 of 80 columns, those that contribute most: {100 * share:.0f} % of χ²" in (
        figure.texts[0].get_text()
    )


def test_a_sparse_table_is_made_dense_only_where_it_is_shown(monkeypatch):
    rng = np.random.default_rng(0)
    ones = (np.ones(40_000), (rng.integers(0, 9_000, 40_000), rng.integers(0, 7_000, 40_000)))
    table = counts_from_table(sparse.csr_array(ones, shape=(9_000, 7_000))).without_empty()
    largest = []
    dense = sparse.csr_array.toarray

    def watched(matrix, *given, **also):
        largest.append(matrix.shape)
        return dense(matrix, *given, **also)

    monkeypatch.setattr(sparse.csr_array, "toarray", watched)
    residual_heat(table, rows=10, columns=10)
    assert largest == [(10, 10)]


def test_counts_are_printed_with_stars_by_significance():
    table = np.array([[40, 60, 100], [70, 35, 100], [100, 100, 200]])
    figure = residual_heat(table, order="given")
    shown = residual_table(counts_from_table(table), "adjusted", "given", 3, 3)
    levels = [int(np.sum(abs(value) > np.array([1.96, 2.58, 3.29]))) for value in shown.residuals.ravel()]
    assert set(levels) == {0, 1, 2}
    expected = []
    for count, level in zip(table.ravel(), levels, strict=True):
        expected += [str(count)] + ["*" * level] * (level > 0)
    assert [text.get_text() for text in figure.axes[0].texts] == expected


def test_what_is_printed_can_be_chosen():
    table = np.array([[3, 1], [1, 3]])
    texts = [text.get_text() for text in residual_heat(table, cells="residuals", order="given").axes[0].texts]
    assert texts == ["1.4", "−1.4", "−1.4", "1.4"]
    assert not residual_heat(table, cells="none").axes[0].texts


def test_large_cells_lose_their_numbers_for_dots():
    figure = residual_heat(many())
    assert not figure.axes[0].texts
    assert figure.axes[0].collections
    assert figure.texts[0].get_text().startswith("dots: ")


def test_colors_are_symmetric_and_reach_four_at_least():
    low, high = residual_heat(np.array([[3, 1], [1, 3]])).axes[0].images[0].get_clim()
    assert (low, high) == (-4, 4)
    low, high = residual_heat(FISHER).axes[0].images[0].get_clim()
    assert low == -high < -4


def test_weights_that_are_no_whole_numbers_are_printed_with_a_decimal():
    figure = residual_heat(np.array([[3.25, 1.0], [1.0, 3.0]]), order="given")
    assert [text.get_text() for text in figure.axes[0].texts] == ["3.2", "1", "1", "3"]


def test_a_table_without_any_residual_can_be_drawn():
    figure = residual_heat(np.array([[10, 20], [30, 60]]), order="given")
    np.testing.assert_allclose(figure.axes[0].images[0].get_array(), 0, atol=1e-12)


@pytest.mark.parametrize(
    "table",
    [np.array([[3, 1], [1, 3]]), FISHER, many(), many(30, 5), many(5, 30)],
    ids=lambda t: str(t.shape),
)
@pytest.mark.parametrize("long", [False, True])
def test_nothing_meets_and_nothing_is_cut_off(table, long):
    rows, columns = ([f"{'a name of many words ' * long}{i}" for i in range(size)] for size in table.shape)
    counts = counts_from_table(table, rows=rows, columns=columns)
    figure = residual_heat(counts, title="A title")
    figure.draw_without_rendering()
    cells, bar = figure.axes
    names = [label.get_window_extent() for label in (*cells.get_xticklabels(), *cells.get_yticklabels())]
    others = [cells.get_window_extent(), bar.get_tightbbox(), *(t.get_window_extent() for t in figure.texts)]
    for place, box in enumerate(others):
        assert not any(box.overlaps(other) for other in [*others[:place], *names])
    for box in (*others, *names):
        assert min(box.x0, box.y0) >= 0
        assert box.x1 <= figure.bbox.x1
        assert box.y1 <= figure.bbox.y1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"residuals": "raw"}, r"^residuals is 'raw'; choose one of adjusted, pearson\.$"),
        ({"order": "name"}, r"^order is 'name'; choose one of axis, given\.$"),
        ({"cells": "all"}, r"^cells is 'all'; choose one of "),
        ({"rows": 1}, r"^rows is 1; at least 2 rows are shown\.$"),
    ],
)
def test_refusals(given, said):
    with pytest.raises(InputError, match=said):
        residual_heat(FISHER, **given)


def test_empty_rows_are_refused_with_the_way_out():
    with pytest.raises(EmptyRowsError, match="without_empty"):
        residual_heat(np.array([[1, 2], [0, 0], [3, 1]]))


def test_single_letters_stand_level_above_small_cells():
    rng = np.random.default_rng(0)
    letters = list("abcdefghijklmnopqrstuvwxyz")
    counts = counts_from_table(rng.poisson(900, (12, 26)), rows=[f"r{i}" for i in range(12)], columns=letters)
    ax = residual_heat(counts, cells="none").axes[0]
    assert {label.get_rotation() for label in ax.get_xticklabels()} == {0}
