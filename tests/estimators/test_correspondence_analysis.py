"""Correspondence analysis of every form of a table."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from firth.counting import counts_from_table
from firth.errors import InputError
from firth.estimators.correspondence_analysis import CorrespondenceAnalysis

FISHER = np.array(
    [[326, 38, 241, 110, 3], [688, 116, 584, 188, 4], [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]]
)


@pytest.mark.parametrize("form", ["counts", "numpy", "sparse", "pandas", "polars"])
def test_every_form_of_a_table_gives_the_same_analysis(form):
    columns = ["fair", "red", "medium", "dark", "black"]
    table = {
        "counts": counts_from_table(FISHER, columns=columns),
        "numpy": FISHER,
        "sparse": sparse.csr_array(FISHER),
        "pandas": pd.DataFrame(FISHER, columns=columns, index=["blue", "light", "medium", "dark"]),
        "polars": pl.DataFrame({name: FISHER[:, i] for i, name in enumerate(columns)}),
    }[form]
    ca = CorrespondenceAnalysis(n_components=3).fit(table)
    assert np.allclose(ca.singular_values_, [0.44637, 0.17346, 0.02932], atol=5e-6)
    assert ca.row_coordinates_.shape == (4, 3)
    assert np.allclose(ca.column_contributions_.sum(axis=0), 1)
    assert np.allclose(ca.row_cos2_.sum(axis=1), 1)
    assert np.allclose(ca.transform(table), ca.row_coordinates_)


def test_new_rows_are_matched_by_the_names_of_their_columns():
    table = pd.DataFrame(FISHER, columns=list("abcde"))
    ca = CorrespondenceAnalysis().fit(table)
    assert np.allclose(ca.transform(table[list("edcba")]), ca.row_coordinates_)
    assert np.allclose(ca.transform(table[list("abcd")]), ca.transform(table.assign(e=0)))
    with pytest.warns(UserWarning, match="1 unknown categories were left out \\(first: 'z'\\)"):
        assert np.allclose(ca.transform(table.assign(z=5)), ca.row_coordinates_)
    with pytest.raises(InputError, match="none of the 1 names of the table is known"):
        ca.transform(pd.DataFrame({"z": [1]}))


def test_a_first_column_of_text_names_the_rows_of_the_analysis():
    table = pl.DataFrame(
        {"eyes": ["blue", "light", "medium", "dark"]} | dict(zip("abcde", FISHER.T, strict=True))
    )
    ca = CorrespondenceAnalysis().fit(table)
    assert ca.analysis_.rows.names.tokens == ("blue", "light", "medium", "dark")
    assert np.allclose(ca.transform(table), CorrespondenceAnalysis().fit_transform(FISHER))


def test_output_can_be_a_frame():
    ca = CorrespondenceAnalysis().set_output(transform="pandas").fit(FISHER)
    assert list(ca.transform(FISHER).columns) == ["correspondenceanalysis0", "correspondenceanalysis1"]


def test_more_axes_than_there_are_is_one_sentence():
    with pytest.raises(InputError, match="axes is 9; this table has at most 3"):
        CorrespondenceAnalysis(n_components=9).fit(FISHER)
