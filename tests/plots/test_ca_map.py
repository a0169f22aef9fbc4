import numpy as np
import polars as pl
import pytest

from firth.association import nonlinear_quotient, power, presence
from firth.ca import multiple_correspondence, nonlinear_correspondence
from firth.counting import counts_from_table
from firth.errors import InputError
from firth.estimators import CorrespondenceAnalysis
from firth.factorize import decompose
from firth.factorize.coordinates import centers_of_gravity, principal_pair
from firth.plots import Supplementary, biplot, contribution_bars, interactive_biplot, scree
from firth.plots.ca_map import analysis_kind, ca_map
from plots.conftest import FISHER


def nonlinear(f, axes=3):
    return nonlinear_correspondence(counts_from_table(FISHER), function=f, axes=axes)


def test_with_power_one_the_map_is_that_of_correspondence_analysis(fisher):
    found, expected = ca_map(nonlinear(power(1))), ca_map(fisher)
    np.testing.assert_allclose(found.shares, expected.shares)
    for ours, theirs in zip(found.points, expected.points, strict=True):
        assert (ours.side, ours.scaling) == (theirs.side, theirs.scaling)
        np.testing.assert_allclose(np.abs(ours.positions), np.abs(theirs.positions), atol=1e-12)
        np.testing.assert_allclose(ours.contributions, theirs.contributions, atol=1e-12)
    for side in ("rows", "columns"):
        ours, theirs = getattr(found, side), getattr(expected, side)
        for statistic in ("masses", "inertias", "cos2"):
            np.testing.assert_allclose(getattr(ours, statistic), getattr(theirs, statistic), atol=1e-12)


@pytest.mark.parametrize("f", [power(0.5), presence()])
def test_statistics_of_any_function_are_those_of_the_dense_matrix(f):
    table = FISHER.astype(float) * (FISHER > 50)  # with empty cells, for presence
    counts = counts_from_table(table.astype(int))
    p = table / table.sum()
    r, c = p.sum(axis=1), p.sum(axis=0)
    matrix = np.sqrt(np.outer(r, c)) * f(p / np.outer(r, c))
    found = ca_map(nonlinear_correspondence(counts, function=f, axes=3))
    u, sigma, v = np.linalg.svd(matrix)
    np.testing.assert_allclose(found.shares, (sigma**2 / np.sum(matrix**2))[:3])
    np.testing.assert_allclose(found.rows.inertias, np.sum(matrix**2, axis=1))
    np.testing.assert_allclose(found.columns.inertias, np.sum(matrix**2, axis=0))
    np.testing.assert_allclose(found.rows.contributions, u[:, :3] ** 2, atol=1e-9)
    lengths = np.sum(matrix**2, axis=0)[:, None]
    np.testing.assert_allclose(found.columns.cos2, (sigma[:3] * v[:3].T) ** 2 / lengths, atol=1e-9)


def test_both_biplots_put_rows_at_x_or_at_their_centers_of_gravity():
    analysis, counts = nonlinear(power(0.75)), counts_from_table(FISHER)
    association = nonlinear_quotient(counts, function=power(0.75))
    x, y = principal_pair(association, decompose(association, 3))
    centers = centers_of_gravity(counts.matrix, y)
    for map, rows in (("symmetric", x), ("gravity", centers)):
        static = {
            c.get_label(): np.asarray(c.get_offsets()) for c in biplot(analysis, map=map).axes[0].collections
        }
        page = {
            trace.name: np.column_stack([trace.x, trace.y])
            for trace in interactive_biplot(analysis, map=map).data
        }
        for drawn in (static, page):
            np.testing.assert_allclose(drawn["rows"], rows[:, :2], rtol=1e-5)
            np.testing.assert_allclose(drawn["columns"], y[:, :2], rtol=1e-5)


def test_only_what_knows_centers_of_gravity_is_drawn_at_them(fisher):
    with pytest.raises(InputError, match=r"^there is no map 'gravity'; choose one of symmetric, rows, "):
        biplot(fisher, map="gravity")
    points = Supplementary(rows={"x": np.zeros(3)})
    with pytest.raises(InputError, match=r"^supplementary rows have principal coordinates, and the map "):
        biplot(nonlinear(power(0.5)), map="gravity", supplementary=points)


def test_each_kind_of_analysis_has_a_title_and_a_number_of_possible_axes(fisher):
    records = pl.DataFrame({"sex": ["f", "m", "f", "m", "f"], "age": ["1", "2", "3", "1", "2"]})
    assert analysis_kind(fisher) == ("Correspondence analysis", 3)
    assert analysis_kind(multiple_correspondence(records)) == ("Multiple correspondence analysis", 3)
    assert analysis_kind(nonlinear(power(0.5))) == ("Non-linear correspondence analysis", 4)


@pytest.mark.parametrize("draw", [biplot, interactive_biplot, scree, contribution_bars])
def test_a_fitted_estimator_is_drawn_as_its_analysis_and_others_are_refused(draw, fisher):
    estimator = CorrespondenceAnalysis(n_components=3).fit(FISHER)
    assert type(draw(estimator)) is type(draw(fisher))
    with pytest.raises(InputError, match="has no axes to draw yet; call its fit with a table first"):
        draw(CorrespondenceAnalysis())
    with pytest.raises(InputError, match=r"is not an analysis with axes to draw; give what firth\.corresp"):
        draw(FISHER)
