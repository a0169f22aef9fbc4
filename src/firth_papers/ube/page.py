"""The page and the figures, ours beside the thesis's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from firth.evaluate.grids import NONE, Cell, Grid
from firth.evaluate.significance import LEVEL, ScoreSummary
from firth.evaluate.spearman import spearman
from firth.plots.canvas import (
    COLUMNS,
    FAINT,
    INK,
    QUIET,
    ROWS,
    figure_of,
    name_style,
    new_axes,
    new_figure,
    plain_frame,
    text_style,
)
from firth.plots.sphere import spheres
from firth.runtime.arrays import Array
from firth_papers.engine.experiment import Results
from firth_papers.engine.page import Part, plain_grid
from firth_papers.readers.images import ImageSet
from firth_papers.ube.claims import (
    MEASURES,
    method_names,
    over_sets,
    overall,
    p_values_on,
    set_names,
    summary_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ALIKE = 2.0
"""Points that k-means by PCA may differ where all is alike: as much as its runs do where they do most."""


def method(results: Results) -> str:
    """The paragraph on what was done."""
    settings = results["settings"]
    ube = next(one["settings"] for one in results["methods"] if one["name"] == "UBE")
    told = ", ".join(f"{name} = {value}" for name, value in ube.items())
    return (
        "Every image is a row of pixels, and each method places them in three dimensions; raw data are the "
        f"pixels themselves. UBE has firth's defaults ({told}). Clusters are as many as classes; NMI with "
        "the classes is divided by the mean of both entropies, and all measures are multiplied by 100. Means "
        f"± standard deviations are over {settings['runs']} runs with the seeds {settings['seed']} to "
        f"{settings['seed'] + settings['runs'] - 1}, which differ in where k-means starts alone: the places "
        "are the same for all of them. Round brackets hold the thesis's numbers. Bold is the best of a set, "
        f"and what Welch's t-test does not tell from it (p ≥ {LEVEL:g}). Claims over all sets are judged by "
        f"turning the signs of the differences on sets in every way; beyond chance is p < {LEVEL:g}, "
        f"two-sided, not corrected for the number of comparisons, and {len(results['sets'])} sets cannot "
        f"give less than {2 / 2 ** len(results['sets']):.2g}."
    )


def tables(results: Results) -> Iterator[Part]:
    """Table 2.3 beside ours, how much is the start, the other measures, and time."""
    yield from ("## Table 2.2: the images", _sets(results))
    yield from ("## Table 2.3: k-means", _kmeans(results), alike(results), _p_values(results))
    yield from ("## How much is the start", _about_restarts(results), restarts_table(results))
    yield "## Spectral clustering and silhouettes"
    yield from (_measured(results, measure) for measure in ("spectral", "silhouette"))
    yield from ("## Figure 2.2: over all sets", _overall(results))
    yield from ("## Time", _seconds(results))


def _sets(results: Results) -> Grid:
    rows = []
    for one in results["sets"]:
        theirs = one["paper"]
        printed = theirs["images"], theirs["classes"], f"{theirs['height']}×{theirs['width']}"
        ours = one["images"], one["classes"], "×".join(map(str, one["shape"]))
        rows.append([one["name"], *(f"{a} ({b})" for a, b in zip(ours, printed, strict=True))])
    return plain_grid("The thesis's in brackets", ("set", "images", "classes", "size"), rows)


def _kmeans(results: Results) -> Grid:
    rows = []
    for name in set_names(results):
        ps = p_values_on(results, name)
        cells = [Cell(name)]
        for method, p in ps.items():
            ours, theirs = summary_of(results, name, method, "kmeans"), results["paper"][name].get(method)
            printed = f" ({theirs['mean']:.1f} ± {theirs['sd']:.1f})" if theirs else ""
            cells.append(Cell(f"{ours.mean:.1f} ± {ours.sd:.1f}{printed}", p >= LEVEL))
        rows.append(cells)
    return Grid("100 NMI of k-means", ("set", *method_names(results)), rows)


def alike(results: Results) -> str:
    """Whether images and clustering are the thesis's, by a method without choices of its own."""
    gaps = {
        name: summary_of(results, name, "PCA", "kmeans").mean - results["paper"][name]["PCA"]["mean"]
        for name in set_names(results)
    }
    near = [gap for gap in gaps.values() if abs(gap) <= ALIKE]
    far = [f"{name} ({gap:+.1f})".replace("-", "−") for name, gap in gaps.items() if abs(gap) > ALIKE]
    agrees = f"agree to {max(map(abs, near)):.1f} on {len(near)} sets" if near else "agree on no set"
    differs = f", but not on {', '.join(far)}: there more than the method differs"
    return (
        "PCA with k-means leaves nothing to choose, so that it shows whether all else is as in the thesis: "
        f"both {agrees}{differs if far else ''}."
    )


