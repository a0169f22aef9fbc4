"""Corpus → Counts."""

from firth.counting.bins import bins
from firth.counting.cooccurrence import count
from firth.counting.distances import count_at_distance, count_each_distance, count_pair_at
from firth.counting.records import counts_from_long, indicator
from firth.counting.tables import counts_from_table, split_table
from firth.counting.windows import Contexts, Weights, Window, make_window

__all__ = [
    "Contexts",
    "Weights",
    "Window",
    "bins",
    "count",
    "count_at_distance",
    "count_each_distance",
    "count_pair_at",
    "counts_from_long",
    "counts_from_table",
    "indicator",
    "make_window",
    "split_table",
]
