"""Descriptions of groups: R's catdes with and without weights, repeated records, and every kind of table."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.stats import chi2_contingency

from ca.r_numbers import golden
from firth.ca import describe_groups
from firth.core import Counts
from firth.counting import indicator
from firth.errors import InputError
from reference.slow_hypergeometric import slow_p

PRACTICE = Path(os.environ.get("FIRTH_DATA", "")) / "tables" / "practice"
needs_practice = pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="tables/practice is looked for in $FIRTH_DATA, which is not set."
)
OF_R = golden("descriptions")
RECORDS = {name: column for name, column in OF_R["records"].items() if name != "w"}
WEIGHTS = {"plain": None, "weighted": OF_R["records"]["w"]}


def assert_lines(frame, names, expected, columns, rtol=1e-9):
    """The lines of R, found by their names, with their numbers."""
    found = frame.with_columns(key=names)
    assert sorted(found["key"]) == sorted(expected["names"])
    places = [found["key"].to_list().index(name) for name in expected["names"]]
    for of_r, own in columns.items():
        assert np.allclose(found[own].to_numpy()[places], expected[of_r], rtol=rtol, atol=1e-11), of_r


CATEGORY = pl.col("variable") + "=" + pl.col("category")
CATEGORY_COLUMNS = {
    "Cla/Mod": "cla_mod", "Mod/Cla": "mod_cla", "Global": "overall", "p.value": "p_value", "v.test": "v_test",
}  # fmt: skip
MEAN_COLUMNS = {
    "v.test": "v_test", "Mean in category": "mean", "Overall mean": "overall_mean", "sd in category": "sd",
    "Overall sd": "overall_sd", "p.value": "p_value",
}  # fmt: skip


@pytest.mark.parametrize("kind", ["plain", "weighted"])
def test_every_line_is_that_of_catdes(kind):
    found, expected = describe_groups("g", RECORDS, weights=WEIGHTS[kind], proba=1), OF_R[kind]
    chi2 = {"p.value": "p_value", "df": "degrees_of_freedom"}
    assert_lines(found.variables.to_polars(), pl.col("variable"), expected["chi2"], chi2)
    eta2 = {"Eta2": "eta2"} | ({"P-value": "p_value"} if kind == "plain" else {})
    assert_lines(found.quantities.to_polars(), pl.col("variable"), expected["eta2"], eta2)
    for group in found.groups:
        own = pl.col("group") == group
        categories, means = found.categories.to_polars().filter(own), found.means.to_polars().filter(own)
        assert_lines(categories, CATEGORY, expected["categories"][group], CATEGORY_COLUMNS)
        # Where values are missing, R corrects for a population of all records, not of those that have one.
        complete = means.filter(pl.col("variable") != "m")
        of_r = expected["means"][group]
        kept = [i for i, name in enumerate(of_r["names"]) if name != "m"]
        without = {name: [column[i] for i in kept] for name, column in of_r.items()}
        untested = {of: own for of, own in MEAN_COLUMNS.items() if own not in ("v_test", "p_value")}
        assert_lines(means, pl.col("variable"), of_r, untested, rtol=1e-7)
        # R's weighted variance of s, which is a million and a little more, is good to eight digits.
        assert_lines(complete, pl.col("variable"), without, MEAN_COLUMNS, rtol=1e-7)
        assert categories["v_test"].is_sorted(descending=True)
        assert means["v_test"].is_sorted(descending=True)


@needs_practice
@pytest.mark.parametrize(
    ("table", "groups", "prefix"),
    [
        ("tea", "breakfast", "catdes1"),
        ("poison", "Nausea", "catdes1"),
        ("tea", None, "hcpc3"),
        ("poison", None, "hcpc3"),
    ],
)
def test_practice_tables_are_described_as_by_factominer(table, groups, prefix):
    records = pl.read_csv(PRACTICE / f"{table}.csv")
    if groups is None:
        groups = pl.read_csv(PRACTICE / f"{table}__hcpc3_consolidated.csv")["clust"]
    found = describe_groups(groups, records)
    test = pl.read_csv(PRACTICE / f"{table}__{prefix}_test_chi2.csv")
    assert np.allclose(found.variables.p_value, test["p.value"], rtol=1e-9, atol=0)
    p_values = dict(zip(found.variables.variable, found.variables.p_value, strict=True))
    assert np.allclose([p_values[name] for name in test[""]], test["p.value"], rtol=1e-9, atol=0)
    for group in found.groups:
        frame = pl.read_csv(PRACTICE / f"{table}__{prefix}_category_{group.replace(' ', '.')}.csv")
        own = found.categories.to_polars().filter(pl.col("group") == group).with_columns(key=CATEGORY)
        expected = {
            "names": frame[""].to_list(),
            **{name: frame[name].to_list() for name in CATEGORY_COLUMNS},
        }
        assert_lines(own, CATEGORY, expected, CATEGORY_COLUMNS, rtol=1e-10)
        assert np.allclose(own["v_test"], frame["v.test"], rtol=1e-12, atol=1e-12)
        strict = np.diff(frame["v.test"].to_numpy()) < -1e-9  # equal ones in R's order too, but for rounding
        assert [a == b for a, b in zip(own["key"], frame[""], strict=True)].count(False) <= (~strict).sum()


def same_description(one, other):
    for name in ("variables", "categories", "quantities", "means"):
        first, second = getattr(one, name).to_polars(), getattr(other, name).to_polars()
        assert first.columns == second.columns
        for column in first.columns:
            if first[column].dtype == pl.String:
                assert first[column].to_list() == second[column].to_list()
            else:
                assert np.allclose(first[column], second[column], rtol=1e-9, atol=1e-12)


def test_a_weight_of_two_is_the_same_record_twice():
    rng = np.random.default_rng(0)
    records = pl.DataFrame(RECORDS)
    times = rng.integers(0, 4, len(records))
    times[[0, 1, 2]] = 1
    order = np.repeat(np.arange(len(records)), times)
    same_description(describe_groups("g", records, weights=times), describe_groups("g", records[order]))


def frames():
    records = pl.DataFrame(RECORDS)
    yield records
    yield pd.DataFrame(RECORDS)
    yield RECORDS
    yield records.with_columns(pl.col("g", "h", "k").cast(pl.Categorical))


@pytest.mark.parametrize("form", range(4))
def test_every_kind_of_frame_is_described_alike(form):
    first, *others = frames()
    same_description(describe_groups("g", first), describe_groups("g", [first, *others][form]))


def test_an_indicator_table_is_described_as_its_records():
    chosen = {name: RECORDS[name] for name in ("h", "k")}
    expected = describe_groups(RECORDS["g"], chosen, proba=1, weights=WEIGHTS["weighted"])
    z = indicator(chosen)
    for table in (z, z.part(np.arange(40), np.array([3, 0, 4, 2, 1]))):
        found = describe_groups(RECORDS["g"], table, proba=1, weights=WEIGHTS["weighted"])
        own, others = (
            d.categories.to_polars().sort("group", "variable", "category") for d in (found, expected)
        )
        assert own.select("group", "variable", "category").equals(
            others.select("group", "variable", "category")
        )
        assert np.allclose(own["v_test"], others["v_test"])
        assert sorted(found.variables.p_value) == pytest.approx(sorted(expected.variables.p_value))


def test_random_groups_with_ties_and_rare_categories_are_those_of_the_slow_twin():
    rng = np.random.default_rng(6)
    groups = rng.choice(["a", "b", "c", "rare"], 60, p=[0.4, 0.3, 0.28, 0.02])
    records = {"v": rng.choice(["p", "q", "r", "s"], 60, p=[0.5, 0.3, 0.18, 0.02]), "all": ["x"] * 60}
    found = describe_groups(groups, records, proba=1)
    assert len(found.categories) == len(set(groups)) * (len(set(records["v"])) + 1)
    for group, name, category, *_, p, v in found.categories.to_polars().rows():
        inside, having = groups == group, np.asarray(records[name]) == category
        x, k, m = (inside & having).sum(), inside.sum(), having.sum()
        assert p == pytest.approx(slow_p(x, k, m, 60, half=True), rel=1e-9)
        assert np.sign(v) in (0, 1 if x * 60 > k * m else -1)
    assert found.variables.variable == ("v",)
    test = chi2_contingency(pd.crosstab(groups, records["v"]), correction=False)
    assert found.variables.chi_square[0] == pytest.approx(test.statistic)
    assert found.variables.p_value[0] == pytest.approx(test.pvalue)


def test_a_category_at_the_threshold_is_listed():
    """One record of 20 in a group of its own: p is 1/20, and R keeps p at the threshold."""
    found = describe_groups(["a"] + ["b"] * 19, {"v": ["x"] + ["y"] * 19}, proba=0.05)
    assert found.categories.p_value == pytest.approx([0.05] * 4)


def test_missing_categories_are_a_category_as_in_catdes():
    found, expected = describe_groups(RECORDS["g"], {"h": OF_R["missing"]["h"]}, proba=1), OF_R["missing"]
    assert found.variables.p_value == pytest.approx(expected["chi2"]["p.value"])
    for group, numbers in expected["categories"].items():
        own = found.categories.to_polars().filter(pl.col("group") == group)
        named = [name.replace("NA", "missing") for name in numbers["names"]]
        assert_lines(own, CATEGORY, numbers | {"names": named}, CATEGORY_COLUMNS)


def test_missing_numbers_count_only_for_their_variable():
    records = {"m": RECORDS["m"], "r": RECORDS["r"]}
    there = np.array([value is not None for value in RECORDS["m"]])
    found = (
        describe_groups(RECORDS["g"], records, proba=1).means.to_polars().filter(pl.col("variable") == "m")
    )
    alone = {"m": [value for value in RECORDS["m"] if value is not None]}
    expected = describe_groups(np.array(RECORDS["g"])[there], alone, proba=1).means.to_polars()
    assert np.allclose(found.sort("group")["v_test"], expected.sort("group")["v_test"])


def test_numbers_without_variance_or_without_values_are_no_description():
    records = {"one": [1.0] * 6, "none": [None] * 5 + [3.0], "nan": [np.nan] * 6, "v": list("xxxyyy")}
    found = describe_groups(list("aabbcc"), records, proba=1)
    assert len(found.quantities) == len(found.means) == 0
    assert len(found.categories) == 6


def test_the_printout_names_what_is_typical():
    found = str(describe_groups("g", RECORDS))
    assert "a (14 records)\n  + k:yes 2.9\n  − k:no -2.9\n  − q -4.2" in found
    assert "linked quantities: q" in found


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"groups": "x"}, "there is no column 'x'"),
        ({"groups": ["a"] * 40}, "all records are in the group 'a'"),
        ({"groups": ["a", "b"]}, "column 'g' has 40 records, and the list of groups has 2"),
        ({"proba": 1.5}, "proba is 1.5"),
        ({"weights": [1]}, "1 weights were given for 40 records"),
        ({"groups": ["a", None] * 20}, "groups"),
    ],
)
def test_what_cannot_be_is_refused(arguments, sentence):
    with pytest.raises(InputError, match=sentence):
        describe_groups(**{"groups": "g", "records": RECORDS, **arguments})


def test_counts_that_are_no_indicators_are_refused():
    z = indicator({"h": ["x", "y"]})
    with pytest.raises(InputError, match="the indicator table has 2 records, and the list of groups has 3"):
        describe_groups(["a", "b", "a"], z)
    counts = Counts(z.matrix * 3, z.rows, z.columns)
    with pytest.raises(InputError, match=r"a cell of 3, .*firth.ca.characteristic"):
        describe_groups(["a", "b"], counts)


def test_a_gap_among_the_groups_is_told_by_the_name_of_their_column():
    with pytest.raises(InputError, match="column 'sex' has no value in 1 of 3 records"):
        describe_groups("sex", {"sex": ["f", None, "m"], "age": [1, 2, 3]})
