"""Counts of parts of a text: merged they are the table of the whole, to the byte."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from counting.corpora import long_corpus
from firth.counting import count, make_window, parts
from firth.counting.parts import count_part, in_units, joined_rows, merge_tables, row_groups, table_width
from firth.text.parts import with_surroundings


@pytest.mark.parametrize("contexts", ["both", "left", "positional"])
@pytest.mark.parametrize("weights", ["flat", "harmonic", [0.3, 0.123456789, 1e-3]])
def test_parts_counted_apart_are_the_table_of_the_whole_to_the_byte(monkeypatch, weights, contexts):
    monkeypatch.setattr(parts, "GROUP_CELLS", 2_000)
    corpus = long_corpus()
    whole = count(corpus, window=3, weights=weights, contexts=contexts, threads=1).matrix
    words = len(corpus.vocabulary)
    window = make_window(3, weights, contexts, tokens=corpus.ids.size)
    pieces = np.array_split(corpus.ids, [2, 3, len(corpus.ids) // 3])  # the second reaches no window
    groups = row_groups(corpus.vocabulary.counts, window)
    assert len(groups) > 2
    merged = []
    for group in groups:
        tables = []
        for place in range(len(pieces)):
            ids, keep = with_surroundings(pieces, place, window.length)
            sent = pickle.loads(pickle.dumps((ids, window)))
            tables.append(count_part(*sent, words, keep=keep, rows=group))
        indptr, columns, numerators = merge_tables(tables, table_width(words, window))
        merged.append((np.diff(indptr), columns, numerators))
    indptr, columns, numerators = joined_rows(merged)
    data = in_units(numerators, window.denominator)
    assert indptr.astype(whole.indptr.dtype).tobytes() == whole.indptr.tobytes()
    assert columns.tobytes() == whole.indices.tobytes()
    assert (data.dtype, data.tobytes()) == (whole.data.dtype, whole.data.tobytes())


def test_groups_of_rows_cover_every_row_once():
    groups = row_groups(np.array([50, 20, 3, 1]), make_window(2))
    assert [row for first, last in groups for row in range(first, last)] == [0, 1, 2, 3]
