"""Pictures, static (matplotlib) and interactive (plotly)."""

from firth.ca import broken_stick
from firth.plots.biplot import biplot
from firth.plots.ca_map import Supplementary
from firth.plots.cluster_map import cluster_map
from firth.plots.confusion_matrix import confusion_matrices
from firth.plots.contributions import contribution_bars
from firth.plots.correlation_circle import correlation_circle
from firth.plots.cosine_matrix import WordCosines, cosine_matrices, cosine_matrix, word_cosines
from firth.plots.dendrogram import dendrogram
from firth.plots.heatmap import heatmap
from firth.plots.interactive_biplot import interactive_biplot
from firth.plots.interactive_sphere import interactive_sphere
from firth.plots.quality_bars import quality_bars
from firth.plots.residual_heat import residual_heat
from firth.plots.roc_curve import roc_curves
from firth.plots.saving import picture_bytes, save_figure
from firth.plots.score_plot import score_plot
from firth.plots.scree import scree
from firth.plots.sphere import sphere, spheres
from firth.plots.vtest_bars import vtest_bars
from firth.plots.word_groups import ANIMALS_AND_FOODS, WordGroups
from firth.plots.word_heatmap import word_heatmap
from firth.plots.word_scatter import word_scatter

__all__ = [
    "ANIMALS_AND_FOODS",
    "Supplementary",
    "WordCosines",
    "WordGroups",
    "biplot",
    "broken_stick",
    "cluster_map",
    "confusion_matrices",
    "contribution_bars",
    "correlation_circle",
    "cosine_matrices",
    "cosine_matrix",
    "dendrogram",
    "heatmap",
    "interactive_biplot",
    "interactive_sphere",
    "picture_bytes",
    "quality_bars",
    "residual_heat",
    "roc_curves",
    "save_figure",
    "score_plot",
    "scree",
    "sphere",
    "spheres",
    "vtest_bars",
    "word_cosines",
    "word_heatmap",
    "word_scatter",
]
