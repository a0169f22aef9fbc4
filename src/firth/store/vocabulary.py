"""Words in firth's own files: how names and their counts are written, read and checked."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from firth.core import Vocabulary
from firth.errors import FormatError, InputError
from firth.runtime.arrays import Array
from firth.runtime.tensors import Check, TensorFile

_PARTS = {"bytes": ("U8",), "offsets": ("I64",), "counts": ("I64", "F64")}
"""The arrays that hold words, and their number types."""


def pack_names(names: Vocabulary, prefix: str) -> dict[str, tuple[Array, str]]:
    """Arrays to write, each with its number type; token i is bytes[offsets[i] : offsets[i + 1]] in UTF-8."""
    distinct = len(names.index)  # refuses names that occur twice
    try:
        encoded = [token.encode() for token in names.tokens]
    except UnicodeEncodeError as error:
        raise InputError(f"the name {error.object!r} is not valid Unicode text; rename it.") from error
    offsets = np.zeros(distinct + 1, dtype=np.int64)
    np.cumsum([len(token) for token in encoded], out=offsets[1:])
    whole = names.counts.dtype.kind in "iub"
    return {
        f"{prefix}.bytes": (np.frombuffer(b"".join(encoded), dtype=np.uint8), "U8"),
        f"{prefix}.offsets": (offsets, "I64"),
        f"{prefix}.counts": (names.counts, "I64" if whole else "F64"),  # rows of a table may have weights
    }


def name_types(prefix: str) -> dict[str, tuple[str, ...]]:
    """The arrays that `unpack_names` reads, with the number types that they may have."""
    return {f"{prefix}.{part}": types for part, types in _PARTS.items()}


def unpack_names(file: TensorFile, prefix: str, limit: int | None = None) -> Vocabulary:
    """The vocabulary, or its first `limit` tokens."""
    text, offsets, counts = (file.array(f"{prefix}.{part}") for part in _PARTS)
    if len(offsets) != len(counts) + 1:
        raise FormatError(f"{file.path} is damaged: its names and counts are not of one length.")
    if offsets[0] != 0 or offsets[-1] != len(text) or np.any(offsets[1:] < offsets[:-1]):
        raise FormatError(f"{file.path} is damaged: the places of its names are out of order.")
    if limit is not None and limit < 1:
        raise InputError(f"limit is {limit}; it must be at least 1.")
    ends = offsets[: len(counts) + 1 if limit is None else limit + 1].tolist()
    content = text[: ends[-1]].tobytes()
    try:
        tokens = _cut(content, ends)
    except UnicodeDecodeError as error:
        raise FormatError(f"{file.path} is damaged: a name is not UTF-8.") from error
    if len(set(tokens)) != len(tokens):
        raise FormatError(f"{file.path} is damaged: a name occurs twice.")
    return Vocabulary(tokens, counts[: len(tokens)])


def _cut(content: bytes, ends: list[int]) -> tuple[str, ...]:
    if content.isascii():  # characters are bytes: decode once
        text = content.decode("ascii")
        return tuple([text[start:stop] for start, stop in pairwise(ends)])
    return tuple([content[start:stop].decode() for start, stop in pairwise(ends)])


def finite_vectors(names: Vocabulary) -> Check:
    """Vectors without NaN or infinity; the complaint names the word."""

    def check(vectors: Array, first: int) -> str | None:
        if np.isfinite(vectors).all():
            return None
        row = first + int(np.flatnonzero(~np.isfinite(vectors).all(axis=1))[0])
        word = repr(names.tokens[row]) if row < len(names) else f"word number {row + 1}"
        return f"the vector of {word} has a value that is not a finite number"

    return check
