"""The results as Markdown, ours beside the paper's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from firth.evaluate.tables import Grid
from firth_papers.table4 import paper
from firth_papers.words import Beside, beside_paper, plain_grid
from firth_papers.words.sentences import LEGEND, about_text, judged, listed

DIFFERENCES = (
    "The text is 100 MB of English Wikipedia, not text8; words seen fewer than 5 times are left out.",
    "The paper states neither dimension nor window; the window of 24 and the dot product are its authors' "
    "practice. Learned vectors have fewer dimensions here, and are compared by the cosine.",
    "The tail is cut at #(a)·#(b)/n; the paper prints n², with which nothing is ever cut.",
    "Beyond 2,000 dimensions the solver does not restart, and the last axes are approximate.",
    "The paper scores SCA on the pairs it was tuned by too; here unseen pairs are told apart.",
    "Two columns of the printed table run into each other in the text at hand; REL and M.Turk were told "
    "apart by their sense.",
)

Results = dict[str, Any]


def as_markdown(results: Results) -> str:
    """A page: what was done, the claims, the table, dimensions and measures, the windows, times."""
    parts = [
        "# Correspondence analysis and its kin as word vectors",
        _method(results),
        "## Claims",
        judged(results["claims"]),
        "## The table",
        _table(results).markdown(),
        "## Dimensions and measures",
        _dimensions(results).markdown(),
        "## The size of the window, at full rank",
        _windows(results).markdown(),
        "## Seconds",
        _seconds(results).markdown(),
        "## What differs from the paper",
        listed(DIFFERENCES),
    ]
    return "\n\n".join(parts) + "\n"


def _method(results: Results) -> str:
    settings = results["settings"]
    return (
        f"{about_text(results['text'])} The tail-cut leaves out what chance explains at each distance; "
        "N_skip weighs distances as word2vec's windows do. Vectors are principal coordinates F, compared by "
        f"the dot product unless said otherwise, in {settings['dims'][0]} dimensions; learned ones have "
        f"{settings['learned_dim']}. A pair with an unknown word counts as 0. {LEGEND} "
        f"Seed {settings['seed']}."
    )


def _table(results: Results) -> Grid:
    rows = {}
    for name, printed in paper.TABLE.items():
        scores = _scores(results, name)
        rows[name] = [
            _cell(scores, ours, theirs) for ours, theirs in zip(paper.SETS.values(), printed, strict=True)
        ]
    limit = _limit(results, "tail-cut", paper.WINDOW, "dot")
    rows["tail-cut, full rank"] = [_cell(limit, name) for name in paper.SETS.values()]
    return beside_paper("Spearman's ρ", ("method", *paper.SETS), rows)


def _dimensions(results: Results) -> Grid:
    rows = {}
    for name in ("tail-cut", "CA N_flat", "CA N_skip"):
        for measure in ("dot", "cosine"):
            for dim in results["settings"]["dims"]:
                scores = _scores(results, name, dim=dim, measure=measure)
                if scores is not None:  # only the tail-cut has every dimension
                    rows[f"{name}, {measure}, {dim}"] = [_cell(scores, one) for one in paper.SETS.values()]
            limit = _limit(results, name, paper.WINDOW, measure)
            rows[f"{name}, {measure}, full rank"] = [_cell(limit, one) for one in paper.SETS.values()]
    return beside_paper("Spearman's ρ", ("vectors", *paper.SETS), rows)


def _windows(results: Results) -> Grid:
    windows = sorted({one["window"] for one in results["limits"]})
    rows = {}
    for name in ("tail-cut", "CA N_flat", "CA N_skip"):
        for measure in ("dot", "cosine"):
            means = [_limit(results, name, window, measure)["mean"] for window in windows]
            rows[f"{name}, {measure}"] = [*(f"{mean:.3f}" for mean in means), f"{np.ptp(means):.3f}"]
    heads = ("mean Spearman", *map(str, windows), "range")
    return plain_grid("Window", heads, [[name, *row] for name, row in rows.items()])


def _seconds(results: Results) -> Grid:
    return plain_grid(
        "From counts, or from the text for learned vectors",
        ("method", "seconds", "not run"),
        [
            [m["name"], None if m["seconds"] is None else f"{m['seconds']:.0f}", m["missing"] or None]
            for m in results["models"]
        ],
    )


def _scores(
    results: Results, name: str, *, dim: int | None = None, measure: str | None = None
) -> Mapping[str, Any] | None:
    """The scores of a model: in the form asked for, or the first."""
    for model in results["models"]:
        if model["name"] == name:
            for scores in model["scores"]:
                if dim is None or (scores["dim"], scores["measure"]) == (dim, measure):
                    return dict(scores)
    return None


def _limit(results: Results, name: str, window: int, measure: str) -> Mapping[str, Any]:
    wanted = {"name": name, "window": window, "measure": measure}
    return next(one for one in results["limits"] if wanted.items() <= one.items())


def _cell(scores: Mapping[str, Any] | None, name: str, theirs: float | None = None) -> Beside:
    found = {} if scores is None else scores["similarity"][name]
    return Beside(found.get("spearman"), found.get("interval"), theirs)
