"""Documents as a text whose words are embedded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from firth.core import Corpus, Counts, Recipe
from firth.counting import count
from firth.runtime.run import Progress, silent
from firth.text import encode_texts
from firth_papers.documents.material import Document, digest_of


@dataclass(frozen=True, eq=False)
class Teaching:
    """Documents that word vectors learn from: texts, or lists of tokens, which are taken as they are.

    Numbers of words and counts are made when they are first needed; the last counts stay in memory.
    """

    documents: Sequence[Document] = field(repr=False)
    min_count: int = 5
    threads: int | None = None
    progress: Progress = silent
    _held: dict[str, Counts] = field(default_factory=dict, repr=False)

    @cached_property
    def recipe(self) -> Recipe:
        """What the numbers of words depend on."""
        digest = digest_of(self.documents, np.zeros(0))
        return Recipe().then("documents", digest=digest, min_count=self.min_count)

    @cached_property
    def corpus(self) -> Corpus:
        """The documents as word numbers."""
        as_texts = not self.documents or isinstance(self.documents[0], str)
        return encode_texts(
            [text if isinstance(text, str) else " ".join(text) for text in self.documents],
            tokenizer="words" if as_texts else "whitespace",
            case="lower" if as_texts else "keep",
            normalize="NFKC" if as_texts else "none",
            min_count=self.min_count,
            threads=self.threads,
            progress=self.progress,
        )

    def counts(self, **counting: Any) -> Counts:
        """Their counts; the arguments are those of `firth.count`."""
        digest = self.recipe.then("counting", **counting).digest
        if digest not in self._held:
            self._held.clear()
            self._held[digest] = count(self.corpus, threads=self.threads, progress=self.progress, **counting)
        return self._held[digest]
