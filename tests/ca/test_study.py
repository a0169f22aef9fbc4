"""Records and tables are studied with what is set apart, as the parts of firth.ca do it one by one."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from firth.ca import (
    correspondence,
    multiple_correspondence,
    study_records,
    study_table,
    supplementary_columns,
    supplementary_rows,
)
from firth.counting import counts_from_table
from firth.errors import InputError

TABLE = pl.DataFrame(
    {
        "town": ["a", "b", "c", "d", "e"],
        "x": [9, 1, 2, 5, 3],
        "y": [1, 8, 2, 2, 6],
        "z": [2, 2, 7, 4, 1],
        "later": [1, 1, 2, 3, 1],
        "coast": ["yes", "no", "yes", "no", "no"],
    }
)


def test_parts_of_a_table_are_placed_as_one_by_one():
    study = study_table(TABLE, names="town", sup_rows=["d"], sup_columns=["later"], quali=["coast"])
    cells = TABLE.select("x", "y", "z").to_numpy()
    active = [0, 1, 2, 4]
    names = [TABLE["town"][place] for place in active]
    counts = counts_from_table(cells[active], rows=names, columns=["x", "y", "z"])
    analysis = correspondence(counts)
    assert np.allclose(study.analysis.rows.principal, analysis.rows.principal)
    rows = supplementary_rows(analysis, counts_from_table(cells[3:4], columns=["x", "y", "z"]))
    assert np.allclose(study.rows.principal, rows.principal)
    later = counts_from_table(TABLE["later"].to_numpy()[active, None], rows=names)
    assert np.allclose(study.columns.principal, supplementary_columns(analysis, later).principal)
    assert study.categories.weights.tolist() == [12 + 11, 11 + 10]
    assert study.described["coast"].to_list() == ["yes", "no", "yes", "no"]


RECORDS = pl.DataFrame(
    {
        "drink": ["tea", "tea", "milk", None, "mate", "tea", "milk", "tea", "missing", None],
        "meal": ["rice", "rice", "soup", "soup", "rice", "soup", "soup", "rice", "rice", "soup"],
    }
)


@pytest.mark.parametrize(
    "treated", [{"missing": "category"}, {"missing": "passive"}, {"rare": 0.3, "missing": "category"}]
)
def test_an_individual_set_apart_lies_where_its_twin_does(treated):
    # Records 10 and 4 are alike, and have a gap, which must not become the category "missing" of record 9.
    study = study_records(RECORDS, sup_rows=["10"], **treated)
    assert np.allclose(study.rows.principal[0], study.analysis.rows.principal[3])
    alone = multiple_correspondence(RECORDS[:9], **treated)
    assert np.allclose(study.analysis.rows.principal, alone.rows.principal)


def test_an_unknown_category_of_an_individual_counts_as_the_average():
    frame = RECORDS.drop_nulls().vstack(pl.DataFrame({"drink": ["cola"], "meal": ["soup"]}))
    study = study_records(frame, sup_rows=["9"])
    soup = study.analysis.columns.standard[study.analysis.columns.names.index["meal:soup"]]
    assert np.allclose(study.rows.principal[0], soup / 2)


def test_records_keep_their_numbers_whoever_is_set_apart_or_dropped():
    study = study_records(RECORDS, sup_rows=["2", "3"], missing="drop")
    assert list(study.analysis.rows.names) == ["1", "5", "6", "7", "8", "9"]
    assert list(study.rows.names) == ["2", "3"]
    named = RECORDS.with_columns(who=pl.Series([f"p{i}" for i in range(10)]))
    study = study_records(named, names="who", sup_rows=["p1"], missing="drop")
    assert list(study.analysis.rows.names) == ["p0", "p2", "p4", "p5", "p6", "p7", "p8"]
    assert list(study_records(RECORDS.drop_nulls()).analysis.rows.names)[:2] == ["1", "2"]


def test_a_row_that_is_not_there_is_named():
    with pytest.raises(InputError, match="there is no 'f' among the rows"):
        study_table(TABLE.drop("coast"), names="town", sup_rows=["f"])


def test_what_has_fewer_than_ten_axes_is_studied_with_those_it_has():
    rows = {"name": [f"r{place}" for place in range(12)]}
    cells = {f"c{place}": [place + 1, 7, place * place + 1] * 4 for place in range(12)}
    assert len(study_table(pl.DataFrame(rows | cells), names="name").analysis.singular_values) == 2
    answers = {f"q{place}": ["x", "y", "z", "y"] * 5 for place in range(8)}
    assert len(study_records(pl.DataFrame(answers)).analysis.singular_values) == 2


def test_what_has_no_counts_is_left_out_and_named_and_the_variables_follow():
    nothing = pl.DataFrame({"town": ["n", "o"], "x": [0, 0], "y": [0, 0], "z": [0, 0], "later": [0, 3]})
    frame = pl.concat([nothing[:1], TABLE.drop("coast"), nothing[1:]]).with_columns(none=pl.lit(0))
    frame = frame.with_columns(coast=pl.Series(["never", *TABLE["coast"], "never"]))
    study = study_table(frame, names="town", sup_rows=["o"], sup_columns=["later"], quali=["coast"])
    assert study.taken == (
        "rows are named by column 'town': 5 rows × 3 columns of counts, n = 55; supplementary: 1 column, 1 "
        "categorical variable; left out, for they have no counts: 2 rows ('n', 'o') and 1 column ('none')"
    )
    without = study_table(TABLE, names="town", sup_columns=["later"], quali=["coast"])
    assert np.allclose(study.analysis.rows.principal, without.analysis.rows.principal)
    assert np.allclose(study.columns.principal, without.columns.principal)
    assert np.allclose(study.categories.principal, without.categories.principal)
    assert study.rows is None


def test_a_table_of_zeros_has_nothing_to_analyze():
    with pytest.raises(InputError, match="all cells are 0; there is nothing to analyze"):
        study_table(TABLE.select("town", x=pl.lit(0), y=pl.lit(0)), names="town")
