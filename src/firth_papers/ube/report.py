"""The results as Markdown, ours beside the thesis's."""

from __future__ import annotations

import numpy as np

from firth.evaluate.grids import NONE, Cell, Grid
from firth.evaluate.significance import LEVEL, ScoreSummary
from firth.evaluate.spearman import spearman
from firth_papers.engine.page import listed, plain_grid
from firth_papers.ube import paper
from firth_papers.ube.judgements import p_against_best
from firth_papers.ube.lookup import MEASURES, Results, method_names, overall, set_names, spread_of
from firth_papers.words import judged

ALIKE = 2.0
"""Points that k-means by PCA may differ where all is alike: as much as its runs do where they do most."""


def as_markdown(results: Results) -> str:
    """A page: what was done, the claims, table 2.3 beside ours, the other measures, and time."""
    parts = [
        "# Images on the unit ball",
        _method(results),
        "## Claims",
        judged(results["claims"]),
        "## Table 2.2: the images",
        _sets(results).markdown(),
        "## Table 2.3: k-means",
        _kmeans(results).markdown(),
        alike(results),
        _p_values(results).markdown(),
        "## How much is the start",
        _about_starts(results),
        starts_grid(results).markdown(),
        "## Spectral clustering and silhouettes",
        *(_measured(results, measure).markdown() for measure in ("spectral", "silhouette")),
        "## Figure 2.2: over all sets",
        _overall(results).markdown(),
        "## Time",
        _seconds(results).markdown(),
        "## What differs from the thesis",
        listed(paper.DIFFERENCES),
    ]
    return "\n\n".join(parts) + "\n"


def _method(results: Results) -> str:
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
        ps = p_against_best(results, name)
        cells = [Cell(name)]
        for method, p in ps.items():
            ours, theirs = spread_of(results, name, method, "kmeans"), results["paper"][name].get(method)
            printed = f" ({theirs['mean']:.1f} ± {theirs['sd']:.1f})" if theirs else ""
            cells.append(Cell(f"{ours.mean:.1f} ± {ours.sd:.1f}{printed}", p >= LEVEL))
        rows.append(cells)
    return Grid("100 NMI of k-means", ("set", *method_names(results)), rows)


def alike(results: Results) -> str:
    """Whether images and clustering are the thesis's, by a method without choices of its own."""
    gaps = {
        name: spread_of(results, name, "PCA", "kmeans").mean - results["paper"][name]["PCA"]["mean"]
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


def _about_starts(results: Results) -> str:
    settings = results["settings"]
    return (
        f"UBE from {settings['starts']} random starts, each by itself; k-means is run "
        f"{settings['runs_of_start']} times on each map. J is the objective, told as how much the highest is "
        "above the lowest; ρ is Spearman's correlation of J with NMI over the maps, negative where a lower J "
        "goes with better clusters. The default is the map that firth makes unasked, of three starts, with "
        f"the seeds {settings['seed']} to {settings['seed'] + settings['seeds'] - 1}."
    )


def starts_grid(results: Results) -> Grid:
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
                f"{spread_of(results, one['set'], 'UBE', 'kmeans').mean:.1f}",
                f"{results['paper'][one['set']]['UBE']['mean']:.1f}",
            ]
        )
    heads = ("set", "J", "mean", "from", "of the lowest J", "ρ", "default", "UBE above", "the thesis's")
    return plain_grid("100 NMI of k-means on maps from random starts", heads, rows)


def _p_values(results: Results) -> Grid:
    rows = [[name, *(_p(p) for p in p_against_best(results, name).values())] for name in set_names(results)]
    return plain_grid("Welch's p-value against the best of a set", ("set", *method_names(results)), rows)


def _p(p: float) -> str:
    """Small ones as powers of ten, as the thesis prints them."""
    return f"{p:.4f}" if p >= 1e-4 else f"{p:.0e}"


def _measured(results: Results, measure: str) -> Grid:
    rows = []
    for name in set_names(results):
        found = [spread_of(results, name, method, measure) for method in method_names(results)]
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
