"""Menus and buttons of an interactive biplot."""

from __future__ import annotations

from typing import Any, Literal

from firth.runtime.arrays import Array

LEGEND_ROW = 30
"""Pixels between the menus and the picture, where the legend stands."""

_WIDTH = 165
"""Pixels from one menu to the next."""


def axis_menu(direction: Literal["x", "y"], places: list[Array], titles: list[str], chosen: int) -> Any:
    """A list of the axes; choosing one moves all points in that direction.

    places: for each trace, one column of coordinates for each axis.
    """
    arrow = {"x": "→", "y": "↑"}[direction]
    entries = [
        {
            "label": f"{arrow} {title}",
            "method": "update",
            "args": [
                {direction: [significant(place[:, axis]) for place in places]},
                {f"{direction}axis.title.text": title, f"{direction}axis.autorange": True},
            ],
        }
        for axis, title in enumerate(titles)
    ]
    return {**_style(0 if direction == "x" else 1), "buttons": entries, "active": chosen - 1}


def side_buttons(sides: list[str]) -> Any:
    """Rows, columns or both."""
    entries = [
        {
            "label": label,
            "method": "restyle",
            "args": ["visible", [label in ("rows and columns", side) for side in sides]],
        }
        for label in ("rows and columns", "rows", "columns")
    ]
    return {**_style(2), "buttons": entries}


def name_buttons() -> Any:
    """Names of the most contributing points, or none."""
    entries = [
        {"label": label, "method": "restyle", "args": ["mode", mode]}
        for label, mode in (("names", "markers+text"), ("no names", "markers"))
    ]
    return {**_style(3), "buttons": entries}


def significant(values: Array) -> list[float]:
    """Six digits, more than any screen shows; pages stay small."""
    return [float(f"{value:.6g}") for value in values.tolist()]


def _style(place: int) -> dict[str, Any]:
    """Above the picture's left corner, by pixels, so that no size of window moves menus onto each other."""
    return {
        "type": "dropdown",
        "x": 0,
        "xanchor": "left",
        "y": 1,
        "yanchor": "bottom",
        "bgcolor": "white",
        "bordercolor": "#CCCCCC",
        "font": {"size": 12},
        "pad": {"l": _WIDTH * place, "b": 10 + LEGEND_ROW},
    }
