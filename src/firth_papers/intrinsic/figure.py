"""Means beside the thesis's, and scores against the threshold of PMI, as pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firth_papers.intrinsic import paper
from firth_papers.intrinsic.algorithms import SWEPT, threshold_name
from firth_papers.intrinsic.lookup import Results, on_all_sets, on_questions, scores_of
from firth_papers.words import Beside
from firth_papers.words.figures import Panel, dots_beside_paper, sweep_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def mean_figure(results: Results) -> Figure:
    """The mean of ten sets for each algorithm of tables 6.3 to 6.5, with the thesis's."""
    plain, root = "vectors as they are (U)", "weighted by roots of the spectrum (UΣ^½)"
    rows = {}
    for row in results["tables"]["6.3–6.5"]:
        name = row["algorithm"]
        rows[name if not row["missing"] else f"{name} (not run)"] = {
            plain: Beside(row["mean"], row["interval"], paper.AVERAGES[name]),
            root: on_all_sets(scores_of(results, row["model"], 0.5)),
        }
    return dots_beside_paper(
        rows,
        [plain, root],
        title=f"Word similarity, {results['settings']['dim']} dimensions",
        scale="mean Spearman's ρ of ten sets, and its interval of 95 %",
    )


def threshold_figure(results: Results) -> Figure:
    """Figure 4.1 of the thesis, for SVD-NS and EigenWord."""
    thresholds = results["settings"]["thresholds"]
    panels = []
    for show, told in (
        (on_questions, "share of analogies answered"),
        (on_all_sets, "mean Spearman's ρ of ten sets"),
    ):
        lines = {
            name: {t: show(scores_of(results, threshold_name(recipe, t))) for t in thresholds}
            for name, recipe in SWEPT.items()
        }
        panels.append(Panel(told, lines, (paper.BEST_THRESHOLD, "the thesis's choice")))
    title = "PMI above a threshold, vectors U; bands: intervals of 95 %"
    return sweep_figure(panels, along="threshold of PMI, bits", title=title)
