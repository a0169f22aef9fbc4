"""Numbers are taken as they were meant, by the whole table."""

from __future__ import annotations

import polars as pl
import pytest

from firth.datasets.written_numbers import read_numbers
from firth.errors import InputError


def read(*columns, **options):
    found = read_numbers([pl.Series(str(i), cells) for i, cells in enumerate(columns)], **options)
    return [column.to_list() for column in found.columns], found.notes


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["1,234,567", "5"], [1234567, 5]),
        (["1.234.567", "5"], [1234567, 5]),
        (["1,234.5", "5"], [1234.5, 5]),
        (["1.234,5", "5"], [1234.5, 5]),
        (["1 234", "5"], [1234, 5]),
        (["12,34,567", "2,50,000"], [1234567, 250000]),
        (["1\u202f234\u00a0567", "5"], [1234567, 5]),
        (["1'234", "1’234,5"], [1234, 1234.5]),
        (["0,123", "0,456"], [0.123, 0.456]),
        (["0.123", "0.456"], [0.123, 0.456]),
        (["1234,567", "1"], [1234.567, 1]),
        (["1,5e3", "2"], [1500, 2]),
        ([",5", "2"], [0.5, 2]),
        (["\u22123", "+4"], [-3, 4]),
        (["-1,5", " 2 "], [-1.5, 2]),
        (["20%", "80 %"], [20, 80]),
        (["12,5%", "3"], [12.5, 3]),
    ],
)
def test_numbers_that_can_be_read_in_one_way(cells, numbers):
    assert read(cells)[0] == [numbers]


def test_the_whole_table_decides_where_a_column_does_not():
    assert read(["1,234", "2"], ["0,5", "2"])[0] == [[1.234, 2.0], [0.5, 2.0]]
    assert read(["1,234", "2"], ["1,234.5", "2"])[0] == [[1234, 2], [1234.5, 2.0]]
    assert read(["1.234", "2"], ["2,5", "2"])[0] == [[1234, 2], [2.5, 2.0]]
    assert read(["1.234", "2"], ["2.5", "2"])[0] == [[1.234, 2.0], [2.5, 2.0]]


def test_what_could_be_read_in_two_ways_is_told_and_can_be_said():
    numbers, notes = read(["1,234", "2"])
    assert numbers == [[1234, 2]]
    assert notes[0] == "commas such as in 1,234 taken to stand between thousands (--decimal , if not)"
    assert read(["1,234", "2"], decimal=",") == ([[1.234, 2.0]], ())
    numbers, notes = read(["1.234", "2"])
    assert numbers == [[1.234, 2.0]]
    assert notes[0] == "points such as in 1.234 taken as decimal (--decimal , if not)"
    assert read(["1.234", "2"], decimal=",")[0] == [[1234, 2]]


def test_points_and_commas_that_are_both_decimal_are_told():
    numbers, notes = read(["1,5", "2"], ["1.5", "2"])
    assert numbers == [["1,5", "2"], [1.5, 2.0]]
    assert "mixed" in notes[0]
    assert "--decimal" in notes[0]


@pytest.mark.parametrize(
    "cells",
    [
        ["a", "1"],
        ["1-5", "6-9"],
        ["007", "123"],
        ["1,2,3", "4"],
        ["nan", "1"],
        ["inf", "1"],
        ["2020-01-02"],
        [""],
    ],
)
def test_what_is_no_number_stays_text(cells):
    assert read(cells)[0] == [[cell or None for cell in cells]]


def test_missing_cells_do_not_make_text_of_numbers():
    assert read(["1", "NA", "", ".", "-"])[0] == [[1, None, None, None, None]]
    assert read(["1", "99"], missing=("99",))[0] == [[1, None]]


def test_columns_to_keep_stay_text():
    assert read(["1", "2"], keep=("0",))[0] == [["1", "2"]]


def test_a_decimal_sign_is_a_point_or_a_comma():
    with pytest.raises(InputError, match=r"the decimal sign is ';'"):
        read(["1"], decimal=";")
