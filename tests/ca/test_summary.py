"""The summary names what statisticians look for."""

from __future__ import annotations

import numpy as np

from firth.ca import (
    correspondence,
    multiple_correspondence,
    summary,
    supplementary_columns,
    supplementary_variables,
)
from firth.counting import counts_from_table

FISHER = np.array(
    [[326, 38, 241, 110, 3], [688, 116, 584, 188, 4], [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]]
)


def test_the_summary_names_rows_columns_and_the_test():
    text = summary(correspondence(counts_from_table(FISHER, rows=list("abcd"))))
    assert "4 rows × 5 columns, n = 5,387" in text
    assert "12 degrees of freedom" in text
    assert "0.199245" in text  # the first principal inertia, .44637²


def test_a_joint_analysis_that_did_not_end_says_so():
    """R's HairEyeColor: mjca(lambda="JCA", maxit=1000) of ca 0.71.1 drifts on too, past these values."""
    men = [[32, 11, 10, 3], [53, 50, 25, 15], [10, 10, 7, 7], [3, 30, 5, 8]]
    women = [[36, 9, 5, 2], [66, 34, 29, 14], [16, 7, 7, 7], [4, 64, 5, 8]]
    sex, hair, eye = np.indices((2, 4, 4)).reshape(3, -1).astype(str)
    data = {"hair": hair, "eye": eye, "sex": sex}
    drifting = multiple_correspondence(data, weights=np.ravel([men, women]), inertia="joint")
    assert np.allclose(drifting.singular_values, [0.648872, 0.3875535, 0.02070484], rtol=1e-6, atol=0)
    assert "this joint solution is not final: after 1,000 steps" in summary(drifting)


def test_supplementary_columns_and_categories_are_both_told():
    counts = counts_from_table(FISHER, rows=list("abcd"))
    analysis = correspondence(counts)
    text = summary(
        analysis,
        supplementary_columns=supplementary_columns(analysis, FISHER[:, :1]),
        supplementary_categories=supplementary_variables(
            analysis, {"shade": ["pale", "pale", "dark", "dark"]}, table=counts
        ),
    )
    columns, categories = (text.index(f"Supplementary {what}\n") for what in ("columns", "categories"))
    assert columns < categories < text.index("shade:pale")


def test_adjusted_shares_say_why_they_do_not_reach_100_percent():
    records = {"a": list("xxyyzz"), "b": list("pqpqpp"), "c": list("uvvuuv")}
    line = "adjusted shares do not reach 100 %"
    assert line in summary(multiple_correspondence(records))
    assert line not in summary(multiple_correspondence(records, inertia="indicator"))
