"""Scores at full rank against the size of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firth_papers.words import Beside
from firth_papers.words.figures import Panel, sweep_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def window_figure(results: dict[str, Any]) -> Figure:
    """A panel for the dot product and one for the cosine; a line for each way of counting."""
    panels = []
    for measure in ("dot", "cosine"):
        lines: dict[str, dict[float, Beside]] = {}
        for one in results["limits"]:
            if one["measure"] == measure:
                line = lines.setdefault(one["name"], {})
                line[one["window"]] = Beside(one["mean"], one["mean_interval"])
        panels.append(Panel(f"mean Spearman, {measure}", lines))
    return sweep_figure(
        panels, along="words that a window reaches", title="Correspondence analysis at full rank"
    )
