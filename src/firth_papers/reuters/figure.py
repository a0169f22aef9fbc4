"""κ against β as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firth.plots.canvas import COLUMNS, INK, QUIET, ROWS, figure_of, new_axes, plain_frame, words
from firth_papers.reuters import paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STYLES: dict[tuple[str, str], dict[str, Any]] = {
    ("x*", "linear"): {"color": ROWS, "linestyle": "-", "marker": "o"},
    ("x*", "gaussian"): {"color": ROWS, "linestyle": "--", "marker": "s"},
    ("x", "linear"): {"color": COLUMNS, "linestyle": "-", "marker": "o"},
    ("x", "gaussian"): {"color": COLUMNS, "linestyle": "--", "marker": "s"},
}


def sweep_figure(results: dict[str, Any]) -> Figure:
    """Mean κ ± one standard deviation for each β, the paper's three points and the best baseline."""
    ax = new_axes(7.0, 4.4, (0.7, 0.2, 0.6, 0.4))
    for (coordinates, kernel), style in _STYLES.items():
        rows = [r for r in results["sweep"] if (r["coordinates"], r["svm"]) == (coordinates, kernel)]
        ax.errorbar(
            [row["beta"] for row in rows],
            [row["mean"] for row in rows],
            yerr=[row["sd"] for row in rows],
            label=f"{coordinates}, {kernel} SVM",
            linewidth=1.2,
            markersize=3.5,
            capsize=2,
            **style,
        )
    ax.plot(
        list(paper.KAPPA), list(paper.KAPPA.values()), "*", color=INK, markersize=11, label="the paper, x*"
    )
    for row in results["baselines"]:
        if row["svm"] == "linear":
            ax.axhline(row["mean"], color=QUIET, linewidth=0.6, linestyle=":")
    ax.plot([], [], color=QUIET, linewidth=0.6, linestyle=":", label=_baselines(results))
    ax.set_xlabel("β", **words(9))
    ax.set_ylabel(f"Cohen's κ, {results['settings']['splits']} splits", **words(9))
    ax.set_title("Reuters-21578, ten categories: κ against the power β", **words(10))
    ax.legend(frameon=False, fontsize=7.5, loc="lower left")
    plain_frame(ax)
    return figure_of(ax)


def _baselines(results: dict[str, Any]) -> str:
    linear = sorted((r for r in results["baselines"] if r["svm"] == "linear"), key=lambda r: -r["mean"])
    return "linear, from above: " + ", ".join(row["baseline"].split(",")[0] for row in linear)
