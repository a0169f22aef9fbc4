"""Scores in the results, found by what they are scores of."""

from __future__ import annotations

from typing import Any

from firth_papers.words import Beside

Results = dict[str, Any]


def scores_of(results: Results, model: str, exponent: float = 0.0) -> dict[str, Any] | None:
    """The scores of a model in one form; None for what was not run."""
    for one in results["models"]:
        if one["name"] == model:
            return next((dict(s) for s in one["scores"] if s["exponent"] == exponent), None)
    return None


def on_set(scores: dict[str, Any] | None, name: str, paper: float | None = None) -> Beside:
    """Spearman's ρ of one set."""
    return Beside(None if scores is None else scores["similarity"][name]["spearman"], paper=paper)


def on_all_sets(scores: dict[str, Any] | None) -> Beside:
    """The mean over the ten sets, with its interval."""
    return Beside(None) if scores is None else Beside(scores["mean"], scores["mean_interval"])


def on_questions(scores: dict[str, Any] | None, kind: str = "total") -> Beside:
    """The share of analogies that are answered."""
    if scores is None:
        return Beside(None, share=True)
    found = scores["analogy"][kind]
    return Beside(found["accuracy"], found["interval"], share=True)
