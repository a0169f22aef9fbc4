"""The page and the figures, ours beside the thesis's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import mean
from typing import TYPE_CHECKING, Any

from firth.evaluate.grids import Grid, percent
from firth_papers.engine.experiment import Results
from firth_papers.engine.figures import Panel, dots_beside_paper, sweep_figure
from firth_papers.engine.page import Beside, Part, beside_paper, listed, plain_grid
from firth_papers.engine.word_tables import (
    LEGEND,
    about_tests,
    about_text,
    on_all_sets,
    on_questions,
    on_set,
    scores_of,
)
from firth_papers.kubwe.measure import duration
from firth_papers.kubwe.models import PAPER

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def method(results: Results) -> str:
    """The paragraph on what was done."""
    settings = results["settings"]
    scores = next(one["scores"][0] for one in results["models"] if one["scores"])
    sweeps = settings["sweeps"] or "50 (100 in the fast mode)"
    return (
        f"{about_text(results['text'])} KUBWE's kernel is of degree {PAPER['degree']}, unless said "
        f"otherwise, and its words start at random and move {sweeps} times. What learns from the text itself "
        f"(CBOW, SGNS, FastText) has windows of up to {settings['learned_window']} words; rounds through the "
        f"text: {settings['rounds']}. {about_tests(scores)} {LEGEND} Seed {settings['seed']}."
    )


def tables(results: Results) -> Iterator[Part]:
    """The table beside ours, what was not run, weightings, degrees, the tree, and the time it took."""
    yield "## Table 3.1"
    for dim in results["table"]:
        yield from (_table(results, dim), _wins(results, dim))
    yield from ("## Not run", _missing(results))
    yield "## Weighted vectors, and analogies"
    yield from (_weightings(results, dim) for dim in results["table"])
    yield from ("## Figures 3.3 and 3.4: the degree of the kernel", _about_degrees(results))
    yield from (_degrees(results, what) for what in ("mean of all sets", "analogies"))
    yield from ("## The vantage-point tree", _about_tree(results), _tree(results))
    yield from ("## Time", _times(results))


def _table(results: Results, dim: str) -> Grid:
    cells = {}
    for row in results["table"][dim]:
        scores, printed = scores_of(results, row["model"], exponent=row["exponent"]), row["paper"] or {}
        eight = Beside(row["mean"], row["interval"], mean(printed.values()) if printed else None)
        sets = (on_set(scores, one, printed.get(one), interval=False) for one in PAPER["sets"].values())
        cells[row["algorithm"]] = [eight, *sets, on_all_sets(scores)]
    heads = ("algorithm", "mean of these eight", *PAPER["sets"], "mean of all sets")
    return beside_paper(f"Spearman's ρ in {dim} dimensions{_beside(results, dim)}", heads, cells)


def _beside(results: Results, dim: str) -> str:
    place = list(results["table"]).index(dim)
    theirs = PAPER["dims"][place]
    return "" if theirs == int(dim) else f" (the thesis's have {theirs})"


def _wins(results: Results, dim: str) -> str:
    """In how many of the eight sets a row that the thesis has is the best, here and there."""
    rows = [row for row in results["table"][dim] if row["paper"]]
    ours, theirs = [], []
    for one in PAPER["sets"].values():
        known = {
            row["algorithm"]: on_set(scores_of(results, row["model"], exponent=row["exponent"]), one).ours
            for row in rows
        }
        found = {name: score for name, score in known.items() if score is not None}
        ours += [max(found, key=lambda name: found[name])] if found else []
        theirs.append(max(rows, key=lambda row: float(row["paper"][one]))["algorithm"])

    def told(wins: list[str]) -> str:
        return ", ".join(
            f"{name} {wins.count(name)}" for name in sorted(dict.fromkeys(wins), key=wins.count, reverse=True)
        )

    return (
        f"The best of the thesis's rows, in how many of the {len(PAPER['sets'])} sets. Here: {told(ours)}; "
        f"in the thesis: {told(theirs)}."
    )


def _missing(results: Results) -> str:
    reasons = {one["name"]: one["missing"] for one in results["models"] if one["missing"]}
    return listed([f"{name}: {reason}" for name, reason in reasons.items()]) or "Everything was run."


def _weightings(results: Results, dim: str) -> Grid:
    rows = {}
    for row in results["table"][dim]:
        plain, root = (
            scores_of(results, row["model"], exponent=exponent) for exponent in (row["exponent"], 0.5)
        )
        if plain is not None:
            shown = (on_all_sets(plain), on_all_sets(root), on_questions(plain), on_questions(root))
            rows[row["algorithm"]] = list(shown)
    heads = ("algorithm", "mean of all sets", "with UΣ^½", "analogies", "with UΣ^½")
    title = f"{dim} dimensions: vectors as in the table, and U weighted by roots of the spectrum"
    return beside_paper(title, heads, rows)


def _about_degrees(results: Results) -> str:
    words = min(results["settings"]["degree_words"], results["text"]["words"])
    return (
        f"Tried on the {words:,} most frequent words, with exact forces; pairs and questions with others are "
        "left out, so that these scores are not those of the table."
    )


def _degrees(results: Results, what: str) -> Grid:
    show = on_questions if what == "analogies" else on_all_sets
    cells: dict[str, list[Beside]] = {}
    for one in results["degrees"]:
        scores = scores_of(results, one["model"], exponent=1.0)
        cells.setdefault(str(one["degree"]), []).append(show(scores))
    dims = dict.fromkeys(one["dim"] for one in results["degrees"])
    return beside_paper(f"KUBWE, {what}", ("degree", *(f"{dim} dimensions" for dim in dims)), cells)


def _about_tree(results: Results) -> str:
    points = results["settings"]["tree_points"]
    return (
        f"Of {points:,} random points on spheres, 200 look for their 50 nearest among the others, exactly "
        "and as if no two points were nearer than 1 − 3/√d (algorithm 2)."
    )


def _tree(results: Results) -> Grid:
    rows = [
        (one["dim"], percent(one["recall"]), percent(one["visited"]), percent(one["visited_exact"]))
        for one in results["tree"]
    ]
    heads = ("dimensions", "neighbours found", "points looked at", "by the exact search")
    return plain_grid("Shares, in per cent", heads, rows)


def _times(results: Results) -> Grid:
    table = {row["model"] for rows in results["table"].values() for row in rows}
    rows: list[tuple[Any, ...]] = [
        (one["name"], f"{one['seconds']:.1f}")
        for one in results["models"]
        if one["name"] in table and one["seconds"] is not None
    ]
    swept = [one["seconds"] for one in results["models"] if one["name"] not in table and one["seconds"]]
    if swept:
        rows.append((f"{len(swept)} kernels of every degree, together", f"{sum(swept):.1f}"))
    total = sum(one["seconds"] or 0.0 for one in results["models"])
    title = f"From counts, or from the text in word numbers, to vectors; together {duration(total)}"
    return plain_grid(title, ("model", "seconds"), rows)


# The figures.

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
