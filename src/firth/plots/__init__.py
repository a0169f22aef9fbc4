"""Pictures, static (matplotlib) and interactive (plotly)."""

from firth.plots.biplots import biplot
from firth.plots.clouds import Supplementary
from firth.plots.contributions import contribution_bars
from firth.plots.heatmaps import heatmap
from firth.plots.interactive import interactive_biplot
from firth.plots.saving import save_figure
from firth.plots.screes import broken_stick, scree

__all__ = [
    "Supplementary",
    "biplot",
    "broken_stick",
    "contribution_bars",
    "heatmap",
    "interactive_biplot",
    "save_figure",
    "scree",
]
