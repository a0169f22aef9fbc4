"""Supplementary variables of a table of counts, and what is refused."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from ca.r_numbers import assert_equal_up_to_sign, counts_of, golden, signs_of
from firth.ca import correspondence, supplementary_quantities, supplementary_variables
from firth.errors import InputError


def test_v_tests_of_groups_of_rows_are_those_of_factominer():
    """CA of ca::smoke with the managers and the others as quali.sup, by FactoMineR 2.7."""
    counts = counts_of(golden("smoke"))
    analysis = correspondence(counts)
    groups = {"rank": ["boss", "boss", "staff", "staff", "staff"]}
    placed = supplementary_variables(analysis, groups, table=counts)
    coordinates = [
        [0.1357861849332548, 0.2245030823470362, 0.00600337576789212],
        [-0.0240109717260026, -0.0396987157808779, -0.00106157254432393],
    ]
    first = np.array([0.791194529471172, 1.30812726412265, 0.0349802748214099])
    signs = signs_of(placed.principal, coordinates)
    assert_equal_up_to_sign(placed.principal, coordinates, signs)
    assert_equal_up_to_sign(placed.v_tests, np.array([first, -first]), signs)


@pytest.mark.parametrize(
    ("column", "says"),
    [(["1", "x", "3", "4", "5"], "'x' in line 2, which is not a number"), ([None] * 5, "no number in any")],
)
def test_a_quantity_without_numbers_is_refused(column, says):
    analysis = correspondence(counts_of(golden("smoke")))
    with pytest.raises(InputError, match=says):
        supplementary_quantities(analysis, pl.DataFrame({"z": column}), missing="skip")


def test_a_frame_without_columns_is_refused():
    with pytest.raises(InputError, match="the frame has no columns"):
        supplementary_quantities(correspondence(counts_of(golden("smoke"))), {})
