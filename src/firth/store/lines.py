"""Vectors as lines of text: a word, then its numbers, with a space before each."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, BinaryIO

import numpy as np

from firth.core import Embedding, Vocabulary
from firth.errors import FormatError, InputError
from firth.runtime.arrays import Array
from firth.store.checks import finite_vectors
from firth.store.chunks import chunks_of
from firth.store.rows import VectorRows

BLOCK_BYTES = 8 * 2**20
_LONGEST_LINE = 2**28


def blocks_of_lines(path: str | Path, stream: IO[bytes]) -> Iterator[list[bytes]]:
    """Whole lines, a few megabytes at a time."""
    rest = b""
    while block := stream.read(BLOCK_BYTES):
        *lines, rest = (rest + block).split(b"\n")
        if lines:
            yield lines
        if len(rest) > _LONGEST_LINE:
            raise FormatError(
                f"{path} does not hold vectors: it has a line of more than {_LONGEST_LINE:,} bytes."
            )
    if rest:
        yield [rest]


def read_lines(
    path: str | Path,
    blocks: Iterable[list[bytes]],
    rows: VectorRows,
    *,
    first_line: int = 1,
    spaces_in_words: bool,
) -> None:
    """Add the vector of every line to rows, up to its limit; empty lines are passed over.

    spaces_in_words: split from the right, so that what is left over belongs to the word.
    """
    number = first_line
    for lines in blocks:
        # word2vec and fastText end their lines with a space, Windows with a carriage return.
        stripped = ((number + i, line.rstrip(b" \r")) for i, line in enumerate(lines))
        wanted = None if rows.limit is None else rows.limit - rows.read
        numbered = list(islice(((i, line) for i, line in stripped if line), wanted))
        number += len(lines)
        if numbered:
            places = [f"line {i}" for i, _ in numbered]
            pairs = [_split(path, i, line, rows.dim, spaces_in_words) for i, line in numbered]
            words = [word for word, _ in pairs]
            rows.add(words, _numbers(path, pairs, places, rows.dim), places)
        if rows.full:
            return


def write_lines(file: BinaryIO, embedding: Embedding, path: str | Path) -> None:
    """Write a line for each word, with as few digits as give back the same float32."""
    import polars as pl

    tokens = embedding.vocabulary.tokens
    check = finite_vectors(embedding.vocabulary)
    row = 0
    for chunk in chunks_of(embedding.vectors, np.dtype(np.float32)):
        if complaint := check(chunk, row):
            raise InputError(f"{complaint}; {path} was not written.")
        columns = {str(i): np.ascontiguousarray(column) for i, column in enumerate(chunk.T)}
        frame = pl.DataFrame({"word": tokens[row : row + len(chunk)], **columns})
        text = io.BytesIO()
        frame.write_csv(text, include_header=False, separator=" ", quote_style="never")
        file.write(text.getbuffer())
        row += len(chunk)


def refuse_spaces(vocabulary: Vocabulary, path: str | Path) -> None:
    """Raise when a word cannot stand in a file that separates by spaces."""
    distinct = len(vocabulary.index)  # refuses words that stand twice
    for token in islice(vocabulary.tokens, distinct):
        if token.split() != [token]:
            raise InputError(
                f"{path} was not written: the word {token!r} is empty or holds white space, which this "
                "format cannot carry; save it as .safetensors, or join words by another sign such as _."
            )
        if not token.isascii() and any("\ud800" <= letter <= "\udfff" for letter in token):
            raise InputError(
                f"{path} was not written: the word {token!r} is not valid Unicode text; rename it."
            )


def _split(
    path: str | Path, number: int, line: bytes, dim: int, spaces_in_words: bool
) -> tuple[bytes, bytes]:
    """The word and its numbers."""
    spaces = line.count(b" ")
    if spaces == dim:
        word, _, numbers = line.partition(b" ")
        return word, numbers
    if spaces < dim or not spaces_in_words:
        raise FormatError(f"{path}, line {number}: {spaces} numbers stand where {dim} were expected.")
    word, *fields = line.rsplit(b" ", dim)
    return word, b" ".join(fields)


def _numbers(path: str | Path, pairs: list[tuple[bytes, bytes]], places: list[str], dim: int) -> Array:
    import polars as pl

    text = b"\n".join(numbers for _, numbers in pairs)
    schema = {str(i): pl.Float32 for i in range(dim)}
    try:
        frame = pl.read_csv(text, has_header=False, separator=" ", quote_char=None, schema=schema)
    except pl.exceptions.PolarsError as error:
        raise _not_a_number(path, pairs, places) from error
    if len(frame) != len(pairs) or any(frame.null_count().row(0)):
        raise _not_a_number(path, pairs, places)
    return frame.to_numpy()


def _not_a_number(path: str | Path, pairs: list[tuple[bytes, bytes]], places: list[str]) -> FormatError:
    for (word, numbers), place in zip(pairs, places, strict=True):
        for field in numbers.split(b" "):
            try:
                float(field)
            except ValueError:
                shown, name = field.decode(errors="replace"), word.decode(errors="replace")
                return FormatError(f"{path}, {place}: {shown!r}, of the word {name!r}, is not a number.")
    return FormatError(f"{path}: between {places[0]} and {places[-1]} something is not a number.")
