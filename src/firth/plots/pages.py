"""Plotly figures whose pages choose, after every move, which points to name."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from plotly.graph_objects import Figure

_CONFIG = {
    "scrollZoom": True,
    "modeBarButtonsToRemove": ["sendChartToCloud", "select2d", "lasso2d"],
    "plotlyServerURL": "",
}
"""The wheel of the mouse zooms; no button sends the data elsewhere, nor selects points to no end."""


class LivingFigure(Figure):  # type: ignore[misc]
    """A plotly figure; its page carries the script `names.js`.

    layout.meta says how many points are named at most, and the inertia of each axis.
    """

    def to_html(self, *, config: dict[str, Any] | None = None, **options: Any) -> str:
        """As plotly's, with the script."""
        script = files("firth.plots").joinpath("names.js").read_text(encoding="utf-8")
        return str(super().to_html(config=_CONFIG | (config or {}), **{"post_script": script, **options}))
