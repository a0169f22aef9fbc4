"""Vectors as lines of text: what word2vec's and GloVe's formats share, and GloVe's format itself."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import IO, BinaryIO

import numpy as np

from firth.core import Embedding, Recipe, Vocabulary
from firth.errors import FormatError, InputError
from firth.runtime.arrays import Array
from firth.runtime.atomic import whole_file
from firth.runtime.tensors import chunks_of
from firth.store.packed import opened
from firth.store.vocabulary import finite_vectors


class VectorRows:
    """The vectors of a file that is being read; memory grows with what is read, whatever its header promises.

    If a word occurs twice, the first vector is kept: published files have such words. Bytes that are not
    UTF-8 become U+FFFD. Both are counted in the recipe.
    """

    def __init__(self, path: str | Path, dim: int, limit: int | None = None) -> None:
        """Expect vectors of `dim` numbers, and no more of them than `limit`."""
        if limit is not None and limit < 1:
            raise InputError(f"limit is {limit}; it must be at least 1.")
        self.dim = dim
        self.read = 0
        self.limit = limit
        self._path = path
        self._replaced = 0
        self._places: dict[str, int] = {}
        self._vectors = np.empty((0, dim), dtype=np.float32)

    @property
    def full(self) -> bool:
        """Whether the limit was reached."""
        return self.limit is not None and self.read >= self.limit

    def add(self, words: list[bytes], vectors: Array, places: Sequence[str]) -> None:
        """Add a block of vectors; places say where each word stands in the file, as in "line 2"."""
        finite = np.isfinite(vectors).all(axis=1)
        if not finite.all():
            row = int(np.argmin(finite))
            raise FormatError(
                f"{self._path}: the vector of {words[row].decode(errors='replace')!r} ({places[row]}) "
                "has a value that is not a finite number; remove or correct it."
            )
        fresh = []
        for row, word in enumerate(words):
            token = self._decode(word)
            if token not in self._places:
                self._places[token] = len(self._places)
                fresh.append(row)
        start, stop = len(self._places) - len(fresh), len(self._places)
        if stop > len(self._vectors):
            # In place where the system can move pages; by half again, so that this happens seldom.
            self._vectors.resize((stop + stop // 2, self.dim), refcheck=False)
        self._vectors[start:stop] = vectors if len(fresh) == len(words) else vectors[fresh]
        self.read += len(words)

    def embedding(self, form: str) -> Embedding:
        """All vectors, in the order of the file; such files have no counts, so all are 0."""
        if not self._places:
            raise FormatError(f"{self._path} has no vectors.")
        self._vectors.resize((len(self._places), self.dim), refcheck=False)
        doubled = self.read - len(self._places)
        recipe = Recipe().then("imported", format=form, doubled_words=doubled, bytes_replaced=self._replaced)
        names = Vocabulary(tuple(self._places), np.zeros(len(self._places), dtype=np.int64))
        return Embedding(self._vectors, names, recipe=recipe)

    def _decode(self, word: bytes) -> str:
        try:
            return word.decode()
        except UnicodeDecodeError:
            token = word.decode(errors="replace")
            self._replaced += token.count("\ufffd") - word.count("\ufffd".encode())
            return token


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
    """Add the vector of every line to rows, up to its limit; empty lines are skipped.

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
    """Write a line for each word, with the fewest digits that give back the same float32."""
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
    """Refuse words that a file separated by spaces cannot hold."""
    distinct = len(vocabulary.index)  # refuses words that occur twice
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
    """Write GloVe's format; numbers have the fewest digits that give back the same float32."""
    refuse_spaces(embedding.vocabulary, path)
    with whole_file(path) as temporary, temporary.open("wb") as file:
        write_lines(file, embedding, path)


def _dim(path: str | Path, lines: list[bytes]) -> int:
    """The most common number of spaces in the first lines: a word with spaces may be among them."""
    spaces = Counter(line.rstrip(b" \r").count(b" ") for line in lines[:_LINES_LOOKED_AT] if line.strip())
    if not spaces:
        raise FormatError(f"{path} is empty.")
    dim = spaces.most_common(1)[0][0]
    if dim < 1:
        raise FormatError(
            f"{path} has no numbers after the word in its first line; it does not hold vectors."
        )
    return dim
