"""Ways to make vectors of documents, each under the name that a table gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from firth_papers.documents.material import Material


@dataclass(frozen=True, eq=False)
class Method:
    """A name, everything that the vectors depend on beside the documents, and how they are made.

    make: from the material, a row for each of its documents.
    """

    name: str
    settings: Mapping[str, Any]
    make: Callable[[Material], Any]


def fitted(name: str, transformer: Any, settings: Mapping[str, Any], *, others: bool = True) -> Method:
    """A transformer that sees the documents that teach; others: and those without labels."""

    def make(material: Material) -> Any:
        from sklearn.base import clone

        own = clone(transformer)
        teaching = material.teaching if others else list(material.documents[: material.learnt])
        return own.fit(teaching).transform(list(material.documents))

    return Method(name, {**settings, "others": others}, make)


def unfitted(name: str, make: Callable[[Material], Any], settings: Mapping[str, Any]) -> Method:
    """Any other way, such as one that learns from all documents at once."""
    return Method(name, settings, make)
