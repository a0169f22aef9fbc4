"""The page and its figure: ours beside the published scores, and scores against the size of the text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from firth.evaluate.grids import Cell, Grid, number
from firth.plots.canvas import (
    INK,
    MARKERS,
    PALETTE,
    QUIET,
    figure_of,
    name_style,
    new_axes,
    plain_frame,
    text_style,
)
from firth_papers.engine.experiment import Results
from firth_papers.engine.page import Part, listed, plain_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HEADS = ("Jaccard", "τ", "WNDCG", "fuzzy NMI", "fuzzy B³", "average")

UNDETERMINED = (
    "Parts of the 80/20 mapping are every fifth instance in the order of people's key. Blocks and random "
    "parts were tried: Jaccard differs by up to 0.004.",
    "Mapped ratings are Σ rating × share, and not brought to sum or maximum 1. An instance without an answer "
    "counts 0 in recall; the score is F1 of that and of the mean over answered ones.",
    "The greatest gain in WNDCG is summed without its −1, so that a perfect answer of one sense has 0.75. "
    "Only so do the published numbers come out.",
    "Instances that people did not rate are in the participants' keys. They lower the precision of B-cubed "
    "and are counted in NMI; precision and recall are means over targets before F1 is taken.",
    "NMI puts ratings in ten bins and keeps Lancichinetti's condition by whether a sense was given. Other "
    "bins (2 to 20, rounded up, down or to the nearest), conditions and divisors were tried.",
    "τ: the cost of a swap and the order of ties are not told. Costs 1, 1/i, 1/√i, 1/ln i, 1/log₂(i + 1), "
    "1/log₂(i + 2), powers of 0.5 and 0.8, and differences of these were tried, by swaps one after another "
    "and by Kumar & Vassilvitskii's product of mean costs; ties by name, backwards, at random, and as the "
    "mean of both ways, which is taken. The order of ties alone moves τ by 0.01 and more.",
    "The thesis shows four of the participants. The published scores of the other three (add1000, 5p and #WN "
    "senses) are the task's own, and were not checked against its printed table.",
)


def method(results: Results) -> str:
    """The paragraph on what was done."""
    data, settings = results["data"], results["settings"]
    sizes = ", ".join(map(str, settings["megabytes"]))
    return (
        f"SemEval-2013 task 13: {data['targets']} targets in {data['instances']:,} sentences. Senses are "
        f"induced from the first {sizes} MB of wiki100m, with {settings['window']} words on either side and "
        f"{settings['weights']} weights, by NNDSVD of the target's contexts; with the task's own sentences "
        "(their words alone) as more text and without. A sentence is answered by the cosine of its words "
        "with the sense vectors: the best sense, the two best, or all (graded), each with its weight. The "
        "average rewards some forms of answer whatever they say; so each is also scored when its answers are "
        "shuffled among the sentences of a target."
    )


def tables(results: Results) -> Iterator[Part]:
    """Table 5.2, our rows, and the measures beside the published scores."""
    yield from ("## Table 5.2", _table(results))
    yield from ("## All of ours", _ours(results))
    yield from ("## The measures beside the published scores", _agreement(results))
    yield "What the task's description leaves open, and what was taken:"
    yield listed(UNDETERMINED)


def _table(results: Results) -> Grid:
    settings = results["settings"]
    largest = max(settings["megabytes"])
    ours = [
        {**row, "name": f"ours, {_told(row)}"}
        for row in results["ours"]
        if (row["megabytes"], row["answer"]) == (largest, settings["answer"])
    ]
    groups = [results["systems"], results["published"], results["baselines"], ours]
    rows = [row for group in groups for row in group]
    most = max(row["average"] for row in rows)
    starts = [sum(map(len, groups[:place])) for place in range(1, len(groups))]
    return Grid(
        "Participants and others as published; baselines and ours as measured here",
        ("", *HEADS),
        [[Cell(row["name"]), *_cells(row, most)] for row in rows],
        frozenset(starts),
    )


def _ours(results: Results) -> Grid:
    most = max(row["average"] for row in results["ours"])
    rows = [
        [
            Cell(f"{row['megabytes']} MB, {_told(row)}"),
            Cell(row["answer"]),
            Cell(f"{row['senses']:.1f}"),
            *_cells(row, most),
            Cell(number(row["shuffled"])),
        ]
        for row in results["ours"]
    ]
    heads = ("text", "answer", "senses", *HEADS, "shuffled")
    return Grid("By text, number of senses and answer; shuffled: the average by chance", heads, rows)


def _agreement(results: Results) -> Grid:
    rows = []
    for one in results["systems"]:
        ours = one["ours"]["scores"]
        rows.append([one["name"], *(f"{ours[name]:.4f} ({one['scores'][name]:.3f})" for name in ours)])
    furthest = [
        max(abs(one["ours"]["scores"][name] - one["scores"][name]) for one in results["systems"])
        for name in (results["systems"][0]["scores"] if results["systems"] else ())
    ]
    rows += [["furthest apart", *(f"{value:.4f}" for value in furthest)]] if furthest else []
    return plain_grid("As computed here (as published)", ("system", *HEADS[:-1]), rows)


def _cells(row: Results, most: float) -> list[Cell]:
    return [
        *(Cell(number(value)) for value in row["scores"].values()),
        Cell(number(row["average"]), row["average"] == most),
    ]


def _told(row: Results) -> str:
    return f"{row['number']}{', with the task’s sentences' if row['own_contexts'] else ''}"


def growth_figure(results: Results) -> Figure:
    """A line for each number of senses, with and without the task's own sentences; dotted: what to beat."""
    from matplotlib.ticker import NullLocator

    ax = new_axes(6.6, 4.8, (0.7, 0.2, 1.35, 0.4))
    sizes = sorted({row["megabytes"] for row in results["ours"]})
    lines = [(source, own) for source in ("wordnet", "auto") for own in (False, True)]
    for place, (source, own) in enumerate(lines):
        averages = {
            row["megabytes"]: row["average"]
            for row in results["ours"]
            if (row["number"], row["own_contexts"], row["answer"])
            == (source, own, results["settings"]["answer"])
        }
        ax.plot(
            sizes,
            [averages[size] for size in sizes],
            color=PALETTE[place],
            marker=MARKERS[place],
            linewidth=1.3,
            markersize=4.5,
            label=f"{_NUMBERS[source]}{', the task’s text too' if own else ''}",
        )
    best = max(results["baselines"], key=lambda one: one["average"])
    thesis = results["published"][-1]
    ax.axhline(thesis["average"], color=INK, linewidth=0.8, linestyle=":", label=thesis["name"])
    ax.axhline(best["average"], color=QUIET, linewidth=0.8, linestyle="--", label=best["name"])
    ax.set_xscale("log")
    ax.set_xticks(sizes, [str(size) for size in sizes], **name_style(8.5))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.set_xlabel("megabytes of text", **text_style(9))
    ax.set_ylabel("average of the five measures", **text_style(9))
    ax.set_title("SemEval-2013 task 13: senses from more text", loc="left", **text_style(10))
    legend = ax.legend(frameon=False, ncols=2, loc="upper center", bbox_to_anchor=(0.5, -0.14))
    for text in legend.get_texts():
        text.set(**name_style(8))
    plain_frame(ax)
    return figure_of(ax)


_NUMBERS = {"wordnet": "WordNet’s number of senses", "auto": "number by spectrum"}
