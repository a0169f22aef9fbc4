"""Names of categories as pictures write them: without their variable where it says nothing new."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firth.ca import Side

SAY_LITTLE = frozenset(
    {
        "absent", "agree", "always", "bad", "disagree", "false", "few", "good", "high", "ja",
        "large", "little", "low", "many", "maybe", "medium", "middle", "missing", "much", "na",
        "nein", "neutral", "never", "no", "non", "none", "not", "often", "oui", "other", "others",
        "perhaps", "poor", "present", "rarely", "seldom", "si", "small", "some", "sometimes",
        "true", "unknown", "very", "yes",
    }
)  # fmt: skip
"""Answers that many questions have: alone they tell nothing."""

_STEM = 4
"""Words that begin alike over so many letters are taken for the same: Vomiting and Vomit_n."""
_FIRST_IDEOGRAM = "\u2e80"


def variables_of(side: Side) -> tuple[str, ...] | None:
    """The variable of each category; None for points that are not categories of variables.

    The names of categories are "variable:category".
    """
    known = getattr(side, "variables", None)
    return tuple(known) if known is not None else None


def category_labels(names: Sequence[str], variables: Sequence[str]) -> list[str]:
    """The names of categories, each without its variable if it is clear and unique without it.

    A category is clear when it repeats its variable ("Not.sophisticated"), or has a word of its own ("tea
    bag") that is no answer to any question ("yes", "often"), no number and no abbreviation. All categories of
    a variable are written alike.

    names: of all categories on a map, "variable:category". variables: that of each.

    >>> names = ["sophisticated:Not.sophisticated", "sex:F", "Tea:black", "Tea:green", "sugar:no"]
    >>> category_labels(names, [name.split(":")[0] for name in names])
    ['Not.sophisticated', 'sex:F', 'black', 'green', 'sugar:no']
    """
    bare = [
        name.removeprefix(f"{variable}:") if variable else name
        for name, variable in zip(names, variables, strict=True)
    ]
    seen = Counter(bare)
    unclear = {
        variable
        for category, variable in zip(bare, variables, strict=True)
        if variable and (seen[category] > 1 or not (_repeats(category, variable) or _is_clear(category)))
    }
    return [
        name if variable in unclear else category
        for name, category, variable in zip(names, bare, variables, strict=True)
    ]


def _words(text: str) -> list[str]:
    return [word.casefold() for word in re.findall(r"[^\W\d_]+", text)]


def _repeats(category: str, variable: str) -> bool:
    """Whether the category has a word of its variable's name."""
    stems = {word[:_STEM] for word in _words(variable) if len(word) > 2}
    return any(word[:_STEM] in stems for word in _words(category))


def _is_clear(category: str) -> bool:
    telling = [word for word in _words(category) if len(word) > 2 or word[0] >= _FIRST_IDEOGRAM]
    return any(word not in SAY_LITTLE for word in telling)
