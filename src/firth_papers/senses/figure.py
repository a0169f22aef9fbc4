"""The average of the five measures against the size of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firth.plots.canvas import INK, MARKERS, PALETTE, QUIET, figure_of, names, new_axes, plain_frame, words
from firth_papers.senses import paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def growth_figure(results: dict[str, Any]) -> Figure:
    """A line for each number of senses, with and without the task's own sentences; dotted: what to beat."""
    from matplotlib.ticker import NullLocator

    ax = new_axes(6.6, 4.8, (0.7, 0.2, 1.35, 0.4))
    sizes = sorted({row["megabytes"] for row in results["ours"]})
    lines = [(number, own) for number in ("wordnet", "auto") for own in (False, True)]
    for place, (number, own) in enumerate(lines):
        averages = {
            row["megabytes"]: row["average"]
            for row in results["ours"]
            if (row["number"], row["own_contexts"], row["answer"])
            == (number, own, results["settings"]["answer"])
        }
        ax.plot(
            sizes,
            [averages[size] for size in sizes],
            color=PALETTE[place],
            marker=MARKERS[place],
            linewidth=1.3,
            markersize=4.5,
            label=f"{_NUMBER[number]}{', the task’s text too' if own else ''}",
        )
    best = max(results["baselines"], key=lambda one: one["average"])
    ax.axhline(paper.THESIS.scores.average, color=INK, linewidth=0.8, linestyle=":", label=paper.THESIS.name)
    ax.axhline(best["average"], color=QUIET, linewidth=0.8, linestyle="--", label=best["name"])
    ax.set_xscale("log")
    ax.set_xticks(sizes, [str(size) for size in sizes], **names(8.5))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.set_xlabel("megabytes of text", **words(9))
    ax.set_ylabel("average of the five measures", **words(9))
    ax.set_title("SemEval-2013 task 13: senses from more text", loc="left", **words(10))
    legend = ax.legend(frameon=False, ncols=2, loc="upper center", bbox_to_anchor=(0.5, -0.14))
    for text in legend.get_texts():
        text.set(**names(8))
    plain_frame(ax)
    return figure_of(ax)


_NUMBER = {"wordnet": "WordNet’s number of senses", "auto": "number by spectrum"}
