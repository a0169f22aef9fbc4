"""Supplementary points: R's coordinates, every kind of table, and names."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from ca.r_numbers import assert_equal_up_to_sign, golden, poison, signs_of
from firth.ca import correspondence, supplementary_columns, supplementary_rows
from firth.core import Counts
from firth.counting import counts_from_table, indicator, split_table
from firth.errors import InputError

FISHER = np.array(
    [[326, 38, 241, 110, 3], [688, 116, 584, 188, 4], [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]]
)


def profiles_at(points: dict[str, list[int]], standard: list[list[float]]) -> np.ndarray:
    """Each profile at the center of gravity of R's standard coordinates, as R places supplementary points."""
    table = np.array(list(points.values()), float)
    return table / table.sum(axis=1, keepdims=True) @ np.array(standard)


def test_supplementary_points_of_factominer_do_not_move_the_active_ones():
    expected = golden("children")
    rows, columns = expected["supplementary_rows"], expected["supplementary_columns"]
    table = pd.DataFrame(expected["counts"], index=expected["rows"], columns=expected["columns"])
    whole = pd.concat([table, pd.DataFrame.from_dict(rows, orient="index", columns=table.columns)])
    whole = whole.assign(**{name: [*column, *[None] * len(rows)] for name, column in columns.items()})
    active, rows_apart, columns_apart = split_table(whole, list(rows), list(columns))
    analysis = correspondence(active)
    assert np.allclose(analysis.singular_values, expected["sv"], rtol=1e-10, atol=0)
    signs = signs_of(analysis.rows.principal, expected["row"]["principal"])
    row_points = profiles_at(rows, expected["col"]["standard"])
    column_points = profiles_at(columns, expected["row"]["standard"])
    assert_equal_up_to_sign(supplementary_rows(analysis, rows_apart).principal, row_points, signs)
    assert_equal_up_to_sign(supplementary_columns(analysis, columns_apart).principal, column_points, signs)


def turned(counts: Counts) -> Counts:
    return Counts(counts.matrix.T.tocsr(), counts.columns, counts.rows)


@pytest.mark.parametrize("place", [supplementary_rows, supplementary_columns])
def test_points_of_an_indicator_table_are_where_factominer_puts_them(place):
    """What is supplementary in R are supplementary columns of the indicator table, or rows of it turned."""
    expected, active, apart = golden("poison"), indicator(poison()), indicator(poison("Sick", "Sex"))
    if place is supplementary_rows:
        active, apart = turned(active), turned(apart)
    analysis = correspondence(active, axes=5)
    people = analysis.rows if place is supplementary_columns else analysis.columns
    signs = signs_of(people.principal, expected["ind"]["coord"])
    assert_equal_up_to_sign(people.principal, expected["ind"]["coord"], signs)
    found, of_r = place(analysis, apart), expected["quali.sup"]
    names = [name.split(":")[1] for name in found.names]
    places = [names.index(category) for category in of_r["categories"]]
    assert_equal_up_to_sign(found.principal[places], of_r["coord"], signs)
    assert np.allclose(found.cos2[places], of_r["cos2"], rtol=1e-9, atol=1e-12)


EYES, HAIR = ["blue", "light", "medium", "dark"], ["fair", "red", "brown", "dark", "black"]
ANALYSIS = correspondence(counts_from_table(FISHER, rows=EYES, columns=HAIR))
KINDS = ["counts", "numpy", "lists", "csr", "pandas", "polars"]


def form(kind: str, table: np.ndarray, rows: list[str], columns: list[str]):
    frame = pd.DataFrame(table, index=rows, columns=columns)
    return {
        "counts": lambda: counts_from_table(table, rows=rows, columns=columns),
        "numpy": lambda: table,
        "lists": table.tolist,
        "csr": lambda: sparse.csr_matrix(table),
        "pandas": lambda: frame,
        "polars": lambda: pl.DataFrame({"eyes": rows} | dict(zip(columns, table.T, strict=True))),
    }[kind]()


@pytest.mark.parametrize("kind", KINDS)
def test_rows_and_columns_of_every_kind_land_where_they_were(kind):
    rows = supplementary_rows(ANALYSIS, form(kind, FISHER[1:3], EYES[1:3], HAIR))
    assert np.allclose(rows.principal, ANALYSIS.rows.principal[1:3])
    assert np.allclose(rows.distances, ANALYSIS.rows.distances[1:3])
    columns = supplementary_columns(ANALYSIS, form(kind, FISHER[:, :2], EYES, HAIR[:2]))
    assert np.allclose(columns.principal, ANALYSIS.columns.principal[:2])
    assert np.allclose(columns.distances, ANALYSIS.columns.distances[:2])


def test_names_are_matched_in_any_order_and_what_is_unknown_is_left_out():
    expected = supplementary_rows(ANALYSIS, FISHER[1:3])
    for frame in (pd.DataFrame(FISHER[1:3], columns=HAIR), pl.DataFrame(FISHER[1:3], schema=HAIR)):
        assert np.allclose(supplementary_rows(ANALYSIS, frame[HAIR[::-1]]).principal, expected.principal)
    wide = pd.DataFrame(FISHER[1:3], columns=HAIR).assign(gray=7)
    assert np.allclose(supplementary_rows(ANALYSIS, wide).principal, expected.principal)


def test_an_array_of_another_width_is_refused():
    with pytest.raises(
        InputError, match="has 4 columns without names, and the analysis has 5; give all of them"
    ):
        supplementary_rows(ANALYSIS, FISHER[:, :4])
    with pytest.raises(
        InputError, match="has 3 rows without names, and the analysis has 4; give all of them"
    ):
        supplementary_columns(ANALYSIS, pl.DataFrame(FISHER[:3], schema=HAIR))


def test_points_without_counts_are_refused():
    with pytest.raises(InputError, match="1 of 2 supplementary points have no known counts"):
        supplementary_rows(ANALYSIS, [[1, 0, 0, 0, 2], [0, 0, 0, 0, 0]])


def test_what_is_no_table_is_refused():
    for place in (supplementary_rows, supplementary_columns):
        with pytest.raises(InputError, match="this is a NoneType; firth"):
            place(ANALYSIS, None)
