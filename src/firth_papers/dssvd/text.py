"""How often words follow each other in the first megabytes of a text."""

from __future__ import annotations

from pathlib import Path

from firth.counting import count
from firth.runtime.arrays import Sparse
from firth.text import encode_texts
from firth_papers.dssvd.results import TextTable
from firth_papers.engine.text import first_megabytes


def text_table(
    path: Path, megabytes: int, *, window: int, min_count: int, threads: int
) -> tuple[TextTable, Sparse]:
    """Words × the words up to `window` places after them: N_flat of the paper, its equation 63."""
    corpus = encode_texts([first_megabytes(path, megabytes)], min_count=min_count, threads=threads)
    counts = count(corpus, window=window, weights="flat", contexts="right", threads=threads)
    matrix = counts.without_empty().matrix
    return TextTable(megabytes, corpus.tokens, *matrix.shape, matrix.nnz), matrix
