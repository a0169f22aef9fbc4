"""A table that is not what it is taken for is refused with the option that helps; plain ones are not."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from firth.counting import counts_from_table, split_table
from firth.datasets import (
    check_counts,
    check_long,
    check_records,
    check_table,
    fisher_eyes_and_hair,
    read_table,
)
from firth.errors import InputError

TABLES = Path(os.environ.get("FIRTH_DATA", "absent")) / "tables"
needs_tables = pytest.mark.skipif(not TABLES.is_dir(), reason="FIRTH_DATA is not set")

COUNTED = [
    "smoke_ca", "author_ca", "caith_MASS", "housetasks_ade4", "children_FactoMineR_active",
    "children_FactoMineR_full", "haireyecolor_female_datasets", "haireyecolor_male_datasets",
    "haireyecolor_sexsum_datasets", "practice/children14",
]  # fmt: skip


def refusal(check, *given, **options):
    with pytest.raises(InputError) as caught:
        check(*given, **options)
    return str(caught.value)


@needs_tables
@pytest.mark.parametrize("name", COUNTED)
def test_tables_of_the_literature_are_tables_of_counts_and_no_records(name):
    frame = read_table(TABLES / f"{name}.csv")
    check_table(frame)
    assert check_counts(counts_from_table(frame, names="first", missing="zero")) == ()
    assert "leave --mca out for a table of counts" in refusal(check_records, frame)


@needs_tables
def test_records_of_the_literature_are_records_and_no_tables_of_counts():
    wg93 = read_table(TABLES / "wg93_ca_raw_categorical.csv")
    assert check_records(wg93) == ()
    assert "the first column, 'A', cannot name the rows, for '2' stands there" in refusal(check_table, wg93)
    for name, numeric in (("poison", "variables 'Age' and 'Time' hold"), ("tea", "variable 'age' holds")):
        frame = read_table(TABLES / "practice" / f"{name}.csv")
        assert refusal(check_records, frame).startswith(numeric)
        assert check_records(frame.drop("Age", "Time", "age", strict=False)) == ()
        assert "say --mca if each line is a record" in refusal(check_table, frame)


def test_fishers_table_passes():
    check_table(fisher_eyes_and_hair())
    assert check_counts(counts_from_table(fisher_eyes_and_hair())) == ()


FISHER = np.array([[326, 38, 241], [688, 116, 584], [343, 84, 909]])


def with_totals(table, rows=True, columns=True):
    if columns:
        table = np.hstack([table, table.sum(axis=1, keepdims=True)])
    return np.vstack([table, table.sum(axis=0)]) if rows else table


def test_totals_left_in_are_named_with_the_way_out():
    rows, columns = ["a", "b", "c", "All eyes"], ["x", "y", "z", "Total"]
    both = counts_from_table(with_totals(FISHER), rows=rows, columns=columns)
    assert refusal(check_counts, both) == (
        "row 'All eyes' is the sum of the others and column 'Total' is the sum of the others: totals take no "
        'part in the analysis; set them apart with --sup-rows "All eyes" --sup-columns Total, or say --as-is '
        "if these are no total."
    )
    one = counts_from_table(with_totals(FISHER, rows=False), columns=columns)
    assert refusal(check_counts, one) == (
        "column 'Total' is the sum of the others: totals take no part in the analysis; set it apart with "
        "--sup-columns Total, leave it out with --drop Total, or say --as-is if this is no total."
    )
    active, _, _ = split_table(both, ["All eyes"], ["Total"])
    assert check_counts(active) == ()


def test_totals_of_rounded_numbers_are_found_up_to_rounding():
    table = np.array([[1.3, 2.4, 5.5], [2.2, 3.1, 4.4], [3.4, 5.6, 9.8]])  # each sum off by a tenth at most
    assert "row '3' is the sum of the others" in refusal(check_counts, counts_from_table(table))
    whole = with_totals(FISHER, columns=False)
    whole[3, 0] += 1
    assert check_counts(counts_from_table(whole)) == ()
    named = counts_from_table(whole, rows=["a", "b", "c", "Total"])
    assert "row 'Total' is the sum of the others" in refusal(check_counts, named)


def test_two_equal_rows_and_tables_of_zeros_and_ones_have_no_totals():
    assert check_counts(counts_from_table(np.array([[3, 4, 5], [3, 4, 5]]))) == ()
    assert check_counts(counts_from_table(np.array([[1, 0, 1], [0, 1, 0], [1, 1, 1]]))) == ()


@pytest.mark.parametrize("seed", range(5))
def test_random_counts_pass(seed):
    table = np.random.default_rng(seed).poisson(4.0, (6, 5)) + 1
    assert check_counts(counts_from_table(table)) == ()


def test_percentages_and_shares_are_told_with_the_way_out():
    table = FISHER / FISHER.sum(axis=1, keepdims=True)
    cases = {
        "each row sums to 1: if these are shares": table,
        "each row sums to 100: if these are percentages": (100 * table).round(1),
        "each column sums to 100: if these are percentages": (100 * table).round(1).T,
        "the whole table sums to 1: if these are shares": FISHER / FISHER.sum(),
        "the whole table sums to 100: if these are percentages": (100 * FISHER / FISHER.sum()).round(2),
    }
    for says, cells in cases.items():
        (told,) = check_counts(counts_from_table(cells))
        assert told == says + (
            ", n, χ² and p mean nothing; give the number of observations with --observations N, or "
            "say --as-is if they are counts."
        )
    assert check_counts(counts_from_table((100 * table).round().astype(int)))[0].startswith("each row sums")


def test_a_hundred_people_are_no_percentages():
    assert check_counts(counts_from_table(np.array([[20, 30], [40, 10]]))) == ()
    assert check_counts(counts_from_table(np.eye(4, dtype=int))) == ()


PAIRS = {"eyes": ["blue", "blue", "dark", "dark"], "hair": ["fair", "dark", "fair", "dark"]}


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        (
            PAIRS,
            "the columns 'eyes' and 'hair' both hold text, so this is no table of counts; say --long ",
        ),
        (PAIRS | {"n": [3, 4, 5, 6]}, "this looks like a long table, with a row ('eyes'), a column ('hair')"),
        (
            {"site": ["a", "a", "b", "b"], "year": [1999, 2000, 1999, 2000], "n": [3, 4, 5, 6]},
            "in each line; say --long, or --as-is if it is a table of counts.",
        ),
        (
            {"sex": ["f", "m"], "smokes": ["no", "yes"], "drinks": ["no", "no"], "n": [1, 2]},
            "hold text where a table of counts holds numbers; say --mca if each line is a record",
        ),
        (
            {
                "sex": ["f", "m", "f", "m"],
                "smokes": ["no", "no", "yes", "no"],
                "a": [1, 2, 3, 4],
                "b": [1] * 4,
            },
            "column 'smokes' holds text where a table of counts holds numbers; say --mca if each line is a "
            "record, or leave columns out with --drop NAME.",
        ),
        (
            {"a": [1, 2, 1, 2], "b": [1, 2, 2, 1], "c": [1, 1, 1, 2], "d": [1, 2, 2, 2]},
            "the first column, 'a', cannot name the rows, for '1' stands there 2 times; say --mca",
        ),
        (
            {"a": [None, None, None, 2], "b": [1, 2, 2, 1], "c": [1, 1, 1, 2], "d": [1, 2, 2, 2]},
            "the first column, 'a', cannot name the rows, for 3 of its cells are empty; say --mca",
        ),
        (
            {"year": [1999, 2000, 2001], "place": ["x", "y", "z"], "a": [1, 2, 3], "b": [4, 5, 1]},
            "column 'place' holds text where a table of counts holds numbers; say --mca if each line",
        ),
        (
            {"n": ["x", "y"], "a": [1, 2], "my z": [None, None]},
            "column 'my z' has no value in any row; leave it out with --drop \"my z\".",
        ),
    ],
)
def test_long_tables_and_records_are_no_tables_of_counts(frame, says):
    assert says in refusal(check_table, pl.DataFrame(frame))


def test_a_numbered_long_table_is_one_and_numbered_records_are_not():
    numbered = {"id": [1, 2, 3, 4]} | PAIRS | {"n": [3, 4, 5, 6]}
    assert refusal(check_table, pl.DataFrame(numbered)) == (
        "this looks like a long table, with a row ('eyes'), a column ('hair') and a count in each line; say "
        "--long --drop id, or say --mca if each line is a record."
    )
    twice = numbered | {"eyes": ["blue"] * 4}
    assert "say --mca if each line is a record, or leave" in refusal(check_table, pl.DataFrame(twice))


def test_a_bad_cell_does_not_make_a_table_of_counts_to_records():
    check_table(pl.DataFrame({"n": ["a", "b", "c"], "u": ["1", "many", "3"], "v": [1, 2, 3]}))


def test_tables_that_are_not_long_are_told_from_long_ones():
    check_long(pl.DataFrame(PAIRS | {"n": [3, 4, 5, 6]}))
    said = refusal(check_long, fisher_eyes_and_hair())
    assert "and this has 6 columns; leave --long out if it is a table of counts" in said
    said = refusal(check_long, pl.DataFrame(PAIRS | {"sex": ["f", "m", "f", "m"]}))
    assert said.startswith(
        "the third column of a long table holds counts, and 'sex' holds text; name the column that does"
    )


def records(n=60, **more):
    rng = np.random.default_rng(1)
    plain = {
        "sex": rng.choice(["f", "m"], n),
        "likert": rng.integers(1, 6, n),
        "scale": rng.integers(0, 11, n),
    }
    return pl.DataFrame(plain | more)


def test_codes_and_scales_are_categories():
    assert check_records(records()) == ()


def test_an_identifier_is_named_with_the_ways_out():
    named = records(patient=[f"P{i}" for i in range(60)])
    assert refusal(check_records, named) == (
        "variable 'patient' has 60 different values in 60 records; leave it out with --drop patient, say "
        "--names patient if it names the records, or --as-is to keep it."
    )
    numbered = pl.DataFrame({"id": range(60)}).hstack(records())
    assert refusal(check_records, numbered).startswith(
        "variable 'id' has 60 different values in 60 records; "
    )


@pytest.mark.parametrize("name", ["Freq", "count", "weight"])
def test_a_number_of_cases_is_a_weight(name):
    counted = records(**{name: np.random.default_rng(0).integers(1, 9, 60)})
    assert refusal(check_records, counted) == (
        f"variable {name!r} seems to say how many cases a line stands for; say --weight {name} if it does, "
        f"--drop {name} to leave it out, or --as-is if it is a variable like the others."
    )


def test_numbers_without_a_gap_number_the_records_in_any_column():
    numbered = records(id=np.random.default_rng(0).permutation(60) + 1)
    assert refusal(check_records, numbered).startswith("variable 'id' has 60 different values in 60 records;")


def test_a_variable_without_values_is_named():
    empty = records().with_columns(pl.lit(None, pl.String).alias("later"))
    assert refusal(check_records, empty) == (
        "variable 'later' has no value in any record; leave it out with --drop later."
    )


def test_numbers_are_offered_as_supplementary_or_in_classes():
    ages = np.random.default_rng(0).integers(18, 90, 60)
    assert refusal(check_records, records(age=ages)).startswith("variable 'age' holds numbers, with ")
    said = refusal(check_records, records(age=ages, income=ages * 1.5))
    assert (
        "place them as supplementary with --quanti age --quanti income, cut into classes with --bins age=4"
        in said
    )
    assert said.endswith("or say --as-is if the numbers are categories.")


def test_a_constant_variable_is_told():
    assert check_records(records(country=["NL"] * 60)) == (
        "variable 'country' has one value, 'NL', in all records and adds nothing; leave it out with --drop "
        "country.",
    )
