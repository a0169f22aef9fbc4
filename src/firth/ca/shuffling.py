"""Tables and records shuffled: the same margins, and no association left."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from firth.ca.analyzed import AnalyzedRecords
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.compile import compiled

MOST_ANSWERS = 100_000_000
"""Answers of records with frequencies that are permuted one by one; 8 bytes each, and 4 for each thread."""


def shuffled_table(row_sums: Array, column_sums: Array, rng: np.random.Generator) -> Sparse:
    """A random table with these margins, sparse: every count is dealt anew, as in [Boyett1979].

    It has the distribution of `scipy.stats.random_table`, in time and memory of the sum of the table.
    """
    labels = np.repeat(np.arange(len(column_sums), dtype=np.int32), column_sums)
    shuffle(labels, rng)
    starts = np.concatenate([[0], np.cumsum(row_sums)])
    matrix = sparse.csr_array(
        (np.ones(len(labels), np.int32), labels, starts), shape=(len(row_sums), len(column_sums))
    )
    matrix.sum_duplicates()
    return matrix


def shuffle(labels: Array, rng: np.random.Generator) -> None:
    """Put the entries into random order, in place."""
    end = len(labels)
    while end > 1:
        uniforms = rng.random(min(end - 1, 1_000_000))
        _swap_down(labels, uniforms, end)
        end -= len(uniforms)


@compiled()
def _swap_down(labels: Array, uniforms: Array, end: int) -> None:
    """Fisher and Yates's swaps for the places end − 1, end − 2, …"""
    for step in range(len(uniforms)):
        place = end - 1 - step
        other = int(uniforms[step] * (place + 1))
        labels[place], labels[other] = labels[other], labels[place]


def unit_records(records: AnalyzedRecords) -> tuple[Array, Array | None]:
    """The codes, where a record with a whole number as its weight is repeated as often; and other weights."""
    codes, weights = records.codes, records.weights
    if weights is None or not records.frequencies:
        return codes, weights
    if weights.sum() * len(codes) > MOST_ANSWERS:
        raise InputError(
            f"the records stand for {weights.sum():,.0f} with {len(codes)} variables; at most "
            f"{MOST_ANSWERS:,} answers are permuted. Divide weights that are no frequencies by their mean, "
            "or give replicates=0."
        )
    return np.repeat(codes, weights.astype(np.int64), axis=1), None


def permuted(codes: Array, rng: np.random.Generator) -> Array:
    """The categories of each variable in an order of their own."""
    codes = codes.copy()
    for variable in codes:
        shuffle(variable, rng)
    return codes
