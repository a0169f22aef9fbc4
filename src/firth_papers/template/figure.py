"""The sixteen models beside the slides' seven, and the effect of the power, as pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firth_papers.template import paper
from firth_papers.template.lookup import Results, analogies, powers_of, scores_of, similarity
from firth_papers.words.figures import Panel, dots_beside_paper, sweep_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def template_figure(results: Results) -> Figure:
    """Mean Spearman of each model, best first, with the paper's AVG-SIM."""
    dims = results["settings"]["dims"]
    rows = {}
    for transform, scale in _combinations(results):
        printed = paper.TABLE.get((transform, scale))
        rows[f"{transform}-{scale}"] = {
            f"{dim} dimensions": similarity(
                scores_of(results, transform, scale, dim), printed[theirs].avg_sim if printed else None
            )
            for dim, theirs in zip(dims, paper.DIMS, strict=True)
        }
    last = f"{dims[-1]} dimensions"
    ordered = dict(sorted(rows.items(), key=lambda row: -(row[1][last].ours or 0.0)))
    return dots_beside_paper(
        ordered,
        [f"{dim} dimensions" for dim in dims],
        title="The spectral template: transform-scale",
        scale="mean Spearman's ρ, and its interval of 95 %",
    )


def power_figure(results: Results) -> Figure:
    """Similarity and analogies against the power a of cca."""
    powers, dims = powers_of(results), results["settings"]["dims"]
    panels = [
        Panel(
            told,
            {
                f"{dim} dimensions": {a: show(scores_of(results, t, "cca", dim)) for a, t in powers.items()}
                for dim in dims
            },
            (0.5, "the paper's choice"),
        )
        for show, told in ((similarity, "mean Spearman's ρ"), (analogies, "share of analogies answered"))
    ]
    title = "Canonical correlations of counts to the power a; bands: intervals of 95 %"
    return sweep_figure(panels, along="power a", title=title)


def _combinations(results: Results) -> list[tuple[str, str]]:
    options = (model["settings"]["options"] for model in results["models"])
    return [
        (one["transform"], one["scale"])
        for one in options
        if isinstance(one["transform"], str) and one["alpha"] == 1
    ]
