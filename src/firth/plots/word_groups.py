"""Groups of words: which of them are known, and how pictures set them apart by colors, lines and a header."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from firth.core import Embedding, Vocabulary
from firth.errors import InputError
from firth.plots.canvas import (
    COLUMNS,
    INK,
    QUIET,
    ROWS,
    legend_above,
    name_style,
    one_line,
    text_style,
    write_at,
)
from firth.plots.classes import CLASS_MARKERS
from firth.query import vectors_of
from firth.query.nearest import inverse_or_zero, lengths
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

MOST_WORDS = 2_000

Groups = Mapping[str, Sequence[str]]
"""Name of a group → its words; a word stands in one group."""

ANIMALS_AND_FOODS: Groups = {
    "animals": ("bear", "cat", "cow", "dog", "horse", "lion", "pig", "rabbit", "sheep", "tiger", "wolf"),
    "foods": (
        "bread", "butter", "cake", "cheese", "potato", "rice", "salad", "sauce", "soup", "sugar", "tomato",
    ),
}  # fmt: skip
"""Eleven words of each kind, as many as in the figures of [HajiSoleimani2019, §4.4.5], which does not print
them."""

_COLORS = (ROWS, COLUMNS, "#007A5E", "#A0457E", "#7A5C00", "#4B4B4B")
"""Kin of the Okabe–Ito palette, dark enough for small letters on white."""

HEADER_WIDTH = 5.7
"""Inches that the lines of text above a picture may take, be it narrower or not."""
_LINE = 14
"""Their height, in points."""


@dataclass(frozen=True, eq=False)
class WordGroups:
    """The known words of groups, group by group.

    Attributes
    ----------
    words : tuple of str
        The words.
    groups : tuple of str
        The names of the groups with a known word.
    membership : array of shape (words,)
        The place of each word's group among them.
    unknown : tuple of str
        The words that were left out.
    """

    words: tuple[str, ...]
    groups: tuple[str, ...]
    membership: Array
    unknown: tuple[str, ...]


def known_words(groups: Groups, vocabularies: Sequence[Vocabulary]) -> WordGroups:
    """The words that all vocabularies have, each once."""
    membership = _membership(groups)
    known = {word: group for word, group in membership.items() if all(word in v for v in vocabularies)}
    if not known:
        first = f" (the first is {next(iter(membership))!r})" if membership else ""
        raise InputError(
            f"none of the {len(membership)} words to be drawn{first} has a vector; check their spelling and "
            "capitals, or name others."
        )
    if len(known) > MOST_WORDS:
        raise InputError(f"{len(known):,} words do not fit into a picture; name at most {MOST_WORDS:,}.")
    names = tuple(dict.fromkeys(known.values()))
    unknown = tuple(word for word in membership if word not in known)
    return WordGroups(
        tuple(known), names, np.array([names.index(group) for group in known.values()]), unknown
    )


def _membership(groups: Groups) -> dict[str, str]:
    """The group of each word."""
    found: dict[str, str] = {}
    for name, members in groups.items():
        if isinstance(members, str):
            raise InputError(f"group {name!r} is {members!r}; give a list of words, such as [{members!r}].")
        for word in members:
            if found.setdefault(word, name) != name:
                raise InputError(
                    f"{word!r} is in both {found[word]!r} and {name!r}; a word stands in one group."
                )
    return found


def unit_vectors(embedding: Embedding, words: Sequence[str]) -> Array:
    """Vectors of length 1 in float64; zero vectors stay zero."""
    vectors = vectors_of(embedding, words).astype(np.float64)
    return np.asarray(vectors * inverse_or_zero(lengths(vectors))[:, None])


def color_of(group: int) -> str:
    """The color of a group; after the sixth they begin again, with other markers."""
    return _COLORS[group % len(_COLORS)]


def marker_of(group: int) -> str:
    """The marker of a group."""
    return CLASS_MARKERS[group % len(CLASS_MARKERS)]


def borders(membership: Array) -> Array:
    """Between which places a new group begins: 2.5 lies between the third word and the fourth.

    >>> borders(np.array([0, 0, 0, 1, 1])).tolist()
    [2.5]
    """
    return np.asarray(np.flatnonzero(np.diff(membership)) + 0.5)


def draw_borders(ax: Axes, membership: Array, *, columns: bool) -> None:
    """Lines between the groups of rows, and of columns if they are the same words."""
    for border in borders(membership):
        ax.axhline(border, color=INK, linewidth=1, zorder=4)
        if columns:
            ax.axvline(border, color=INK, linewidth=1, zorder=4)


def color_names(axis: Axis, membership: Array) -> None:
    """Give the names of rows or columns the colors of their groups."""
    for place, label in zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=True):
        label.set_color(color_of(int(membership[int(place)])))


def header_height(chosen: WordGroups, title: str | None) -> float:
    """Inches that `draw_header` needs above the axes."""
    lines = _legend_rows(chosen) + 1
    return (_LINE * lines + (17 if title else 0) + 6) / 72


def draw_header(ax: Axes, chosen: WordGroups, title: str | None, *said: str) -> None:
    """Title, a line of what is said and how many words are unknown, and the legend, above the axes."""
    rows = _legend_rows(chosen)
    if rows:
        _legend(ax, chosen, -(-len(chosen.groups) // rows))
    unknown = len(chosen.unknown)
    missing = f"{unknown:,} unknown word{'s' if unknown > 1 else ''}" if unknown else ""
    line = " · ".join(filter(None, [*said, missing]))
    above = _LINE * rows + 5
    write_at(ax, line.replace("-", "−"), (0, 1), (0, above), va="bottom", **text_style(8, QUIET))
    if title:
        write_at(ax, one_line(title, most=100), (0, 1), (0, above + _LINE), va="bottom", **name_style(11))


def _legend_rows(chosen: WordGroups) -> int:
    """How many lines the names of the groups take; a group alone needs none."""
    if len(chosen.groups) == 1:
        return 0
    widest = 0.35 + 0.08 * max(len(one_line(group)) for group in chosen.groups)
    return -(-len(chosen.groups) // max(1, int(HEADER_WIDTH // widest)))


def _legend(ax: Axes, chosen: WordGroups, columns: int) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], linestyle="", marker=marker_of(group), markersize=5, color=color_of(group))
        for group in range(len(chosen.groups))
    ]
    legend_above(
        ax,
        handles,
        [one_line(group) for group in chosen.groups],
        text=name_style(9),
        ncols=columns,
        borderaxespad=0.4,
        handlelength=1.0,
        handletextpad=0.3,
        columnspacing=1.2,
        labelspacing=0.35,
    )
