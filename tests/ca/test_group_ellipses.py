"""Ellipses of groups, against FactoMineR's and slow twins."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from ca.r_numbers import counts_of, golden, poison, signs_of
from firth.ca import correspondence, group_ellipses, multiple_correspondence, supplementary_variables
from firth.errors import InputError
from reference import slow_ellipses


@pytest.mark.parametrize(
    "numbers", golden("ellipses")["poison"], ids=lambda n: f"{n['category']}-{n['kind']}"
)
def test_ellipses_are_those_of_coord_ellipse(numbers):
    analysis = multiple_correspondence(poison())
    signs = signs_of(analysis.rows.principal[:, :5], golden("poison")["ind"]["coord"])[:2]
    groups = poison(numbers["variable"])[numbers["variable"]]
    found = group_ellipses(analysis, groups, kind=numbers["kind"], level=numbers["level"])
    place = found.names.index(numbers["category"])
    apart = np.column_stack([numbers["x"], numbers["y"]]) * signs - found.centers[place]
    distances = np.einsum("ij,jk,ik->i", apart, np.linalg.inv(found.covariances[place]), apart)
    assert np.allclose(distances, found.scale**2, rtol=1e-11)


@pytest.mark.parametrize("column", [list, np.array, pd.Series, pl.Series, pd.Categorical])
def test_groups_are_any_column(column):
    groups = poison("Sick")["Sick"]
    analysis = multiple_correspondence(poison())
    found, expected = (group_ellipses(analysis, given) for given in (column(groups), groups))
    assert found.names == expected.names
    assert np.array_equal(found.covariances, expected.covariances)


def test_centers_are_the_supplementary_categories_on_the_scale_of_the_records():
    analysis = multiple_correspondence(poison())
    apart = supplementary_variables(analysis, poison("Sick"))
    found = group_ellipses(analysis, poison("Sick")["Sick"])
    order = [list(apart.names).index(f"Sick:{name}") for name in found.names]
    assert np.allclose(found.centers, (apart.principal * analysis.singular_values)[order, :2])


def test_unequal_masses_count_as_fewer_points():
    analysis = correspondence(counts_of(golden("housetasks")))
    groups = list("aabbbaabbaaba")
    points, masses = analysis.rows.principal[:, :2], analysis.rows.masses
    found = group_ellipses(analysis, groups)
    expected = slow_ellipses.of_groups(points, masses, groups, ["a", "b"])
    for place, name in enumerate("ab"):
        own = masses[np.array(groups) == name]
        n = own.sum() ** 2 / (own**2).sum()
        assert np.allclose(found.covariances[place], expected[place] * n / (n - 1))
        own_points = points[np.array(groups) == name]
        spread = np.cov(own_points.T, aweights=own)
        wide = group_ellipses(analysis, groups, kind="spread")
        assert np.allclose(wide.covariances[place], spread)


def test_frequencies_are_the_records_they_stand_for():
    data, times = pd.DataFrame(poison()), np.random.default_rng(0).integers(1, 5, 55)
    places = np.repeat(np.arange(55), times)
    groups = np.array(poison("Sick")["Sick"])
    short = group_ellipses(multiple_correspondence(data, weights=times), groups)
    long = group_ellipses(multiple_correspondence(data.iloc[places].reset_index(drop=True)), groups[places])
    assert short.names == long.names
    assert np.allclose(short.half_axes, long.half_axes, rtol=1e-8)


def test_a_group_of_one_point_has_no_width():
    analysis = correspondence(counts_of(golden("smoke")))
    for kind in ("mean", "spread"):
        found = group_ellipses(analysis, ["staff", "staff", "boss", "staff", "staff"], kind=kind)
        assert found.covariances[1].tolist() == [[0, 0], [0, 0]]
        assert (found.half_axes[0] > 0).all()


def test_columns_can_be_grouped():
    analysis = correspondence(counts_of(golden("smoke")))
    found = group_ellipses(analysis, ["no", "yes", "yes", "yes"], side="columns")
    part = analysis.columns.masses[1:]
    assert np.allclose(found.centers[1], part @ analysis.columns.principal[1:, :2] / part.sum())


def test_records_that_were_dropped_for_their_gaps_are_left_out_of_the_groups():
    data = {"a": [*"xxyyzz", None], "b": list("uvuvuvu"), "c": list("ppqqqpq")}
    analysis = multiple_correspondence(data, missing="drop")
    found = group_ellipses(analysis, ["g", "h", "g", "h", "g", "h", "only dropped"])
    assert found.names == ("g", "h")
    assert np.array_equal(found.covariances, group_ellipses(analysis, list("ghghgh")).covariances)


def test_groups_of_other_points_are_refused():
    analysis = correspondence(counts_of(golden("smoke")))
    with pytest.raises(InputError, match="groups of 2 points, and the analysis has 5 rows"):
        group_ellipses(analysis, ["a", "b"])
    with pytest.raises(InputError, match="mean or spread"):
        group_ellipses(analysis, list("abaab"), kind="hull")
    with pytest.raises(InputError, match="no value in 1 of 5"):
        group_ellipses(analysis, ["a", None, "a", "b", "b"])
