"""What a tagger sees of a word: itself and its neighbours, their shapes, its ends, and their clusters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby

REACH = (-2, -1, 0, 1, 2)
"""Places of the neighbours that are looked at."""

PREFIXES = (4, 6, 10, 20)
"""Lengths of the beginnings of a path (Turian et al. 2010)."""

_AFFIXES = (1, 2, 3, 4)


def word_features(words: Sequence[str], path_of: Callable[[str], str]) -> list[list[str]]:
    """Names of what is seen at each word of a sentence.

    path_of: the path of a word's cluster, empty if it has none.

    >>> found = word_features(["Ann", "sleeps"], lambda word: "")
    >>> [name for name in found[0] if name[:2] in ("0:", "0s", "1:")]
    ['0:ann', '0s:Xx', '1:sleeps']
    """
    lower = [word.lower() for word in words]
    shapes = [_shape(word) for word in words]
    paths = [path_of(word) for word in words]
    found = []
    for place in range(len(words)):
        names = ["always"]
        for step in REACH:
            at = place + step
            if not 0 <= at < len(words):
                names.append(f"{step}|")
                continue
            names += [f"{step}:{lower[at]}", f"{step}s:{shapes[at]}"]
            names += [f"{step}c{n}:{paths[at][:n]}" for n in PREFIXES if paths[at]]
        word = words[place]
        names += [f"begins:{word[:n]}" for n in _AFFIXES] + [f"ends:{word[-n:]}" for n in _AFFIXES]
        before = lower[place - 1] if place else ""
        after = lower[place + 1] if place + 1 < len(words) else ""
        names += [f"-1,0:{before} {lower[place]}", f"0,1:{lower[place]} {after}"]
        found.append(names)
    return found


@lru_cache(maxsize=1 << 16)
def _shape(word: str) -> str:
    """Xx for Ann, XX-d for AC-12: kinds of letters, each run of one kind as one, two if it is longer."""
    kinds = "".join("X" if c.isupper() else "x" if c.isalpha() else "d" if c.isdigit() else c for c in word)
    return "".join(kind if kind == "x" else kind * min(2, len(list(run))) for kind, run in groupby(kinds))
