"""Multiple correspondence analysis against R's numbers, and categories that take no part."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from ca.r_numbers import assert_equal_up_to_sign, golden, poison, signs_of
from firth.ca import multiple_correspondence, supplementary_variables
from firth.counting import indicator
from firth.errors import InputError


def wg93() -> dict[str, list[str]]:
    """The answers A to D of 871 people, in the order of their answers."""
    people = [answers for answers, n in golden("wg93")["answers"].items() for _ in range(n)]
    return {name: [answers[place] for answers in people] for place, name in enumerate("ABCD")}


@pytest.mark.parametrize(
    ("version", "values"),
    [("indicator", "singular_values"), ("Burt", "burt_values"), ("adjusted", "adjusted_values")],
)
def test_multiple_correspondence_analysis_gives_the_numbers_of_mjca(version, values):
    analysis, expected = multiple_correspondence(wg93()), golden("wg93")[version]
    assert np.allclose(getattr(analysis, values), expected["sv"], rtol=1e-10, atol=0)
    places = [analysis.columns.names.index[name] for name in expected["categories"]]
    standard = np.array(expected["standard"])
    assert_equal_up_to_sign(analysis.columns.standard[places][:, : standard.shape[1]], standard)


def test_adjusted_cos2_is_that_of_mjca():
    """By R 4.2.2 with ca 0.71.1: mjca(wg93[, 1:4])$colcor, which may pass 1, as off-diagonal parts may."""
    columns = multiple_correspondence(wg93(), inertia="adjusted").columns
    places = [columns.names.index[f"A:{level}"] for level in range(1, 6)]
    of_r = [[0.8601422, 0.1027563], [0.5462946, 0.1128008], [0.1432192, 0.7859583], [0.6116732, 0.1860098]]
    assert np.allclose(columns.cos2[places[:4], :2], of_r, rtol=0, atol=1e-7)
    assert columns.principal[places[0], 0] ** 2 == pytest.approx(0.5078374**2, rel=1e-6)


def test_an_axis_with_more_than_all_of_a_category_has_cos2_of_1_as_in_mjca():
    """By R 4.2.2 with ca 0.71.1: mjca(…)$colcor; the squares of c are 1.2 of those of its distances."""
    data = {"a": list("xxxyyz"), "b": list("xxxyyz"), "c": list("pqqpqp")}
    columns = multiple_correspondence(data, inertia="adjusted").columns
    assert np.allclose(columns.cos2[:3], [[0.48, 0.3375], [0, 0.75], [0.8, 0.0625]], rtol=0, atol=1e-12)
    assert columns.cos2[6:].tolist() == [[1, 0], [1, 0]]


def places_of(side, categories):
    """Where FactoMineR's categories are, which it names without their variables."""
    names = [name.split(":")[1] for name in side.names]
    return [names.index(category) for category in categories]


def test_records_and_categories_of_factominer_to_ten_digits():
    analysis, expected = multiple_correspondence(poison()), golden("poison")
    assert np.allclose(
        analysis.inertias, expected["eigenvalue"][: len(analysis.inertias)], rtol=1e-10, atol=0
    )
    of_r = expected["var"]
    places = places_of(analysis.columns, of_r["categories"])
    for side, some, numbers in (
        (analysis.columns, places, of_r),
        (analysis.rows, slice(None), expected["ind"]),
    ):
        assert_equal_up_to_sign(side.principal[some, :5], numbers["coord"])
        assert np.allclose(side.cos2[some, :5], numbers["cos2"], rtol=1e-9, atol=1e-12)
        assert np.allclose(100 * side.contributions[some, :5], numbers["contrib"], rtol=1e-9, atol=1e-10)


def test_supplementary_variables_are_where_factominer_puts_them():
    analysis, expected = multiple_correspondence(poison()), golden("poison")
    places = places_of(analysis.columns, expected["var"]["categories"])
    signs = signs_of(analysis.columns.principal[places, :5], expected["var"]["coord"])
    apart, of_r = supplementary_variables(analysis, poison("Sick", "Sex")), expected["quali.sup"]
    places = places_of(apart, of_r["categories"])
    assert_equal_up_to_sign(apart.principal[places, :5], of_r["coord"], signs)
    assert np.allclose(apart.cos2[places, :5], of_r["cos2"], rtol=1e-9, atol=1e-12)


def test_without_some_categories_the_others_are_where_factominer_puts_them():
    expected = golden("poison")["excluded"]
    analysis = multiple_correspondence(poison(), exclude=expected["categories"], axes=5)
    assert np.allclose(analysis.inertias, expected["eigenvalue"][:5], rtol=1e-10, atol=0)
    places = places_of(analysis.columns, expected["names"])
    assert_equal_up_to_sign(analysis.columns.principal[places], expected["coord"])
    assert np.allclose(
        100 * analysis.columns.contributions[places], expected["contrib"], rtol=1e-9, atol=1e-10
    )
    assert np.allclose(analysis.columns.cos2[places], expected["cos2"], rtol=1e-9, atol=1e-12)


@pytest.mark.skipif("FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the table tea is not here")
def test_the_table_tea_with_its_supplementary_variables_is_where_factominer_puts_it():
    folder = Path(os.environ["FIRTH_DATA"]) / "tables" / "practice"
    tea = pd.read_csv(folder / "tea.csv", dtype=str)

    def of_r(what: str) -> pd.DataFrame:
        return pd.read_csv(folder / f"tea__mca_{what}.csv", index_col=0)

    analysis = multiple_correspondence(tea.iloc[:, :18])
    assert np.allclose(
        analysis.inertias, of_r("eig")["eigenvalue"][: len(analysis.inertias)], rtol=1e-10, atol=0
    )
    people = of_r("ind_coord").to_numpy()
    signs = signs_of(analysis.rows.principal[:, :5], people)
    assert_equal_up_to_sign(analysis.rows.principal[:, :5], people, signs)
    apart = supplementary_variables(analysis, tea.iloc[:, 19:36])
    for side, what in ((analysis.columns, "var_coord"), (apart, "quali.sup_coord")):
        named = dict(zip(side.names, side.principal[:, :5] * signs, strict=True))
        for name, coordinates in of_r(what).iterrows():
            assert any(
                np.allclose(named[own], coordinates, atol=1e-10) for own in named if own.endswith(name)
            )


