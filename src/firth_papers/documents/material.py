"""Documents with labels, and others that vectors may learn from without any."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from firth.evaluate.documents import Labels, Split
from firth.runtime.arrays import Array

Document = str | Sequence[str]
"""A text, or its tokens."""


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


def digest_of(documents: Iterable[Document], numbers: Array) -> str:
    """Of documents and numbers."""
    check = hashlib.blake2b(digest_size=8)
    for document in documents:
        text = document if isinstance(document, str) else "\1".join(document)
        check.update(text.encode(errors="surrogatepass"))
        check.update(b"\0")
    check.update(numbers.tobytes())
    return check.hexdigest()
