"""Counts made on workers are those of one machine, to the byte."""

import numpy as np
import pytest

import firth
from firth import distributed
from firth.distributed.counts import distribute
from firth.errors import EmptyCorpusError, FormatError, InputError

CHOICES = (
    {},
    {"documents": "stream", "window": 3},
    {"documents": "file", "contexts": "right", "weights": "flat"},
    {"close_gaps": True, "min_count": 40},
    {"subsample": 1e-3, "contexts": "positional", "window": 2},
    {"weights": [1.0, 0.3, 0.25], "window": 3, "max_vocabulary": 500, "case": "keep"},
)


def assert_same(there, here):
    assert there.rows == here.rows
    assert there.columns == here.columns
    assert (there.how, there.symmetric) == (here.how, here.symmetric)
    for name in ("indptr", "indices", "data"):
        one, other = getattr(there.matrix, name), getattr(here.matrix, name)
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("choices", CHOICES)
def test_counts_of_workers_are_those_of_one_machine_to_the_byte(workers, text_files, choices):
    reading = {"documents", "min_count", "max_vocabulary", "case"}
    corpus = firth.encode(text_files, **{key: choices[key] for key in reading & choices.keys()})
    here = firth.count(corpus, **{key: choices[key] for key in choices.keys() - reading})
    there = distributed.count(text_files, workers, **choices)
    assert_same(there.collect(), here)


def test_small_ranges_of_a_file_lose_and_repeat_no_word(workers, text_files, monkeypatch):
    monkeypatch.setattr("firth.distributed.pieces.SMALLEST_PIECE", 1000)
    monkeypatch.setattr("firth.distributed.pieces.LARGEST_PIECE", 20_000)
    here = firth.count(firth.encode(text_files / "a.txt"))
    there = distributed.count(text_files / "a.txt", workers)
    assert_same(there.collect(), here)


def test_text_is_read_from_a_url(workers, text_files):
    url = f"file://{text_files}/*.txt"
    here = firth.count(firth.encode(str(text_files / "*.txt")))
    assert_same(distributed.count(url, workers).collect(), here)


def test_a_table_that_is_sent_to_workers_comes_back(workers, text_files):
    counts = firth.count(firth.encode(text_files / "a.txt"))
    assert_same(distribute(counts, workers).collect(), counts)


@pytest.mark.parametrize(
    ("choices", "error", "said"),
    [
        ({"cut": "independence"}, InputError, "needs the whole text in one place"),
        ({"min_count": 10**9}, EmptyCorpusError, "lower min_count"),
        ({"window": 0}, InputError, "window"),
        ({"subsample": 2}, InputError, "between 0 and 1"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_a_sentence(workers, text_files, choices, error, said):
    with pytest.raises(error, match=said):
        distributed.count(text_files, workers, **choices)


def test_what_a_worker_cannot_read_is_said_in_our_words(workers, tmp_path):
    (tmp_path / "bad.txt").write_bytes(b"\0\1\2" * 1000)
    with pytest.raises(FormatError, match="binary data"):
        distributed.count(tmp_path / "bad.txt", workers)
    with pytest.raises(InputError, match="standard input"):
        distributed.count("-", workers)
    with pytest.raises(InputError, match="no file"):
        distributed.count("file:///nowhere/at/all.txt", workers)
