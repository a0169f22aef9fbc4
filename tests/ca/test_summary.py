"""The summary names what statisticians look for."""

from __future__ import annotations

import numpy as np

from firth.ca import correspondence, summary
from firth.counting import counts_from_table

FISHER = np.array(
    [[326, 38, 241, 110, 3], [688, 116, 584, 188, 4], [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]]
)


def test_the_summary_names_rows_columns_and_the_test():
    text = summary(correspondence(counts_from_table(FISHER, rows=list("abcd"))))
    assert "4 rows × 5 columns, n = 5,387" in text
    assert "12 degrees of freedom" in text
    assert "0.199245" in text  # the first principal inertia, .44637²
