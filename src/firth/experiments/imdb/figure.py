"""Figure 7.1, and confusion matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firth.evaluate.documents.tables import TITLES
from firth.plots.confusions import confusion_matrices
from firth.plots.roc_curves import roc_curves

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def roc_figure(results: dict[str, Any]) -> Figure:
    """A panel for each learner, in the first run; figure 7.2's as another panel where networks were run."""
    panels: dict[str, dict[str, list[float]]] = {}
    for run in [*results["runs"], *results["sequences"]]:
        if run["curve"] is not None:
            title = TITLES.get(run["learner"], run["learner"])
            panels.setdefault(title, {})[run["vectors"]] = run["curve"]
    return roc_curves(panels, title="IMDB reviews: ROC curves")


def confusion_figure(results: dict[str, Any]) -> Figure:
    """Of the linear machine, over all runs."""
    matrices = {run["vectors"]: run["confusion"] for run in results["runs"] if run["learner"] == "linear-svm"}
    return confusion_matrices(
        matrices, results["classes"], title="IMDB reviews, linear SVM: per cent of the true class"
    )
