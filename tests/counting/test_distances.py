"""Counts at one distance: the paper's example, and what is refused."""

from __future__ import annotations

import pytest

from counting.corpora import THIS_IS
from firth.counting import count_at_distance, count_each_distance, count_pair_at
from firth.errors import InputError, UnknownWordsError


def test_the_paper_counts_this_is_this_is():
    # Niitsuma & Lee 2018: #(this •0 is) = 4, #(this •1 is) = 0, #(this •2 is) = 3.
    assert [count_pair_at(THIS_IS, "w0", "w1", between=k) for k in range(3)] == [4, 0, 3]
    tables = list(count_each_distance(THIS_IS, 3))
    assert [table.matrix[0, 1] for table in tables] == [4, 0, 3]
    assert count_at_distance(THIS_IS, 3).matrix[0, 1] == 3


def test_unknown_words_and_distances_that_are_none_are_refused():
    with pytest.raises(UnknownWordsError, match="'zebra'"):
        count_pair_at(THIS_IS, "w0", "zebra")
    with pytest.raises(InputError, match="between is -1"):
        count_pair_at(THIS_IS, "w0", "w1", between=-1)
    with pytest.raises(InputError, match="distance is 0"):
        count_at_distance(THIS_IS, 0)
    with pytest.raises(InputError, match="window is 0"):
        list(count_each_distance(THIS_IS, 0))
