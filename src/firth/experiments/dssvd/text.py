"""The first megabytes of a text, and how often words follow each other in them."""

from __future__ import annotations

from pathlib import Path

from firth.core.arrays import Sparse
from firth.counting import count
from firth.errors import InputError
from firth.experiments.dssvd.results import TextTable
from firth.text import encode_texts
from firth.text.sources import find_sources
from firth.text.unpack import unpacked


def text_table(
    path: Path, megabytes: int, *, window: int, min_count: int, threads: int
) -> tuple[TextTable, Sparse]:
    """Words × the words up to `window` places after them: N_flat of the paper, its equation 63."""
    corpus = encode_texts([first_megabytes(path, megabytes)], min_count=min_count, threads=threads)
    counts = count(corpus, window=window, weights="flat", contexts="right", threads=threads)
    matrix = counts.without_empty().matrix
    return TextTable(megabytes, corpus.tokens, *matrix.shape, matrix.nnz), matrix


def first_megabytes(path: Path, megabytes: int) -> str:
    """The first so many million bytes of a file, without the word that the cut goes through."""
    (source,) = find_sources(path)
    wanted = megabytes * 10**6
    with unpacked(source) as (stream, _):
        beginning = stream.read(wanted)
    if len(beginning) < wanted:
        raise InputError(f"{path} has {len(beginning):,} bytes of text, fewer than {megabytes} MB.")
    return beginning.rpartition(b" ")[0].decode()
