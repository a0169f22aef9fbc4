"""Plotly figures whose pages show the picture of the point under the pointer."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from firth.plots.pages import LivingFigure


class SphereFigure(LivingFigure):
    """A plotly figure; its page carries the script `spheres.js` if layout.meta has a sheet of thumbnails."""

    def to_html(self, *, config: dict[str, Any] | None = None, **options: Any) -> str:
        """As plotly's, with the script."""
        script = ""
        if self.layout.meta:
            script = files("firth.plots").joinpath("spheres.js").read_text(encoding="utf-8")
        return super().to_html(config=config, **{"post_script": script, **options})
