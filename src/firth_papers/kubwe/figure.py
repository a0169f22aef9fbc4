"""Table 3.1, figures 3.3 and 3.4 of the thesis, and the pruned tree, as pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import TYPE_CHECKING

from firth_papers.engine.experiment import Results
from firth_papers.engine.figures import Panel, dots_beside_paper, sweep_figure
from firth_papers.engine.page import Beside
from firth_papers.engine.word_tables import on_all_sets, on_questions, on_set, scores_of
from firth_papers.kubwe.models import PAPER

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Lines = Mapping[str, Mapping[float, Beside]]

PICTURED = ("WS-ALL", "MC", "RG", "MEN", "SimLex", "RW-STN")
"""The sets of figure 3.3; the two parts of WS-ALL are left out."""


def mean_figure(results: Results) -> Figure:
    """The mean of the eight sets for each algorithm of table 3.1, with the thesis's."""
    rows: dict[str, dict[str, Beside]] = {}
    series = [f"{dim} dimensions" for dim in results["table"]]
    for name, part in zip(series, results["table"].values(), strict=True):
        for row in part:
            printed = None if row["paper"] is None else mean(row["paper"].values())
            label = row["algorithm"] if not row["missing"] else f"{row['algorithm']} (not run)"
            rows.setdefault(label, {})[name] = Beside(row["mean"], row["interval"], printed)
    return dots_beside_paper(
        rows, series,
        title="Word similarity, table 3.1",
        scale="mean Spearman's ρ of eight sets, and its interval of 95 %",
    )  # fmt: skip


def degree_figure(results: Results) -> Figure:
    """Figure 3.3: word pairs and analogies against the degree, in the most dimensions that were tried."""
    dim = max(results["settings"]["degree_dims"])
    scores = {
        one["degree"]: scores_of(results, one["model"], exponent=1.0)
        for one in results["degrees"]
        if one["dim"] == dim
    }
    lines = {"mean of all sets": {degree: on_all_sets(found) for degree, found in scores.items()}}
    for name in PICTURED:
        lines[name] = {
            degree: on_set(found, PAPER["sets"][name], interval=False) for degree, found in scores.items()
        }
    asked = {
        kind: {degree: on_questions(found, kind) for degree, found in scores.items()}
        for kind in ("total", "semantic", "syntactic")
    }
    panels = [Panel("Spearman's ρ", lines), Panel("share of analogies answered", asked)]
    return _by_degree(results, panels, f"KUBWE in {dim} dimensions")


def dimension_figure(results: Results) -> Figure:
    """Figure 3.4: three sets against the degree, a line for each number of dimensions."""
    panels = []
    for name in ("WS-ALL", "MEN", "MC"):
        lines: dict[str, dict[float, Beside]] = {}
        for one in results["degrees"]:
            scores = scores_of(results, one["model"], exponent=1.0)
            found = {} if scores is None else scores["similarity"][PAPER["sets"][name]]
            line = lines.setdefault(f"{one['dim']} dimensions", {})
            line[one["degree"]] = Beside(found.get("spearman"), found.get("interval"))
        panels.append(Panel(f"Spearman's ρ, {name}", lines))
    return _by_degree(results, panels, "KUBWE")


def pruning_figure(results: Results) -> Figure:
    """What algorithm 2 finds and looks at, against the dimensions."""
    shown = {
        "nearest neighbours found": "recall",
        "points looked at": "visited",
        "points looked at by the exact search": "visited_exact",
    }
    lines = {
        label: {float(one["dim"]): Beside(one[value], share=True) for one in results["tree"]}
        for label, value in shown.items()
    }
    points = results["settings"]["tree_points"]
    figure = sweep_figure(
        [Panel("share", lines)], along="dimensions", title=f"The pruned tree of {points:,} random points"
    )
    figure.axes[0].set_ylim(0, 1.05)
    return figure


def _by_degree(results: Results, panels: Sequence[Panel], title: str) -> Figure:
    """Panels and lines that have scores: of few words some sets have none."""
    words = min(results["settings"]["degree_words"], results["text"]["words"])
    scored = [panel._replace(lines=_scored(panel.lines)) for panel in panels]
    figure = sweep_figure(
        [panel for panel in scored if panel.lines] or panels,
        along="degree of the kernel",
        title=f"{title}, {words:,} most frequent words; bands: intervals of 95 %",
    )
    for ax in figure.axes:
        ax.set_xticks(results["settings"]["degrees"])
    return figure


def _scored(lines: Lines) -> Lines:
    return {
        name: line for name, line in lines.items() if any(cell.ours is not None for cell in line.values())
    }
