"""Two sides of the pairs: one to choose on, one that no choice has seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Literal, TypeVar, get_args

from firth.core import Vocabulary
from firth.datasets import WordPair
from firth.errors import InputError
from firth.evaluate.similarity import FEWEST_PAIRS
from firth.query.lookup import UNKNOWN, known_places

By = Literal["pairs", "words"]


@dataclass(frozen=True)
class _Side:
    """Sets of pairs by name."""

    sets: Mapping[str, Sequence[WordPair]]

    @property
    def pairs(self) -> int:
        """How many, all sets together."""
        return sum(map(len, self.sets.values()))


@dataclass(frozen=True)
class Development(_Side):
    """The pairs that a configuration is chosen on."""


@dataclass(frozen=True)
class HeldOut(_Side):
    """The pairs that no choice has seen; a type of its own, so that they cannot be given for the others."""


Side = TypeVar("Side", Development, HeldOut)


def split_sets(
    sets: Mapping[str, Sequence[WordPair]], *, development: float = 0.5, by: By = "pairs", seed: int = 0
) -> tuple[Development, HeldOut]:
    """Send every pair to one of two sides, by a number that its words and the seed alone decide.

    A pair is on the same side in every set and in either order, capitals aside. by: "pairs" lets a word stand
    on both sides, in different pairs; "words" gives each word a side and leaves out pairs that have one
    of each. development: the share of pairs, or of words, on the first side.

    >>> pairs = [WordPair(*row) for row in (("tea", "cup", 7), ("Cup", "tea", 6), ("ox", "car", 1))]
    >>> chosen_on, held_out = split_sets({"mine": pairs})
    >>> [len(side.sets["mine"]) for side in (chosen_on, held_out)]
    [1, 2]
    """
    if not 0 < development < 1:
        raise InputError(f"development is {development}; it is a share between 0 and 1, such as 0.5.")
    if by not in get_args(By):
        raise InputError(f"split is {by!r}; choose pairs or words.")
    if seed < 0:
        raise InputError(f"seed is {seed}; it must be 0 or more.")

    def on(side: bool) -> dict[str, list[WordPair]]:
        return {
            name: [pair for pair in pairs if _side(pair, development, by, seed) is side]
            for name, pairs in sets.items()
        }

    return Development(on(True)), HeldOut(on(False))


def known_side(side: Side, vocabulary: Vocabulary) -> Side:
    """Only the pairs whose words are both in the vocabulary, all sets still there."""
    sets = {}
    for name, pairs in side.sets.items():
        places = known_places(vocabulary, [pair[:2] for pair in pairs]).reshape(-1, 2)
        known = (places != UNKNOWN).all(axis=1)
        sets[name] = [pair for pair, there in zip(pairs, known, strict=True) if there]
    return replace(side, sets=sets)


def scorable(side: Side, among: str = "") -> Side:
    """Only the sets with enough pairs, which people do not all score alike.

    among: said of the pairs, where no set is left.
    """
    sets = {name: pairs for name, pairs in side.sets.items() if _enough(pairs)}
    if not sets:
        name = "development" if isinstance(side, Development) else "held-out"
        raise InputError(
            f"the {name} side has {side.pairs:,} pairs{among}, and no set with {FEWEST_PAIRS} or more of "
            "different scores; give more or other sets of pairs, or another share with development=SHARE."
        )
    return replace(side, sets=sets)


def _enough(pairs: Sequence[WordPair]) -> bool:
    return len(pairs) >= FEWEST_PAIRS and len({pair.score for pair in pairs}) > 1


def _side(pair: WordPair, development: float, by: By, seed: int) -> bool | None:
    """True for development; None for neither."""
    words = sorted(word.lower() for word in pair[:2])
    parts = [words] if by == "pairs" else [[word] for word in words]
    sides = {_share(part, seed) < development for part in parts}
    return sides.pop() if len(sides) == 1 else None


def _share(words: list[str], seed: int) -> float:
    """A number from 0 to 1, as good as random, that never changes."""
    content = "\0".join([str(seed), *words])
    return int.from_bytes(blake2b(content.encode(), digest_size=8).digest()) / 2**64
