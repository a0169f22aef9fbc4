"""Words and vectors as they come out of a file, gathered into an embedding."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from firth.core import Embedding, Recipe, Vocabulary
from firth.errors import FormatError, InputError
from firth.runtime.arrays import Array


class VectorRows:
    """Grows block by block; nothing is reserved on the word of a header that may be wrong.

    Of a word that stands twice the first vector is kept: published files have such words. Bytes that are
    not UTF-8 become U+FFFD. Both are counted in the recipe.
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
        """Take a block in; places say where each word stands in the file, as in "line 2"."""
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
        """What was gathered, in the order of the file; such files know no counts, so all are 0."""
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
