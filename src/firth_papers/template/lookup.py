"""Scores in the results, found by what they are scores of."""

from __future__ import annotations

from typing import Any

from firth_papers.words import Beside

Results = dict[str, Any]

NAMED_POWERS = {0.5: "sqrt", 2 / 3: "two-thirds", 1.0: "none"}
"""Powers that are transforms of the template already."""


def scores_of(
    results: Results, transform: str | float, scale: str, dim: int, exponent: float = 0.0, alpha: float = 1.0
) -> dict[str, Any]:
    """The scores of a model in one form."""
    wanted = {"transform": transform, "scale": scale, "alpha": alpha}
    for model in results["models"]:
        if wanted.items() <= model["settings"]["options"].items():
            for scores in model["scores"]:
                if (scores["dim"], scores["exponent"]) == (dim, exponent):
                    return dict(scores)
    raise KeyError(f"{transform}-{scale} at {dim} dimensions was not scored")


def powers_of(results: Results) -> dict[float, str | float]:
    """The powers that cca was tried with, and the transforms that they are."""
    return {power: NAMED_POWERS.get(power, power) for power in sorted(results["settings"]["powers"])}


def similarity(scores: dict[str, Any], paper: float | None = None) -> Beside:
    """The mean over the sets of word pairs."""
    return Beside(scores["mean"], scores["mean_interval"], paper)


def analogies(scores: dict[str, Any], kind: str = "total", paper: float | None = None) -> Beside:
    """The share of questions that are answered."""
    found = scores["analogy"][kind]
    return Beside(found["accuracy"], found["interval"], paper, share=True)
