"""The results as Markdown, ours beside the thesis's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from firth.evaluate.documents import LEVEL, Runs, runs_grid, runs_p_grid
from firth.evaluate.documents.report import TITLES
from firth.evaluate.grids import Cell, Grid
from firth_papers.documents import document_page, networks_page, sequence_grid
from firth_papers.ei_reg import paper
from firth_papers.engine.page import plain_grid

WELCH = "Welch's p-value against the best of the column"
JUDGED = "Learnt from all tweets for training and development, tested on those that the task was judged by"


def as_markdown(results: dict[str, Any]) -> str:
    """A page: what was done, the claims, tables 7.3–7.6 and 7.8 beside ours, the test tweets, and time."""
    tables = [
        "## Table 7.1: tweets",
        _tweets(results).markdown(),
        *(part for emotion in results["runs"] for part in _tables(results, emotion)),
        "## The tweets that the task was judged by",
        *(_official(results, emotion).markdown() for emotion in results["official"]),
    ]
    networks = ["## Table 7.8: word vectors in a network", *_networks(results)]
    title = "EI-reg: how strong an emotion is in a tweet"
    return document_page(title, results, _method(results), tables, networks, paper.DIFFERENCES)


def _method(results: dict[str, Any]) -> str:
    settings = results["settings"]
    return (
        f"{settings['folds']}-fold cross-validation of the tweets for training and development, "
        f"{settings['repeats']} time(s) with the seeds {settings['seed']} to "
        f"{settings['seed'] + settings['repeats'] - 1}; figures are 100 × Pearson's r, means ± standard "
        f"deviations over {settings['folds'] * settings['repeats']} folds, the thesis's in brackets. Bold is "
        f"the best of a column, and what Welch's t-test does not tell from it (p ≥ {LEVEL:g}). Folds share "
        "most of the tweets learnt from, so that p-values are too small rather than too large. Vectors that "
        f"learn without scores do so from {results['corpus']:,} tweets, the scored ones among them."
    )


def _tweets(results: dict[str, Any]) -> Grid:
    rows = [[emotion, one["learnt"], one["tested"]] for emotion, one in results["tweets"].items()]
    return plain_grid("Scored tweets", ("emotion", "training and development", "test"), rows)


def _tables(results: dict[str, Any], emotion: str) -> list[str]:
    runs = [Runs(**one) for one in results["runs"][emotion]]
    return [
        f"## Table {paper.NUMBERS[emotion]}: {emotion}",
        runs_grid("100 × Pearson's r", runs, "pearson", paper.TABLES[emotion]).markdown(),
        runs_p_grid(WELCH, runs, "pearson").markdown(),
        runs_grid("100 × Spearman's ρ", runs, "spearman").markdown(),
    ]


def _official(results: dict[str, Any], emotion: str) -> Grid:
    runs = [Runs(**one) for one in results["official"][emotion]]
    learners = list(dict.fromkeys(one.learner for one in runs))
    found = {(one.vectors, one.learner): one.scores["pearson"][0] for one in runs}
    most = {learner: max(r for (_, own), r in found.items() if own == learner) for learner in learners}
    rows = [
        [
            Cell(vectors),
            *(Cell(f"{100 * found[vectors, one]:.1f}", found[vectors, one] == most[one]) for one in learners),
        ]
        for vectors in dict.fromkeys(one.vectors for one in runs)
    ]
    return Grid(
        f"{emotion}: 100 × Pearson's r, one run", ("vectors", *(TITLES[one] for one in learners)), rows
    )


def _networks(results: dict[str, Any]) -> list[str]:
    folds, official = (_network_cells(results[part]) for part in ("sequences", "official_sequences"))
    heads = tuple(paper.TABLES)
    measures = dict.fromkeys(heads, "pearson")
    title = "The LSTM of table 7.7 on frozen word vectors"
    grid = sequence_grid(title, heads, folds, measures, paper.SEQUENCES)
    about = _about_networks(results["settings"]) if folds else ""
    parts = [networks_page(grid, results["not_run"], about)]
    if folds:
        columns = [replace(one, learner=emotion) for (_, emotion), one in folds.items()]
        parts.append(runs_p_grid(WELCH, columns, "pearson").markdown())
    if official:
        parts.append(sequence_grid(JUDGED, heads, official, measures, {}).markdown())
    return parts


def _network_cells(sequences: dict[str, list[dict[str, Any]]]) -> dict[tuple[str, str], Runs]:
    return {(one["vectors"], emotion): Runs(**one) for emotion, own in sequences.items() for one in own}


def _about_networks(settings: dict[str, Any]) -> str:
    return (
        f"Vectors have {settings['network_dim']} dimensions and learn from the same tweets. Means ± "
        f"standard deviations over {settings['folds'] * settings['network_repeats']} folds; the network is "
        f"trained for {settings['network_epochs']} epochs at most, and for 10 after the best on a seventh of "
        "the tweets learnt from. Names in small letters are recipes as `firth embed` takes them. Means of "
        "networks are of the predictions of several that began with other weights and held out other tweets."
    )
