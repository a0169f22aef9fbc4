"""The results as Markdown, ours beside the paper's."""

from __future__ import annotations

from firth.evaluate.tables import Grid
from firth_papers.template import paper
from firth_papers.template.lookup import Results, analogies, powers_of, scores_of, similarity
from firth_papers.words import Beside, beside_paper
from firth_papers.words.sentences import LEGEND, about_tests, about_text, judged, listed


def as_markdown(results: Results) -> str:
    """A page: what was done, the claims, the slides' table beside ours, all combinations, the sweep."""
    dims = results["settings"]["dims"]
    parts = [
        "# The spectral template: transforms and scales of counts",
        _method(results),
        "## Claims",
        judged(results["claims"]),
        "## The table of the slides",
        *(_printed(results, dim, theirs).markdown() for dim, theirs in zip(dims, paper.DIMS, strict=True)),
        "## All combinations",
        *(_every(results, dim, exponent).markdown() for dim in dims for exponent in (0.0, 0.5)),
        "## Smoothed contexts",
        *(_smoothed(results, dim).markdown() for dim in dims),
        "## The power a of cca",
        *(_powers(results, dim).markdown() for dim in dims),
        "## Time",
        _time(results),
        "## What differs from the paper",
        listed(paper.DIFFERENCES),
    ]
    return "\n\n".join(parts) + "\n"


def _method(results: Results) -> str:
    settings = results["settings"]
    return (
        f"{about_text(results['text'])} Counts and their margins are transformed, scaled, and decomposed to "
        f"{settings['dims'][-1]} dimensions, of which the first {settings['dims'][0]} are the smaller model. "
        "Vectors are rows of U Σ^β, of unit length; α smooths contexts. "
        f"{about_tests(results['models'][0]['scores'][0])} {LEGEND} Seed {settings['seed']}."
    )


def _printed(results: Results, dim: int, theirs: int) -> Grid:
    rows = {}
    for (transform, scale), performance in paper.TABLE.items():
        scores, printed = scores_of(results, transform, scale, dim), performance[theirs]
        rows[f"{transform}-{scale}"] = [
            similarity(scores, printed.avg_sim),
            analogies(scores, "syntactic", printed.syn),
            analogies(scores, "total", printed.mixed),
        ]
    whose = f"{dim} dimensions" + ("" if dim == theirs else f" (the paper's have {theirs})")
    heads = ("model", "similarity (AVG-SIM)", "syntactic (SYN)", "all analogies (MIXED)")
    return beside_paper(f"{whose}, α = 1, β = 0", heads, rows)


def _every(results: Results, dim: int, exponent: float) -> Grid:
    scales = list(dict.fromkeys(m["settings"]["options"]["scale"] for m in results["models"]))
    transforms = [t for t in _transforms(results) if isinstance(t, str)]
    rows = {
        str(transform): [similarity(scores_of(results, transform, s, dim, exponent)) for s in scales]
        for transform in transforms
    }
    title = f"Mean Spearman, {dim} dimensions, α = 1, β = {'½' if exponent else '0'}"
    return beside_paper(title, ("transform ↓ scale →", *scales), rows)


def _smoothed(results: Results, dim: int) -> Grid:
    named = [
        (m["settings"]["options"]["transform"], m["settings"]["options"]["scale"])
        for m in results["models"]
        if m["settings"]["options"]["alpha"] != 1
    ]
    rows: dict[str, list[Beside]] = {}
    for transform, scale in named:
        for alpha in (1.0, 0.75):
            rows[f"{transform}-{scale}, α = {alpha:g}"] = [
                show(scores_of(results, transform, scale, dim, exponent, alpha))
                for show in (similarity, analogies)
                for exponent in (0.0, 0.5)
            ]
    heads = ("model", "similarity, β = 0", "β = ½", "analogies, β = 0", "β = ½")
    return beside_paper(f"{dim} dimensions", heads, rows)


def _powers(results: Results, dim: int) -> Grid:
    rows = {}
    for power, transform in powers_of(results).items():
        scores = scores_of(results, transform, "cca", dim)
        kinds = ("semantic", "syntactic", "total")
        rows[f"{power:.2g}"] = [similarity(scores), *(analogies(scores, kind) for kind in kinds)]
    heads = ("a", "similarity", "semantic", "syntactic", "all analogies")
    return beside_paper(f"{dim} dimensions, α = 1, β = 0", heads, rows)


def _transforms(results: Results) -> list[str | float]:
    return list(dict.fromkeys(m["settings"]["options"]["transform"] for m in results["models"]))


def _time(results: Results) -> str:
    seconds = {model["name"]: model["seconds"] for model in results["models"]}
    slow, quick = max(seconds, key=seconds.__getitem__), min(seconds, key=seconds.__getitem__)
    return (
        f"From counts to {results['settings']['dims'][-1]} dimensions, {len(seconds)} models took "
        f"{sum(seconds.values()):.0f} seconds in all: from {seconds[quick]:.1f} ({quick}) to "
        f"{seconds[slow]:.1f} ({slow})."
    )
