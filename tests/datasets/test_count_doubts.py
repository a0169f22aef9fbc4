"""Tables of counts that may be something else are told with the option that helps; others pass."""

import numpy as np
import pytest

from firth.counting import counts_from_table
from firth.datasets import doubts, fisher_eyes_and_hair

ANSWERS = np.array([[1, 2, 3], [2, 1, 1], [1, 1, 2], [3, 2, 4], [2, 2, 1]] * 2)


def told(cells, **names):
    return doubts(counts_from_table(np.array(cells), **names))


def test_answers_in_numbers_are_told_from_counts():
    assert told(ANSWERS) == (
        "all columns hold numbers from 1 to 4 alone: if these are answers, say --mca, for each line is a "
        "record.",
    )


@pytest.mark.parametrize(
    "cells",
    [
        ANSWERS[:6],  # too few lines to tell
        ANSWERS - 1,  # a table with empty cells
        ANSWERS + 1,  # no answer is called 1
        ANSWERS * 2,  # steps between the numbers
        ANSWERS * [1, 1, 20],
        np.random.default_rng(0).poisson(4, (12, 5)) + 1,
    ],
)
def test_small_counts_are_no_answers(cells):
    assert told(cells) == ()


def test_amounts_are_told_with_the_first_of_them():
    assert told([[3, 4], [5, 2.5]], rows=["x", "y"], columns=["a", "b"]) == (
        "cells are no whole numbers (first: 2.5 in row 'y' and column 'b'): if they are amounts and count "
        "nothing, n, χ² and p mean nothing; give the number of observations with --observations N.",
    )
    assert told([[3.0, 4.0], [5.0, 2.0]]) == ()
    assert doubts(counts_from_table(np.array([[3, 4], [5, 2.5]])), amounts=False) == ()


def test_what_is_called_a_total_is_told_even_where_it_is_not_the_sum_of_all():
    cells = [[1, 2], [4, 5], [5, 7], [2, 2]]
    assert told(cells, rows=["a", "b", "Subtotal 1", "c"]) == (
        "row 'Subtotal 1' is called a total: if it is one, though not of all others, set it apart with "
        '--sup-rows "Subtotal 1".',
    )
    assert told(cells, columns=["a", "TOTAL"])[0].endswith("set it apart with --sup-columns TOTAL.")
    assert told(cells, columns=["totally", "all"]) == ()


def test_a_word_among_many_may_be_total():
    words = ["total", *map(str, range(300))]
    assert told(np.ones((3, 301), int), columns=words) == ()


def test_fishers_table_is_beyond_doubt():
    assert doubts(counts_from_table(fisher_eyes_and_hair())) == ()