def test_weighted_records_without_some_categories_are_where_factominer_puts_them():
    r = golden("titanic")
    columns = dict(zip(r["variables"], zip(*r["records"], strict=True), strict=True))
    active = {name: column for name, column in columns.items() if name != "Survived"}
    analysis = multiple_correspondence(active, exclude=r["excluded"], weights=r["weights"], axes=3)
    signs = signs_of(analysis.rows.principal, r["records_coord"])
    assert np.allclose(analysis.inertias, r["eig"], rtol=1e-12)
    for side, names, of_r in (
        (analysis.rows, analysis.rows.names.tokens, "records_"),
        (analysis.columns, r["categories"], ""),
        (
            supplementary_variables(analysis, {"Survived": columns["Survived"]}),
            r["supplementary"],
            "supplementary_",
        ),
    ):
        places = [side.names.index[name] for name in names]
        assert np.allclose(side.principal[places] * signs, r[f"{of_r}coord"], atol=1e-10)
        assert np.allclose(side.cos2[places], r[f"{of_r}cos2"], atol=1e-10)
        if f"{of_r}contrib" in r:
            assert np.allclose(100 * side.contributions[places], r[f"{of_r}contrib"], atol=1e-8)
        if f"{of_r}v_test" in r:
            assert np.allclose(side.v_tests[places] * signs, r[f"{of_r}v_test"], atol=1e-8)


def test_no_more_axes_are_kept_than_there_are_unless_they_are_asked_for():
    data = {name: list("xxyyzz") * 3 for name in "abcd"} | {"e": list("uuvvvv") * 3}
    assert len(multiple_correspondence(data, at_most=10).singular_values) == 2
    assert len(multiple_correspondence(data, at_most=1).singular_values) == 1
    with pytest.raises(InputError, match="axes is 4, and these variables have only 2 with any inertia"):
        multiple_correspondence(data, axes=4)


def test_a_joint_analysis_keeps_the_axes_it_has_where_more_were_allowed():
    analysis = multiple_correspondence(poison(), inertia="joint", at_most=10)
    whole = multiple_correspondence(poison(), inertia="joint")
    assert np.array_equal(analysis.singular_values, whole.singular_values)
    assert len(multiple_correspondence(poison(), inertia="joint", at_most=3).singular_values) == 3


def test_categories_that_every_record_has_make_no_axes():
    data = {"a": list("xxyy"), "b": list("kkkk")}
    with pytest.raises(InputError, match="these variables have no inertia"):
        multiple_correspondence(data, exclude=["a:x", "a:y"])


def test_one_excluded_category_may_be_given_alone():
    data = {"a": list("xxyyzz"), "b": list("uvuvuv"), "c": list("ppqqqp")}
    assert multiple_correspondence(data, exclude="a:z").excluded == ("a:z",)


def test_names_that_are_not_as_many_as_records_are_refused():
    with pytest.raises(InputError, match="1 names were given for 4 records"):
        multiple_correspondence({"a": list("xxyy"), "b": list("uvuv")}, names=["one"])


def test_excluded_categories_take_no_part_and_masses_stay():
    data = {"a": list("xxyyzz"), "b": list("uvuvuv"), "c": list("ppqqqp")}
    whole = multiple_correspondence(data)
    part = multiple_correspondence(data, exclude=["a:z"])
    assert "a:z" not in part.columns.names
    assert np.allclose(part.columns.masses, np.delete(whole.columns.masses, whole.columns.names.index["a:z"]))
    assert part.total_inertia < whole.total_inertia


def test_a_variable_given_again_as_supplementary_lands_on_itself():
    data = {"a": list("xxyyzz"), "b": list("uvuvuv"), "c": list("ppqqqp")}
    analysis = multiple_correspondence(data)
    again = supplementary_variables(analysis, {"b": data["b"]})
    places = [analysis.columns.names.index[name] for name in again.names]
    assert np.allclose(again.principal, analysis.columns.principal[places])
    assert np.allclose(again.distances, analysis.columns.distances[places])


@pytest.mark.parametrize("kind", [dict, pl.DataFrame, pd.DataFrame, np.ndarray, sparse.csr_array, indicator])
def test_every_kind_of_records_gives_the_same_numbers(kind):
    data = {"a": list("xxyyzz"), "b": list("uvuvuv"), "c": list("ppqqqp")}
    table = indicator(data)
    records = {
        np.ndarray: lambda: np.array(list(data.values()), object).T,
        sparse.csr_array: lambda: table.matrix,
        indicator: lambda: table,
    }.get(kind, lambda: kind(data))()
    expected, found = multiple_correspondence(data), multiple_correspondence(records)
    assert found.singular_values.tobytes() == expected.singular_values.tobytes()
    assert found.rows.principal.tobytes() == expected.rows.principal.tobytes()
    again = supplementary_variables(found, records)
    assert np.allclose(again.principal, found.columns.principal)


def test_a_sparse_table_that_is_no_indicator_is_refused():
    with pytest.raises(InputError, match="a single 1 for each variable in every record"):
        multiple_correspondence(sparse.csr_array([[1, 1, 0], [1, 0, 0]]))
