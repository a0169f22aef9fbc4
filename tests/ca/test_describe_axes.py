"""Descriptions of axes: FactoMineR's dimdesc and condes, weights, and what needs no records."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

from ca.r_numbers import golden, signs_of
from firth.ca import correspondence, describe_axes, multiple_correspondence
from firth.counting import indicator
from firth.errors import InputError

PRACTICE = Path(os.environ.get("FIRTH_DATA", "")) / "tables" / "practice"
needs_practice = pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="tables/practice is looked for in $FIRTH_DATA, which is not set."
)
OF_R = golden("descriptions")
RECORDS = OF_R["records"]
EMPTY = {"names": [], "correlation": [], "R2": [], "Estimate": [], "p.value": []}
KEYS = {
    "quanti": ("quantities", pl.col("variable"), "correlation", "correlation"),
    "quali": ("variables", pl.col("variable"), "r2", "R2"),
    "category": ("categories", pl.col("variable") + "=" + pl.col("category"), "estimate", "Estimate"),
}


def assert_lines(found, axis, kind, expected, *, sign=1.0):
    """The lines of R in R's order, which is the other way round where the axis is."""
    table, key, own, of_r = KEYS[kind]
    frame = getattr(found, table).to_polars().filter(pl.col("axis") == axis).with_columns(key=key)
    if sign < 0 and kind != "quali":
        frame = frame.reverse()
    assert frame["key"].to_list() == expected["names"]
    turned = sign if kind != "quali" else 1.0
    assert np.allclose(turned * frame[own].to_numpy(), expected[of_r], rtol=1e-9, atol=1e-12)
    assert np.allclose(frame["p_value"], expected["p.value"], rtol=1e-9, atol=0)


@needs_practice
@pytest.mark.parametrize(("table", "active"), [("tea", slice(0, 18)), ("poison", slice(4, 15))])
def test_practice_tables_are_described_as_by_dimdesc(table, active):
    records = pl.read_csv(PRACTICE / f"{table}.csv")
    analysis = multiple_correspondence(records[:, active], axes=5)
    coordinates = pl.read_csv(PRACTICE / f"{table}__mca_ind_coord.csv")[:, 1:].to_numpy()
    signs = np.sign((coordinates * analysis.rows.principal).sum(axis=0))
    found = describe_axes(analysis, records)
    for axis in (1, 2, 3):
        for kind, (_, _, _, of_r) in KEYS.items():
            path = PRACTICE / f"{table}__dimdesc_axis{axis}_{kind}.csv"
            expected = EMPTY
            if path.exists():
                frame = pl.read_csv(path)
                expected = {"names": frame[""].to_list(), of_r: frame[of_r], "p.value": frame["p.value"]}
            assert_lines(found, axis, kind, expected, sign=signs[axis - 1])


@needs_practice
def test_rows_and_columns_of_children_are_sorted_along_the_axes_as_by_dimdesc():
    analysis = correspondence(pd.read_csv(PRACTICE / "children14.csv", index_col=0))
    found = describe_axes(analysis, axes=2)
    for axis in (1, 2):
        for name, points in (("row", found.rows), ("col", found.columns)):
            frame = pl.read_csv(PRACTICE / f"children14__dimdesc_axis{axis}_{name}.csv")
            own = points.to_polars().filter(pl.col("axis") == axis)
            if own["name"].to_list() != frame[""].to_list():
                own = own.reverse().with_columns(-pl.col("coordinate"))
            assert own["name"].to_list() == frame[""].to_list()
            assert np.allclose(own["coordinate"], frame["coord"], rtol=1e-9)


def analysis_at(values, weights):
    """An analysis whose only axis is a given column, as condes describes any column."""
    values, weights = np.array(values), np.ones(len(values)) if weights is None else np.array(weights)
    analysis = multiple_correspondence({name: RECORDS[name] for name in ("g", "h", "k")}, axes=1)
    standard = values[:, None] / analysis.rows.singular_values
    rows = replace(analysis.rows, masses=weights / weights.sum(), standard=standard)
    return replace(analysis, rows=rows, columns=replace(analysis.columns, total=float(weights.sum())))


@pytest.mark.parametrize("kind", ["plain", "weighted"])
def test_every_line_is_that_of_condes(kind):
    analysis = analysis_at(RECORDS["q"], RECORDS["w"] if kind == "weighted" else None)
    described = {name: RECORDS[name] for name in ("g", "h", "k", "r", "s")}
    found = describe_axes(analysis, described, axes=1, proba=1)
    for table, expected in OF_R[kind]["condes"].items():
        assert_lines(found, 1, table, expected)