def _about_restarts(results: Results) -> str:
    settings = results["settings"]
    return (
        f"UBE from {settings['starts']} random starts, each by itself; k-means is run "
        f"{settings['runs_of_start']} times on each map. J is the objective, told as how much the highest is "
        "above the lowest; ρ is Spearman's correlation of J with NMI over the maps, negative where a lower J "
        "goes with better clusters. The default is the map that firth makes unasked, of three starts, with "
        f"the seeds {settings['seed']} to {settings['seed'] + settings['seeds'] - 1}."
    )


def restarts_table(results: Results) -> Grid:
    """How much the objective and the clusters differ from start to start, and whether they go together."""
    rows = []
    for one in results["starts"]:
        objectives, scores = one["objectives"], [100 * score for score in one["kmeans"]]
        spread, default = ScoreSummary.of(scores), ScoreSummary.of([100 * score for score in one["defaults"]])
        lowest = scores[objectives.index(min(objectives))]
        rho = spearman(np.array(objectives), np.array(scores))
        rows.append(
            [
                one["set"],
                f"{100 * (max(objectives) / min(objectives) - 1):.3f} %",
                f"{spread.mean:.1f} ± {spread.sd:.1f}",
                f"{min(scores):.1f} to {max(scores):.1f}",
                f"{lowest:.1f}",
                NONE if rho is None else f"{rho:+.2f}".replace("-", "−"),
                f"{default.mean:.1f} ± {default.sd:.1f}",
                f"{summary_of(results, one['set'], 'UBE', 'kmeans').mean:.1f}",
                f"{results['paper'][one['set']]['UBE']['mean']:.1f}",
            ]
        )
    heads = ("set", "J", "mean", "from", "of the lowest J", "ρ", "default", "UBE above", "the thesis's")
    return plain_grid("100 NMI of k-means on maps from random starts", heads, rows)


def _p_values(results: Results) -> Grid:
    rows = [[name, *(_p(p) for p in p_values_on(results, name).values())] for name in set_names(results)]
    return plain_grid("Welch's p-value against the best of a set", ("set", *method_names(results)), rows)


def _p(p: float) -> str:
    """Small ones as powers of ten, as the thesis prints them."""
    return f"{p:.4f}" if p >= 1e-4 else f"{p:.0e}"


def _measured(results: Results, measure: str) -> Grid:
    rows = []
    for name in set_names(results):
        found = [summary_of(results, name, method, measure) for method in method_names(results)]
        most = max(spread.mean for spread in found)
        told = (f"{s.mean:.1f} ± {s.sd:.1f}" if s.runs > 1 else f"{s.mean:.1f}" for s in found)
        rows.append([Cell(name), *(Cell(t, s.mean == most) for t, s in zip(told, found, strict=True))])
    return Grid(f"100 × {MEASURES[measure]}", ("set", *method_names(results)), rows)


def _overall(results: Results) -> Grid:
    """In the order of the overall k-means."""
    means = {measure: overall(results, measure) for measure in MEASURES}
    rows = []
    for method in means["kmeans"]:
        printed = [row[method]["mean"] for row in results["paper"].values() if method in row]
        theirs = f"{sum(printed) / len(printed):.1f}" if printed else NONE
        rows.append([method, *(f"{found[method]:.1f}" for found in means.values()), theirs])
    heads = ("method", *MEASURES.values(), "the thesis's k-means on these sets")
    return plain_grid("Means over sets, × 100", heads, rows)


def _seconds(results: Results) -> Grid:
    found = {(o["set"], o["method"]): o["seconds"] for o in results["outcomes"]}
    rows = [
        [name, *(f"{found[name, method]:.1f}" for method in method_names(results))]
        for name in set_names(results)
    ]
    return plain_grid("Seconds to place a set, one thread each", ("set", *method_names(results)), rows)


# The figures.

_PANEL, _LEFT, _GAP, _ROW = 2.5, 0.85, 0.95, 0.34


