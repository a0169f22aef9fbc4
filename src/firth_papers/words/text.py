"""A text whose words are embedded, and its counts, made once and kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from firth.core import Corpus, Counts, Recipe
from firth.counting import count
from firth.runtime.kept import Kept, content_digest
from firth.runtime.run import Progress, silent
from firth.store import COUNTS
from firth.text import encode, encode_texts
from firth_papers.excerpts import first_megabytes


@dataclass(frozen=True, eq=False)
class WordText:
    """A file, read when it is first needed, and counted once for each way of counting.

    megabytes: only its beginning; all of it if None. cache: the folder where counts are kept.
    """

    path: Path
    cache: Path
    megabytes: int | None = None
    min_count: int = 5
    threads: int | None = None
    progress: Progress = silent
    _held: dict[str, Counts] = field(default_factory=dict, repr=False)

    @cached_property
    def recipe(self) -> Recipe:
        """What the numbers of words depend on."""
        digest = content_digest([self.path])
        return Recipe().then("text", digest=digest, megabytes=self.megabytes, min_count=self.min_count)

    @cached_property
    def corpus(self) -> Corpus:
        """The text as word numbers."""
        how: Any = {"min_count": self.min_count, "threads": self.threads, "progress": self.progress}
        if self.megabytes is None:
            return encode(self.path, **how)
        return encode_texts([first_megabytes(self.path, self.megabytes)], **how)

    def counts(self, **counting: Any) -> Counts:
        """Its counts; the arguments are those of `firth.count`. The last ones asked for stay in memory."""
        recipe = self.recipe.then("counting", **counting)
        if recipe.digest not in self._held:
            self._held.clear()
            self._held[recipe.digest] = Kept(self.cache).get(
                recipe,
                lambda: count(self.corpus, threads=self.threads, progress=self.progress, **counting),
                COUNTS,
            )
        return self._held[recipe.digest]

    def described(self, counts: Counts) -> dict[str, Any]:
        """How large it is, as plain values for JSON."""
        return {
            "name": self.path.name,
            "megabytes": self.megabytes,
            "tokens": counts.how["text"]["token_count"],
            "words": len(counts.rows),
            "cells": int(counts.matrix.nnz),
            "min_count": self.min_count,
            "counting": dict(counts.how["counting"]),
        }
