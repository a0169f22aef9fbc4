"""Nearest neighbors of the same words in several embeddings, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from firth.core import Embedding
from firth.errors import InputError, UnknownWordsError
from firth.evaluate.grids import NONE, Cell, Grid
from firth.query import Neighbor, near_spellings, neighbors_many
from firth.query.lookup import UNKNOWN, known_places
from firth.runtime.other_names import refuse_other_names


@dataclass(frozen=True)
class NeighborReport:
    """The nearest words of some words in several embeddings.

    Attributes
    ----------
    nearest : dict
        Word → name of the embedding → its neighbors, or None where the embedding does not know the word.
    """

    nearest: dict[str, dict[str, list[Neighbor] | None]]

    def overlap(self, word: str) -> dict[tuple[str, str], float | None]:
        """The Jaccard index of the neighbors of a word, for each two embeddings; None where one lacks it.

        J = |A ∩ B| / |A ∪ B|: 1 for the same neighbors in any order, 0 for none in common.
        """
        lists = {
            name: None if found is None else {neighbor.word for neighbor in found}
            for name, found in self.nearest[word].items()
        }
        return {(a, b): _jaccard(lists[a], lists[b]) for a, b in combinations(lists, 2)}

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            word: {
                "neighbors": {
                    name: None if found is None else [neighbor._asdict() for neighbor in found]
                    for name, found in lists.items()
                },
                "overlap": [
                    {"embeddings": list(pair), "jaccard": value} for pair, value in self.overlap(word).items()
                ],
            }
            for word, lists in self.nearest.items()
        }

    def grids(self) -> list[Grid]:
        """A table for each word, shared neighbors bold, and one of overlaps between embeddings."""
        tables = [_side_by_side(word, lists) for word, lists in self.nearest.items()]
        overlaps = {word: self.overlap(word) for word in self.nearest}
        pairs = list(next(iter(overlaps.values())))
        if not pairs:
            return tables
        columns = {pair: [overlaps[word][pair] for word in overlaps] for pair in pairs}
        rows = [
            [Cell(word), *(Cell(_decimals(columns[pair][place])) for pair in pairs)]
            for place, word in enumerate(overlaps)
        ]
        rows.append([Cell("mean"), *(Cell(_decimals(_mean(columns[pair]))) for pair in pairs)])
        heads = ("word", *(f"{a} and {b}" for a, b in pairs))
        return [*tables, Grid("overlap of neighbors (Jaccard)", heads, rows, frozenset([len(overlaps)]))]


@refuse_other_names()
def neighbor_report(
    embeddings: Mapping[str, Embedding], words: Sequence[str], top: int = 10
) -> NeighborReport:
    """List the nearest words of each word in several embeddings, side by side.

    Each embedding is searched in its own vocabulary and by its own measure. A word is looked up as written,
    then lower-cased.

    Parameters
    ----------
    embeddings : mapping of str to Embedding
        The embeddings by name.
    words : sequence of str
        The words whose neighbors are listed; one that no embedding knows is refused.
    top : int, default 10
        How many neighbors are listed.

    Returns
    -------
    NeighborReport
        The neighbors, and how much the lists overlap.

    Examples
    --------
    >>> import numpy as np
    >>> from firth.core import Vocabulary
    >>> words = Vocabulary.from_counts({"tea": 3, "milk": 2, "car": 1})
    >>> one = Embedding(np.array([[1.0, 0], [1, 0.1], [0, 1]]), words)
    >>> two = Embedding(np.array([[1.0, 0], [0, 1], [1, 0.1]]), words)
    >>> found = neighbor_report({"one": one, "two": two}, ["tea"], top=1)
    >>> [neighbors[0].word for neighbors in found.nearest["tea"].values()], found.overlap("tea")
    (['milk', 'car'], {('one', 'two'): 0.0})
    """
    words = list(dict.fromkeys(words))
    if not words or not embeddings:
        raise InputError("there is nothing to look up; give at least one word and one embedding.")
    nearest: dict[str, dict[str, list[Neighbor] | None]] = {word: {} for word in words}
    for name, embedding in embeddings.items():
        places = known_places(embedding.vocabulary, [(word,) for word in words]).ravel().tolist()
        tokens = [embedding.vocabulary.tokens[place] for place in places if place != UNKNOWN]
        found = iter(neighbors_many(embedding, tokens, top))
        for word, place in zip(words, places, strict=True):
            nearest[word][name] = None if place == UNKNOWN else next(found)
    for word, lists in nearest.items():
        if all(found is None for found in lists.values()):
            raise UnknownWordsError(_unknown(word, max(embeddings.values(), key=len)))
    return NeighborReport(nearest)


def _unknown(word: str, largest: Embedding) -> str:
    near = near_spellings(largest.vocabulary, word, top=1)
    hint = f"did you mean {near[0]!r}?" if near else "leave it out."
    return f"{word!r} is in none of the vocabularies; {hint}"


def _side_by_side(word: str, lists: dict[str, list[Neighbor] | None]) -> Grid:
    named = [{neighbor.word for neighbor in found} for found in lists.values() if found is not None]
    shared = set.intersection(*named) if len(named) > 1 else set()
    longest = max(len(found) for found in lists.values() if found is not None)
    rows = []
    for place in range(longest):
        cells = [Cell(str(place + 1))]
        for found in lists.values():
            if found is None or place >= len(found):
                cells.append(Cell("unknown" if found is None and place == 0 else NONE))
            else:
                neighbor = found[place]
                cells.append(Cell(f"{neighbor.word} {neighbor.similarity:.3f}", neighbor.word in shared))
        rows.append(cells)
    return Grid(f"nearest to {word}", ("", *lists), rows)


def _jaccard(a: set[str] | None, b: set[str] | None) -> float | None:
    if a is None or b is None or not a | b:
        return None
    return len(a & b) / len(a | b)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _decimals(value: float | None) -> str:
    return NONE if value is None else f"{value:.2f}"