def means_figure(results: Results) -> Figure:
    """Figure 2.2 of the thesis: means over sets, methods in their order, UBE in another color.

    Small dots are sets. Stars are means of the thesis's table 2.3 over the same sets.
    """
    rows = len(results["methods"])
    width = _LEFT + 3 * _PANEL + 2 * _GAP + 0.25
    height = _ROW * rows + 1.05
    figure = new_figure(width, height)
    for place, measure in enumerate(MEASURES):
        ax = figure.add_axes(
            (
                (_LEFT + place * (_PANEL + _GAP)) / width,
                0.55 / height,
                _PANEL / width,
                _ROW * rows / height,
            )
        )
        _panel(ax, results, measure)
    count = len(set_names(results))
    figure.text(
        0.1 / width,
        1 - 0.28 / height,
        f"Images in three dimensions: means over {count} sets (bars), each set (dots), the thesis (stars)",
        **text_style(10),
    )
    return figure


def restarts_figure(results: Results) -> Figure:
    """NMI of k-means on maps from random starts (dots, darker with a lower objective), sets in rows.

    Bars are the map of the table, stars the thesis's.
    """
    begun = results["starts"]
    ax = new_axes(7.5, _ROW * len(begun) + 1.05, (_LEFT, 0.25, 0.55, 0.5))
    for place, one in enumerate(begun):
        scores = 100 * np.array(one["kmeans"])
        ranks = np.argsort(np.argsort(one["objectives"]))
        ax.scatter(scores, np.full(len(scores), place), s=24, c=ranks, cmap="Blues_r", vmax=1.3 * len(ranks))
        table = summary_of(results, one["set"], "UBE", "kmeans").mean
        ax.plot([table, table], [place - 0.31, place + 0.31], color=COLUMNS, linewidth=2)
        printed = results["paper"][one["set"]]["UBE"]["mean"]
        ax.plot(printed, place, "*", markersize=9, markerfacecolor="white", color=INK, zorder=5)
    ax.set_yticks(range(len(begun)), [one["set"] for one in begun], **name_style(8.5))
    ax.set_ylim(len(begun) - 0.5, -0.5)
    ax.set_xlabel(f"100 × {MEASURES['kmeans']}", **text_style(8.5))
    ax.grid(axis="x", color=FAINT, linewidth=0.5)
    ax.set_axisbelow(True)
    plain_frame(ax)
    ax.set_title(
        "UBE from random starts (dark: low objective), the map of the table (bars), the thesis (stars)",
        loc="left",
        **text_style(9),
    )
    return figure_of(ax)


def maps_figure(images: ImageSet, maps: Mapping[str, Array]) -> Figure:
    """Figure 2.3 of the thesis for one set: a panel for each method."""
    title = f"{images.name}: {len(images.points):,} images of {images.classes} classes"
    return spheres(maps, images.labels.tolist(), title=title)


def _panel(ax: Axes, results: Results, measure: str) -> None:
    means = overall(results, measure)
    for place, (method, mean) in enumerate(means.items()):
        color = COLUMNS if method == "UBE" else ROWS
        ax.barh(place, mean, height=0.62, color=color, alpha=0.28, linewidth=0, zorder=2)
        ax.plot([mean, mean], [place - 0.31, place + 0.31], color=color, linewidth=2, zorder=3)
        scores = over_sets(results, method, measure)
        ax.plot(scores, np.full(len(scores), place), "o", markersize=2.6, color=color, zorder=4)
        if measure == "kmeans":
            _star(ax, results, method, place)
    ax.set_yticks(range(len(means)), list(means), **name_style(8.5))
    ax.set_ylim(len(means) - 0.5, -0.5)
    ax.set_xlabel(f"100 × {MEASURES[measure]}", **text_style(8.5))
    ax.axvline(0, color=QUIET, linewidth=0.6, zorder=1)
    ax.grid(axis="x", color=FAINT, linewidth=0.5)
    ax.set_axisbelow(True)
    plain_frame(ax)
    ax.tick_params(axis="y", length=0)


def _star(ax: Axes, results: Results, method: str, place: int) -> None:
    printed = [row[method]["mean"] for row in results["paper"].values() if method in row]
    if printed:
        ax.plot(np.mean(printed), place, "*", markersize=9, markerfacecolor="white", color=INK, zorder=5)
