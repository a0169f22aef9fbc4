"""Plotly figures whose pages carry a script of ours. Imported only where plotly is."""

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

_SCRIPTS = {"names": "names.js", "thumbnails": "thumbnails.js"}
"""What a key in layout.meta asks for: the points in view named after every move, or the picture of the point
under the pointer."""


class Page(Figure):  # type: ignore[misc]
    """A plotly figure; its page carries the script that layout.meta has the data for."""

    def to_html(self, *, config: dict[str, Any] | None = None, **options: Any) -> str:
        """As plotly's, with the script."""
        names = [name for key, name in _SCRIPTS.items() if key in (self.layout.meta or {})]
        script = "".join(files("firth.plots").joinpath(name).read_text(encoding="utf-8") for name in names)
        return str(super().to_html(config=_CONFIG | (config or {}), **{"post_script": script, **options}))
