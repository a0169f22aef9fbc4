"""The two formats of word2vec: text and binary, both beginning with a line "n d"."""

from __future__ import annotations

import re
from pathlib import Path
from typing import IO

import numpy as np

from firth.core import Embedding
from firth.errors import FormatError, InputError
from firth.runtime.arrays import Array
from firth.runtime.atomic import whole_file
from firth.runtime.tensors import chunks_of
from firth.store.packed import opened
from firth.store.text_formats import (
    BLOCK_BYTES,
    VectorRows,
    blocks_of_lines,
    read_lines,
    refuse_spaces,
    write_lines,
)
from firth.store.vocabulary import finite_vectors

FIRST_LINE = re.compile(rb"\s*(\d{1,18})\s+(\d{1,7})\s*")
"""How many vectors there are, and of how many numbers."""

_LONGEST_WORD = 2**16
_LONGEST_FIRST_LINE = 200


def read_word2vec(path: str | Path, *, limit: int | None = None) -> Embedding:
    """Read the text format, packed or not; the first `limit` vectors."""
    with opened(path) as stream:
        promised, dim = _first_line(path, stream)
        rows = VectorRows(path, dim, limit)
        read_lines(path, blocks_of_lines(path, stream), rows, first_line=2, spaces_in_words=False)
    if rows.read != promised and not rows.full:
        raise FormatError(
            f"{path}: its first line promises {promised:,} vectors and it has {rows.read:,}; "
            "copy it again or correct that line."
        )
    return rows.embedding("word2vec")


def write_word2vec(embedding: Embedding, path: str | Path) -> None:
    """Write the text format; numbers have the fewest digits that give back the same float32."""
    refuse_spaces(embedding.vocabulary, path)
    with whole_file(path) as temporary, temporary.open("wb") as file:
        file.write(f"{len(embedding)} {embedding.dim}\n".encode())
        write_lines(file, embedding, path)


def read_word2vec_binary(path: str | Path, *, limit: int | None = None) -> Embedding:
    """Read the binary format, packed or not; the first `limit` vectors."""
    with opened(path) as stream:
        promised, dim = _first_line(path, stream)
        rows = VectorRows(path, dim, limit)
        wanted = promised if limit is None else min(promised, limit)
        rest = b""
        while rows.read < wanted:
            block = stream.read(BLOCK_BYTES)
            words, vectors, rest = _records(rest + block, dim, wanted - rows.read)
            if len(rest) > _LONGEST_WORD and b" " not in rest[:_LONGEST_WORD]:
                raise FormatError(f"{path} is not a word2vec binary file: word {rows.read + 1} has no end.")
            if not block and not words:
                raise FormatError(
                    f"{path} is cut short: its first line promises {promised:,} vectors and "
                    f"{rows.read:,} are whole; copy it again."
                )
            rows.add(words, vectors, [f"vector {rows.read + i + 1}" for i in range(len(words))])
        if rows.read == promised and (rest + stream.read(BLOCK_BYTES)).strip(b"\n"):
            raise FormatError(f"{path} has more than the {promised:,} vectors its first line promises.")
    return rows.embedding("word2vec-binary")


def write_word2vec_binary(embedding: Embedding, path: str | Path) -> None:
    """Write the binary format, byte for byte as word2vec does."""
    refuse_spaces(embedding.vocabulary, path)
    words = iter(embedding.vocabulary.tokens)
    check = finite_vectors(embedding.vocabulary)
    row = 0
    with whole_file(path) as temporary, temporary.open("wb") as file:
        file.write(f"{len(embedding)} {embedding.dim}\n".encode())
        for chunk in chunks_of(embedding.vectors, np.dtype("<f4")):
            if complaint := check(chunk, row):
                raise InputError(f"{complaint}; {path} was not written.")
            file.writelines(b"%b %b\n" % (next(words).encode(), vector.tobytes()) for vector in chunk)
            row += len(chunk)


def _first_line(path: str | Path, stream: IO[bytes]) -> tuple[int, int]:
    line = stream.readline(_LONGEST_FIRST_LINE)
    match = FIRST_LINE.fullmatch(line)
    if not line:
        raise FormatError(f"{path} is empty.")
    if match is None:
        raise FormatError(
            f"{path} is not a word2vec file: its first line is not two whole numbers. Files without such a "
            "line are read as format 'glove'; fastText's own .bin files are for fastText, which writes .vec."
        )
    promised, dim = int(match[1]), int(match[2])
    if promised < 1 or dim < 1:
        raise FormatError(f"{path}: its first line promises {promised} vectors of {dim} numbers.")
    return promised, dim


def _records(block: bytes, dim: int, most: int) -> tuple[list[bytes], Array, bytes]:
    """The whole records at the head of a block, and the bytes after them."""
    words: list[bytes] = []
    vectors: list[bytes] = []
    place, width = 0, 4 * dim
    while len(words) < most:
        space = block.find(b" ", place)
        if space < 0 or len(block) - space - 1 < width:
            break
        words.append(
            block[place:space].lstrip(b"\n")
        )  # word2vec ends each vector with a newline, gensim does not
        vectors.append(block[space + 1 : space + 1 + width])
        place = space + 1 + width
    return words, np.frombuffer(b"".join(vectors), dtype="<f4").reshape(-1, dim), block[place:]