def test_a_variable_with_missing_numbers_is_described_by_the_others():
    found = describe_axes(analysis_at(RECORDS["q"], None), {"m": RECORDS["m"]}, axes=1, proba=1)
    assert_lines(found, 1, "quanti", OF_R["condes_missing"])


def test_active_variables_are_described_without_records():
    active = {name: RECORDS[name] for name in ("g", "h", "k")}
    analysis = multiple_correspondence(active)
    alone, given = describe_axes(analysis, proba=1), describe_axes(analysis, active, proba=1)
    for name in ("variables", "categories"):
        one, other = getattr(alone, name).to_polars(), getattr(given, name).to_polars()
        assert len(one) > 0
        keys = [column for column in one.columns if column in ("axis", "variable", "category")]
        both = one.join(other, on=keys)
        assert len(both) == len(one) == len(other)
        for column in set(one.columns) - set(keys):
            assert np.allclose(both[column], both[f"{column}_right"], rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("version", ["indicator", "burt", "adjusted"])
def test_no_version_of_inertia_changes_what_axes_are_about(version):
    active = {name: RECORDS[name] for name in ("g", "h", "k")}
    expected = describe_axes(multiple_correspondence(active), axes=1, proba=1)
    analysis = multiple_correspondence(active, inertia=version)
    for found in (describe_axes(analysis, axes=1, proba=1), describe_axes(analysis, active, axes=1, proba=1)):
        assert found.variables.variable == expected.variables.variable
        assert np.allclose(found.variables.r2, expected.variables.r2, rtol=1e-9)
        assert np.allclose(np.sort(found.categories.p_value), np.sort(expected.categories.p_value), rtol=1e-7)


def test_an_axis_of_weighted_records_is_described_as_by_condes_with_their_weights():
    r = golden("titanic")
    columns = dict(zip(r["variables"], zip(*r["records"], strict=True), strict=True))
    active = {name: column for name, column in columns.items() if name != "Survived"}
    analysis = multiple_correspondence(active, exclude=r["excluded"], weights=r["weights"], axes=3)
    sign = signs_of(analysis.rows.principal, r["records_coord"])[0]
    found = describe_axes(analysis, columns, axes=1, proba=1)
    variables = dict(zip(found.variables.variable, found.variables.r2, strict=True))
    p_values = dict(zip(found.variables.variable, found.variables.p_value, strict=True))
    for name, (r2, p) in zip(r["condes_variables"]["names"], r["condes_variables"]["values"], strict=True):
        assert variables[name] == pytest.approx(r2, rel=1e-10)
        assert p_values[name] == pytest.approx(p, rel=1e-6, abs=1e-300)
    labels = zip(found.categories.variable, found.categories.category, strict=True)
    names = [f"{variable}={category}" for variable, category in labels]
    estimates = dict(zip(names, sign * found.categories.estimate, strict=True))
    expected = r["condes_categories"]
    assert set(estimates) == set(expected["names"])
    for name, (estimate, _) in zip(expected["names"], expected["values"], strict=True):
        assert estimates[name] == pytest.approx(estimate, rel=1e-9)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"exclude": ["h:z"]}, "this analysis is without 'h:z'"),
        ({"inertia": "joint"}, "this analysis is joint"),
    ],
)
def test_where_categories_do_not_say_all_the_records_are_needed(arguments, sentence):
    active = {name: RECORDS[name] for name in ("g", "h", "k")}
    analysis = multiple_correspondence(active, **arguments)
    with pytest.raises(InputError, match=sentence + ".*give describe_axes the records"):
        describe_axes(analysis)
    assert "h" in describe_axes(analysis, active, proba=1).variables.variable


def test_an_indicator_table_describes_as_its_records():
    analysis = multiple_correspondence(
        {name: RECORDS[name] for name in ("g", "h", "k")}, weights=RECORDS["w"]
    )
    described = {name: RECORDS[name] for name in ("h", "k")}
    expected, found = (describe_axes(analysis, data, proba=1) for data in (described, indicator(described)))
    assert found.categories.category == expected.categories.category
    assert np.allclose(found.categories.estimate, expected.categories.estimate, rtol=1e-9)
    assert np.allclose(found.variables.p_value, expected.variables.p_value, rtol=1e-9)


def test_a_weight_of_two_is_the_same_record_twice():
    times = np.random.default_rng(1).integers(1, 4, 40)
    records = pl.DataFrame({name: RECORDS[name] for name in ("g", "h", "k", "q")})
    active, order = ["g", "h", "k"], np.repeat(np.arange(40), times)
    one = describe_axes(multiple_correspondence(records[active], weights=times), records, proba=1)
    other = describe_axes(multiple_correspondence(records[order][active]), records[order], proba=1)
    for name, value in (("variables", "r2"), ("categories", "estimate"), ("quantities", "correlation")):
        first, second = getattr(one, name).to_polars(), getattr(other, name).to_polars()
        assert np.allclose(first[value].abs().sort(), second[value].abs().sort(), rtol=1e-8, atol=1e-10)
        assert np.allclose(first["p_value"].sort(), second["p_value"].sort(), rtol=1e-7)


