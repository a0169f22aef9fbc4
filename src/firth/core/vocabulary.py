"""Vocabulary: the names of rows or columns, and how often each occurs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.pickling import Portable


class Numbers(Sequence[str]):
    """The names "1", "2", … for a million rows that have none, made when they are asked for.

    >>> names = Numbers(3)
    >>> list(names), names[-1], len(names)
    (['1', '2', '3'], '3', 3)
    """

    def __init__(self, length: int) -> None:
        """Make names for rows, of which there are `length`."""
        self._range = range(1, length + 1)

    def __len__(self) -> int:
        """How many."""
        return len(self._range)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        """The name at a place, or several."""
        if isinstance(place, slice):
            return tuple(map(str, self._range[place]))
        return str(self._range[place])


@dataclass(frozen=True, eq=False, repr=False)
class Vocabulary(Portable):
    """Distinct tokens in a fixed order, with their counts.

    Words are ordered by falling count, then by token, so that equal corpora give equal vocabularies;
    `Vocabulary.from_counts` makes that order. The rows of a table keep the order they came in.

    Attributes
    ----------
    tokens : sequence of str
    counts : array
        Cannot be written to.

    Examples
    --------
    >>> v = Vocabulary.from_counts({"b": 2, "a": 2, "c": 5})
    >>> v.tokens, v.index["a"], "z" in v, len(v)
    (('c', 'a', 'b'), 1, False, 3)
    """

    tokens: Sequence[str]
    counts: Array

    def __post_init__(self) -> None:
        """Refuse counts of another length and freeze them."""
        if len(self.tokens) != len(self.counts):
            raise InputError(f"{len(self.tokens)} tokens were given {len(self.counts)} counts.")
        counts = np.asarray(self.counts).view()
        counts.flags.writeable = False
        object.__setattr__(self, "counts", counts)

    @classmethod
    def from_counts(cls, counts: Mapping[str, int] | Iterable[tuple[str, int]]) -> Vocabulary:
        """Order (token, count) pairs by falling count, then by token."""
        pairs = counts.items() if isinstance(counts, Mapping) else counts
        ordered = sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
        return cls(tuple(token for token, _ in ordered), np.array([n for _, n in ordered], dtype=np.int64))

    @cached_property
    def index(self) -> dict[str, int]:
        """The place of each token."""
        index = {token: place for place, token in enumerate(self.tokens)}
        if len(index) != len(self.tokens):
            seen: set[str] = set()
            twice = next(t for t in self.tokens if t in seen or seen.add(t))  # type: ignore[func-returns-value]
            raise InputError(f"the name {twice!r} stands twice in a vocabulary; names must differ.")
        return index

    def __repr__(self) -> str:
        """How many tokens, and the first of them."""
        first = ", ".join(map(repr, self.tokens[:3]))
        return f"Vocabulary: {len(self.tokens):,} tokens, {first}{', …' if len(self.tokens) > 3 else ''}"

    def part(self, places: Array) -> Vocabulary:
        """The same vocabulary with only the tokens at these places."""
        return Vocabulary(tuple(self.tokens[i] for i in places), self.counts[places])

    @property
    def total(self) -> float:
        """The sum of the counts."""
        return float(self.counts.sum())

    def __len__(self) -> int:
        """How many tokens there are."""
        return len(self.tokens)

    def __iter__(self) -> Iterator[str]:
        """The tokens in order."""
        return iter(self.tokens)

    def __contains__(self, token: object) -> bool:
        """Whether the token is known."""
        return token in self.index

    def __eq__(self, other: object) -> bool:
        """Equal tokens with equal counts, in the same order."""
        if not isinstance(other, Vocabulary):
            return NotImplemented
        same_names = self.tokens is other.tokens or tuple(self.tokens) == tuple(other.tokens)
        return same_names and np.array_equal(self.counts, other.counts)

    __hash__ = None  # type: ignore[assignment]
