"""What an analysis says, in plain sentences made from its numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from firth.ca.category_labels import category_labels
from firth.ca.correspondence import Correspondence
from firth.ca.multiple import MultipleCorrespondence
from firth.ca.side import CategorySide, Side
from firth.ca.supplementary_variables import Quantities
from firth.runtime.arrays import Array

MOST_NAMED = 6
"""Points that one sentence names on one end of an axis."""
DOMINANT = 0.5
"""A contribution above which a point alone is said to make an axis."""
BADLY_SHOWN = 0.25
"""Quality (cos² on the axes read) under which a point's place says little about it."""
FEW = 0.02
"""A share of the records under which a category is called rare."""
NOTABLE = 2.0
"""An absolute v-test above which a category is told."""


def listed(parts: Sequence[str], *, most: int | None = None, rest: str = "more") -> str:
    """A list as a sentence has it; rest is what those beyond `most` are called.

    >>> listed(["fair", "red", "dark"]), listed(["a", "b", "c", "d"], most=2)
    ('fair, red and dark', 'a, b and 2 more')
    """
    shown = list(parts)
    if most is not None and len(shown) > most:
        shown = [*shown[:most], f"{len(shown) - most:,} {rest}"]
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def percent(share: float) -> str:
    """A share as people write it: one digit under ten percent, none above; and no part is all.

    >>> percent(0.0341), percent(0.866), percent(0.00002)
    ('3.4 %', '87 %', 'under 0.1 %')
    >>> percent(0.9963), percent(0.99998), percent(1.0)
    ('99.6 %', 'over 99.9 %', '100 %')
    """
    if 0 < share < 0.001:
        return "under 0.1 %"
    if 0.999 < share < 1 - 1e-12:
        return "over 99.9 %"
    digits = 1 if share < 0.0995 or 0.995 <= share <= 0.999 else 0
    return f"{100 * share:.{digits}f} %"


def axis_reading(analysis: Correspondence, axis: int) -> list[str]:
    """What one axis, numbered from 1, sets against what.

    Points are named whose contributions are above the average of their side, strongest first.

    Examples
    --------
    >>> from firth.ca import correspondence
    >>> from firth.counting import counts_from_table
    >>> table = counts_from_table(np.array([[20, 5], [5, 20]]), rows=["a", "b"], columns=["x", "y"])
    >>> axis_reading(correspondence(table), 1)[1]
    'It sets the row b with the column y against the row a with the column x.'
    """
    share = f"Axis {axis} explains {percent(float(analysis.shares[axis - 1]))} of the inertia."
    multiple = isinstance(analysis, MultipleCorrespondence)
    sides = [(analysis.columns, ("category", "categories") if multiple else ("column", "columns"))]
    if not multiple:
        sides.insert(0, (analysis.rows, ("row", "rows")))
    ends: dict[int, list[str]] = {-1: [], 1: []}
    for side, kind in sides:
        names = labels_of(side)
        for end in ends:
            places = _strong(side, axis, end)
            if len(places):
                called = listed([names[place] for place in places], most=MOST_NAMED)
                ends[end].append(f"the {kind[len(places) > 1]} {called}")
    told = [share]
    if ends[-1] and ends[1]:
        told.append(f"It sets {' with '.join(ends[-1])} against {' with '.join(ends[1])}.")
    elif ends[-1] or ends[1]:
        told.append(f"It sets {' with '.join(ends[-1] or ends[1])} apart from all the rest.")
    for side, kind in sides:
        told += _dominant(side, axis, kind[0])
    return told


def labels_of(side: Side) -> list[str]:
    """Names as pictures write them: of categories without their variables where the label alone is clear."""
    if not isinstance(side, CategorySide):
        return list(side.names)
    return category_labels(side.names.tokens, side.variables)


def _strong(side: Side, axis: int, end: int) -> Array:
    """Places of the points on one end of an axis that contribute more than the average, strongest first."""
    contributions = side.contributions[:, axis - 1]
    there = np.sign(side.standard[:, axis - 1]) == end
    places = np.flatnonzero(there & (contributions > (1 - 1e-9) / len(contributions)))
    return places[np.argsort(-contributions[places], kind="stable")]


def _dominant(side: Side, axis: int, kind: str) -> list[str]:
    contributions = side.contributions[:, axis - 1]
    place = int(contributions.argmax())
    if contributions[place] < DOMINANT or len(contributions) < 4:
        return []
    share = percent(float(contributions[place]))
    told = f"The {kind} {labels_of(side)[place]} alone makes {share} of the axis"
    if isinstance(side, CategorySide) and side.weights[place] < FEW * side.total:
        told += (
            f", and only {side.weights[place]:,.10g} of {side.total:,.10g} records have it: see whether the "
        )
        return [told + "map changes when it is made passive."]
    return [told + ": see whether the rest changes without it."]


def quality_reading(analysis: Correspondence, axes: int) -> list[str]:
    """Which points the first axes show badly, so that nothing should be said from their places."""
    told = []
    multiple = isinstance(analysis, MultipleCorrespondence)
    for side, kind in ((analysis.rows, "rows"), (analysis.columns, "columns")):
        quality = side.cos2[:, :axes].sum(axis=1)
        if multiple and side is analysis.rows:
            median = float(np.median(quality))
            little = "; the distance of two single records on the map says little" * (median < 0.5)
            told.append(f"The records are shown with a median quality of {percent(median)}{little}.")
            continue
        bad = np.flatnonzero(quality < BADLY_SHOWN)
        called = "categories" if multiple else kind
        if not len(bad):
            told.append(f"All {called} are shown well enough to be read (the worst has a quality of "
                        f"{percent(float(quality.min()))}).")  # fmt: skip
            continue
        names = labels_of(side)
        order = bad[np.argsort(quality[bad], kind="stable")]
        worst = listed([f"{names[place]} ({percent(float(quality[place]))})" for place in order], most=8)
        told.append(
            f"{len(bad):,} of {len(quality):,} {called} are badly shown (quality under "
            f"{percent(BADLY_SHOWN)}): {worst}. Nothing should be said from their places on these axes."
        )
    return told


def category_reading(categories: CategorySide, axes: int) -> list[str]:
    """Supplementary categories that stand apart on an axis, by their v-tests."""
    names, told = labels_of(categories), []
    for axis in range(axes):
        tests = categories.v_tests[:, axis]
        ends = []
        for end in (-1, 1):
            places = np.flatnonzero(end * tests > NOTABLE)
            order = places[np.argsort(-np.abs(tests[places]), kind="stable")]
            if len(order):
                parts = [f"{names[place]} (v = {tests[place]:.1f})" for place in order]
                ends.append(listed(parts, most=MOST_NAMED))
        if ends:
            told.append(
                f"Along axis {axis + 1}, where chance would not put them, stand {' against '.join(ends)}."
            )
    return told or ["No supplementary category stands farther from the center than chance would put it."]


def quantity_reading(quantities: Quantities, axes: int, records: float) -> list[str]:
    """Quantitative variables that go along with an axis."""
    told, least = [], NOTABLE / np.sqrt(max(records, 4))
    for axis in range(axes):
        values = quantities.correlations[:, axis]
        order = np.argsort(-np.abs(values), kind="stable")
        parts = [
            f"{quantities.names[place]} (r = {values[place]:.2f})"
            for place in order
            if abs(values[place]) > least
        ]
        if parts:
            told.append(f"Axis {axis + 1} goes along with {listed(parts, most=MOST_NAMED)}.")
    return told or [
        "None of the quantitative variables goes along with these axes more than chance would have it."
    ]