def test_records_that_were_dropped_for_their_gaps_describe_nothing():
    records = pl.DataFrame({name: RECORDS[name] for name in ("g", "h", "k", "q")})
    gaps = records.with_columns(h=pl.when(pl.int_range(pl.len()) < 5).then(None).otherwise("h"))
    analysis = multiple_correspondence(gaps[["g", "h", "k"]], missing="drop")
    found, expected = describe_axes(analysis, gaps, proba=1), describe_axes(analysis, gaps[5:], proba=1)
    assert found.categories.category == expected.categories.category
    assert np.allclose(found.quantities.correlation, expected.quantities.correlation)


def test_missing_categories_are_a_category_as_in_condes():
    records = {"h": OF_R["missing"]["h"], "g": RECORDS["g"]}
    found = describe_axes(analysis_at(RECORDS["q"], None), records, axes=1, proba=1)
    for table, expected in OF_R["missing"]["condes"].items():
        named = [name.replace("NA", "missing") for name in expected["names"]]
        assert_lines(found, 1, table, expected | {"names": named})


def test_estimates_add_up_to_0_within_a_variable_and_on_no_axis_too_many():
    analysis = multiple_correspondence({name: RECORDS[name] for name in ("g", "h", "k")})
    found = describe_axes(analysis, axes=99, proba=1).categories.to_polars()
    sums = found.group_by("axis", "variable").agg(pl.col("estimate").sum())
    assert np.abs(sums["estimate"]).max() < 1e-12
    assert found["axis"].max() == len(analysis.singular_values)


def test_rows_of_a_simple_analysis_count_by_their_masses():
    rng = np.random.default_rng(4)
    table = rng.integers(1, 30, (12, 5))
    analysis = correspondence(table)
    kind, size = np.array(list("abcabcabcabc")), rng.normal(size=12)
    found = describe_axes(analysis, {"kind": kind, "size": size}, axes=1, proba=1)
    weights, axis = analysis.rows.masses, analysis.rows.principal[:, 0]
    means = {name: np.average(axis[kind == name], weights=weights[kind == name]) for name in "abc"}
    between = sum(weights[kind == name].sum() * mean**2 for name, mean in means.items())
    assert found.variables.r2 == pytest.approx([between / analysis.inertias[0]])
    r = np.cov(size, axis, aweights=weights)
    assert found.quantities.correlation == pytest.approx([r[0, 1] / np.sqrt(r[0, 0] * r[1, 1])])
    t = found.quantities.correlation * np.sqrt(10 / (1 - found.quantities.correlation**2))
    from scipy.stats import t as student

    assert found.quantities.p_value == pytest.approx(2 * student.sf(abs(t), 10))


def test_what_all_records_share_describes_nothing():
    analysis = multiple_correspondence({name: RECORDS[name] for name in ("g", "h", "k")})
    found = describe_axes(
        analysis, {"all": ["x"] * 40, "one": [1.0] * 40, "none": [None] * 39 + [1.0]}, proba=1
    )
    assert len(found.variables) == len(found.categories) == len(found.quantities) == 0
    assert found.categories.to_polars().columns == ["axis", "variable", "category", "estimate", "p_value"]


def test_the_printout_names_both_sides_of_an_axis():
    active = {name: RECORDS[name] for name in ("g", "h", "k")}
    printed = str(describe_axes(multiple_correspondence(active), active | {"q": RECORDS["q"]}, axes=1))
    assert printed.startswith("axis 1\n  R²: k 0.71, g 0.66")
    assert "\n  r: q" in printed
    assert printed.count("\n  + ") == printed.count("\n  − ") == 1
    printed = str(describe_axes(correspondence(np.array([[5, 1, 2], [1, 6, 2], [2, 2, 9]])), axes=1))
    assert "  rows + " in printed
    assert "  columns − " in printed


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"axes": 0}, "axes is 0; it must be at least 1"),
        ({"proba": 0}, "proba is 0"),
        ({"records": {"a": [1, 2]}}, "column 'a' has 2 records, and the analysis has 40"),
    ],
)
def test_what_cannot_be_is_refused(arguments, sentence):
    analysis = multiple_correspondence({name: RECORDS[name] for name in ("g", "h", "k")})
    with pytest.raises(InputError, match=sentence):
        describe_axes(analysis, **arguments)
