"""The data of an analysis are found again, whatever was done to them before."""

import numpy as np
import pandas as pd
import pytest

from ca.r_numbers import counts_of, golden
from firth.ca import correspondence, multiple_correspondence
from firth.ca.analyzed import analyzed_records, analyzed_table, indicator_of
from firth.counting import counts_from_table, indicator
from firth.errors import InputError


def test_supplementary_rows_that_the_table_still_has_are_left_out():
    whole = counts_of(golden("housetasks"))
    active = whole.part(np.arange(2, 13), np.arange(4))
    found = analyzed_table(correspondence(active), whole)
    assert found.whole
    assert np.array_equal(found.matrix.toarray(), active.matrix.toarray())


def test_some_rows_only_keep_the_margins_of_the_whole_table():
    whole = counts_of(golden("housetasks"))
    found = analyzed_table(correspondence(whole, rows=whole.rows.tokens[:5]), whole)
    assert not found.whole
    assert found.counts.total == whole.total
    assert np.array_equal(found.matrix.toarray(), whole.matrix.toarray()[:5])


def test_rows_in_another_order_are_put_in_that_of_the_analysis():
    whole = counts_of(golden("smoke"))
    turned = whole.part(np.array([3, 1, 0, 2, 4]), np.array([2, 0, 1, 3]))
    found = analyzed_table(correspondence(whole), turned)
    assert np.array_equal(found.matrix.toarray(), whole.matrix.toarray())


def test_another_table_is_refused():
    analysis = correspondence(np.array([[20, 5], [5, 20], [9, 9]]))
    with pytest.raises(InputError, match="its sum is 69"):
        analyzed_table(analysis, np.array([[20, 5], [5, 20], [9, 10]]))
    with pytest.raises(InputError, match="the analysis has the row '1'"):
        analyzed_table(analysis, counts_from_table(np.eye(3), rows=["x", "y", "z"]))


@pytest.mark.parametrize(
    "treated",
    [
        {"missing": "category"},
        {"missing": "passive"},
        {"missing": "drop"},
        {"missing": "category", "rare": 0.2},
        {"missing": "passive", "rare": 0.2, "rare_as": "passive"},
    ],
)
def test_gaps_and_rare_categories_are_coded_as_in_the_analysis(treated):
    rng = np.random.default_rng(0)
    data = {
        name: rng.choice(
            np.array(["p", "q", "r", "s", "missing", None], object), 60, p=[0.4, 0.3, 0.1, 0.1, 0.05, 0.05]
        )
        for name in "abc"
    }
    frame = pd.DataFrame(data)
    analysis = multiple_correspondence(frame, **treated)
    found = analyzed_records(analysis, frame)
    z = indicator_of(found.codes, len(found.owners))
    assert z.shape == (len(analysis.rows.names), len(analysis.columns.names))
    assert np.allclose(z.sum(axis=0) / len(analysis.rows.names) / 3, analysis.columns.masses)
    center = analysis.columns.masses @ analysis.columns.standard
    assert np.allclose(z @ analysis.columns.standard / 3 - center, analysis.rows.principal)


def test_an_indicator_table_is_as_good_as_its_records():
    data = {"a": list("xxyyzz"), "b": list("uvuvuv")}
    analysis = multiple_correspondence(indicator(data))
    assert np.array_equal(
        analyzed_records(analysis, data).codes, analyzed_records(analysis, indicator(data)).codes
    )


def test_other_records_are_refused():
    analysis = multiple_correspondence({"a": list("xxyyzz"), "b": list("uvuvuv")})
    with pytest.raises(InputError, match="there are 5 records"):
        analyzed_records(analysis, {"a": list("xxyyz"), "b": list("uvuvu")})
    with pytest.raises(InputError, match="no category 'b:w'"):
        analyzed_records(analysis, {"a": list("xxyyzz"), "b": list("uvuvuw")})
    with pytest.raises(InputError, match="missing values"):
        analyzed_records(analysis, {"a": list("xxyyzz"), "b": [*"uvuvu", None]})
