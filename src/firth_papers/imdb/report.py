"""The results as Markdown, ours beside the thesis's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firth.evaluate.documents import LEVEL, Runs, runs_grid, runs_p_grid
from firth.evaluate.grids import Cell, Grid
from firth_papers.documents import document_page, networks_page, sequence_grid
from firth_papers.imdb import paper

_HEADS = {"Accuracy": "accuracy", "AUC": "auc", "F1": "f1"}


def as_markdown(results: dict[str, Any]) -> str:
    """A page: what was done, the claims, tables 7.10–7.12 and 7.14 beside ours, all reviews, and time."""
    runs = [Runs(**one) for one in results["runs"]]
    tables = [
        *_tables(runs),
        runs_grid("100 × Cohen's κ", runs, "kappa").markdown(),
        "## A linear machine on all reviews",
        _whole(results["whole"]).markdown(),
    ]
    networks = ["## Table 7.14: word vectors in a network", _networks(results)]
    title = "IMDB: sentiment of film reviews"
    return document_page(title, results, _method(results), tables, networks, paper.DIFFERENCES)


def _method(results: dict[str, Any]) -> str:
    settings, reviews = results["settings"], results["reviews"]
    unlabelled = f" and {reviews['unlabelled']:,} without labels" if reviews["unlabelled"] else ""
    return (
        f"{reviews['train']:,} reviews to learn from{unlabelled}, and {reviews['test']:,} to test on. Each "
        f"run learns from {paper.SHARE:.0%} of the former, drawn anew, and is tested on the same reviews: "
        f"{settings['repeats']} runs with the seeds {settings['seed']} to "
        f"{settings['seed'] + settings['repeats'] - 1}; random forests, nearest neighbours "
        f"and logistic regression have {settings['slow_repeats']}. Figures are 100 × means ± standard "
        f"deviations, the thesis's in brackets ({paper.REPEATS} runs, all 25,000 and 25,000 reviews). Bold "
        f"is the best of a column, and what Welch's t-test does not tell from it (p ≥ {LEVEL:g}). Runs share "
        "the reviews to test on and most of those learnt from, so that their spread is smaller than that "
        "between sets of reviews, and p-values are too."
    )


def _tables(runs: Sequence[Runs]) -> list[str]:
    parts = []
    numbers = {"accuracy": ("7.10", "accuracy"), "auc": ("7.11", "AUC"), "f1": ("7.12", "F1")}
    for measure, (number, name) in numbers.items():
        parts += [
            f"## Table {number}: {name}",
            runs_grid(f"100 × {name}", runs, measure, paper.TABLES[measure]).markdown(),
            runs_p_grid("Welch's p-value against the best of the column", runs, measure).markdown(),
        ]
    return parts


def _whole(rows: Sequence[dict[str, Any]]) -> Grid:
    most = max(row["accuracy"] for row in rows)
    return Grid(
        f"Linear SVM, {rows[0]['train']:,} reviews to learn from, {rows[0]['test']:,} to test on, one run",
        ("vectors", "100 × accuracy", "100 × AUC", "100 × κ", "seconds for the vectors"),
        [
            [
                Cell(row["vectors"]),
                Cell(f"{100 * row['accuracy']:.2f}", row["accuracy"] == most),
                Cell(f"{100 * row['auc']:.2f}"),
                Cell(f"{100 * row['kappa']:.2f}"),
                Cell(f"{row['seconds']:.1f}"),
            ]
            for row in rows
        ],
    )


def _networks(results: dict[str, Any]) -> str:
    runs = {one["vectors"]: Runs(**one) for one in results["sequences"]}
    ours = {(name, head): run for name, run in runs.items() for head in _HEADS}
    grid = sequence_grid(
        "The CNN-LSTM of table 7.13 on frozen word vectors", tuple(_HEADS), ours, _HEADS, paper.SEQUENCES
    )
    return networks_page(grid, results["not_run"], _about_networks(results["settings"]) if runs else "")


def _about_networks(settings: dict[str, Any]) -> str:
    return (
        f"Vectors have {settings['network_dim']} dimensions and learn from wiki100m, or, where it is said, "
        f"from the reviews that teach. Means ± standard deviations of {settings['network_repeats']} runs, "
        f"each of {settings['network_epochs']} epochs at most, and of {settings['network_patience']} after "
        "the best on a seventh of the reviews learnt from."
    )
