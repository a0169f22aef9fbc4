"""Non-linear correspondence analysis: every kind of table, and what it is at β = 1."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from firth.association import nonlinear_quotient, power
from firth.ca import correspondence, nonlinear_correspondence
from firth.ca.nonlinear import possible_axes
from firth.counting import counts_from_table
from firth.errors import InputError

FISHER = np.array(
    [[326, 38, 241, 110, 3], [688, 116, 584, 188, 4], [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]]
)


@pytest.mark.parametrize("kind", [np.array, np.ndarray.tolist, sparse.csr_array, pd.DataFrame, pl.DataFrame])
def test_every_kind_of_table_gives_the_same_numbers(kind):
    function = power(0.75)
    expected = nonlinear_correspondence(counts_from_table(FISHER), function=function, axes=3)
    found = nonlinear_correspondence(kind(FISHER), function=function, axes=3)
    assert found.singular_values.tobytes() == expected.singular_values.tobytes()
    assert found.centers.tobytes() == expected.centers.tobytes()


def test_at_beta_one_it_is_correspondence_analysis():
    found, ca = nonlinear_correspondence(FISHER, function=power(1), axes=3), correspondence(FISHER)
    assert np.allclose(found.singular_values, ca.singular_values)
    assert np.allclose(found.rows.principal, ca.rows.principal)
    assert found.total_inertia == pytest.approx(ca.total_inertia)
    assert np.allclose(found.centers, ca.rows.principal * ca.singular_values)


def test_what_is_no_table_is_refused():
    with pytest.raises(InputError, match="this is a str; firth"):
        nonlinear_correspondence("table.csv", function=power(1))


def test_possible_axes_are_the_rank_of_a_full_table():
    rng = np.random.default_rng(0)
    for shape in ((4, 7), (7, 4), (5, 5)):
        counts = counts_from_table(rng.integers(1, 50, shape))
        for f in (power(1), power(0.5), power(1.5)):
            association = nonlinear_quotient(counts, function=f)
            assert possible_axes(association) == np.linalg.matrix_rank(association.operator.to_dense())
