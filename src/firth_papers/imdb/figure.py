"""Figures 7.1 and 7.2, and confusion matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firth.evaluate.documents.report import TITLES
from firth.plots.confusion_matrix import confusion_matrices
from firth.plots.roc_curve import roc_curves
from firth_papers.imdb.networks import OF_REVIEWS

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def roc_figure(results: dict[str, Any]) -> Figure:
    """Figure 7.1: a panel for each learner, in the first run."""
    panels: dict[str, dict[str, list[float]]] = {}
    for run in results["runs"]:
        panels.setdefault(TITLES[run["learner"]], {})[run["vectors"]] = run["curve"]
    return roc_curves(panels, title="IMDB reviews: ROC curves")


def network_figure(results: dict[str, Any]) -> Figure:
    """Figure 7.2: a panel for each text that word vectors learnt from, in the first run of the network."""
    panels: dict[str, dict[str, list[float]]] = {}
    for run in results["sequences"]:
        of_reviews = run["vectors"].endswith(OF_REVIEWS)
        title = "word vectors of reviews" if of_reviews else "word vectors of Wikipedia"
        panels.setdefault(title, {})[run["vectors"].removesuffix(OF_REVIEWS).strip()] = run["curve"]
    return roc_curves(panels, title="IMDB reviews: ROC curves of the CNN-LSTM")


def confusion_figure(results: dict[str, Any]) -> Figure:
    """Of the linear machine, over all runs."""
    matrices = {run["vectors"]: run["confusion"] for run in results["runs"] if run["learner"] == "linear-svm"}
    return confusion_matrices(
        matrices, results["classes"], title="IMDB reviews, linear SVM: per cent of the true class"
    )
