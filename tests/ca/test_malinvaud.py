"""Malinvaud's test: the inertia after the first axes as χ²."""

import numpy as np
import pytest
from scipy.stats import chi2, chi2_contingency

from ca.r_numbers import TABLES, counts_of, golden
from firth.association import power
from firth.ca import correspondence, malinvaud, multiple_correspondence, nonlinear_correspondence
from firth.errors import InputError


@pytest.mark.parametrize("name", TABLES)
def test_before_any_axis_it_is_the_test_of_independence(name):
    counts = counts_of(golden(name))
    test = malinvaud(correspondence(counts))
    expected = chi2_contingency(counts.matrix.toarray(), correction=False)
    assert test.chi_squares[0] == pytest.approx(expected.statistic, rel=1e-11)
    assert test.degrees_of_freedom[0] == expected.dof
    assert test.p_values[0] == pytest.approx(expected.pvalue, rel=1e-9, abs=1e-300)


def test_it_is_the_distance_from_the_table_that_the_axes_rebuild():
    table = counts_of(golden("housetasks")).matrix.toarray()
    analysis = correspondence(table)
    test = malinvaud(analysis)
    r, c, n = analysis.rows.masses, analysis.columns.masses, table.sum()
    for k in range(3):
        inner = (analysis.rows.standard[:, :k] * analysis.singular_values[:k]) @ analysis.columns.standard[
            :, :k
        ].T
        rebuilt = n * np.outer(r, c) * (1 + inner)
        rest = ((table - rebuilt) ** 2 / (n * np.outer(r, c))).sum()
        assert test.chi_squares[k] == pytest.approx(rest, rel=1e-10)
        assert test.p_values[k] == pytest.approx(chi2.sf(rest, (12 - k) * (3 - k)), rel=1e-8, abs=1e-300)


def test_axes_that_were_not_kept_are_not_needed():
    counts = counts_of(golden("author"))
    few, every = malinvaud(correspondence(counts, axes=2)), malinvaud(correspondence(counts))
    assert len(few.p_values) == 3
    assert len(every.p_values) == 11
    assert np.allclose(few.chi_squares, every.chi_squares[:3], rtol=1e-11)


def test_the_number_of_axes_is_that_after_which_nothing_is_left():
    assert malinvaud(correspondence(counts_of(golden("smoke")))).axes() == 0
    assert malinvaud(correspondence(counts_of(golden("children")))).axes() == 1
    assert malinvaud(correspondence(counts_of(golden("housetasks")))).axes() == 3
    frame = malinvaud(correspondence(counts_of(golden("smoke")))).to_polars()
    assert frame.columns == ["axes", "chi_square", "degrees_of_freedom", "p_value"]


def test_it_is_refused_where_n_says_nothing():
    counts = counts_of(golden("smoke"))
    for analysis in (
        multiple_correspondence({"a": list("xxyyzz"), "b": list("uvuvuv")}),
        nonlinear_correspondence(counts, function=power(0.5)),
        correspondence(counts, rows=["SM", "JM", "SE"]),
    ):
        with pytest.raises(InputError, match="whole tables of counts"):
            malinvaud(analysis)
