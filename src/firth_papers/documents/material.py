"""Documents with labels, and others that vectors may learn from without any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from firth.evaluate.documents import Labels, Split
from firth_papers.engine.text import Document, digest_of


@dataclass(frozen=True, eq=False)
class Material:
    """Documents, of which the first `learnt` may teach and all may be tested.

    others: documents without labels.
    """

    name: str
    documents: Sequence[Document]
    labels: Labels
    learnt: int
    others: Sequence[Document] = field(default=(), repr=False)

    @property
    def teaching(self) -> list[Document]:
        """The documents from which transformers learn: those that teach, and those without labels."""
        return [*self.documents[: self.learnt], *self.others]

    @property
    def split(self) -> Split:
        """Places of the documents that teach, and of those after them."""
        places = np.arange(len(self.documents))
        return places[: self.learnt], places[self.learnt :]

    @cached_property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that change when any document or label does."""
        return digest_of([str(self.learnt), *self.documents, *self.others], self.labels.values)
