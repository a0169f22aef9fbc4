"""GloVe's text format: a word and its numbers on every line, and no first line that says how many."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from pathlib import Path

from firth.core import Embedding
from firth.errors import FormatError
from firth.runtime.atomic import whole_file
from firth.store.lines import blocks_of_lines, read_lines, refuse_spaces, write_lines
from firth.store.opening import opened
from firth.store.rows import VectorRows

_LINES_LOOKED_AT = 20


def read_glove(path: str | Path, *, limit: int | None = None) -> Embedding:
    """Read GloVe's format, packed or not; the first `limit` vectors.

    Words may hold spaces, as some of the published ones do: the numbers are counted from the right.
    """
    with opened(path) as stream:
        blocks = blocks_of_lines(path, stream)
        head = next(blocks, [])
        rows = VectorRows(path, _dim(path, head), limit)
        read_lines(path, chain([head], blocks), rows, spaces_in_words=True)
    return rows.embedding("glove")


def write_glove(embedding: Embedding, path: str | Path) -> None:
    """Write GloVe's format; numbers have as few digits as give back the same float32."""
    refuse_spaces(embedding.vocabulary, path)
    with whole_file(path) as temporary, temporary.open("wb") as file:
        write_lines(file, embedding, path)


def _dim(path: str | Path, lines: list[bytes]) -> int:
    """The commonest number of spaces in the first lines: a word with spaces may be among them."""
    spaces = Counter(line.rstrip(b" \r").count(b" ") for line in lines[:_LINES_LOOKED_AT] if line.strip())
    if not spaces:
        raise FormatError(f"{path} is empty.")
    dim = spaces.most_common(1)[0][0]
    if dim < 1:
        raise FormatError(
            f"{path} has no numbers after the word in its first line; it does not hold vectors."
        )
    return dim
