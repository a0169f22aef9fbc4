"""Where numbers stand in the results."""

from __future__ import annotations

from typing import Any

import numpy as np

from firth.evaluate.significance import ScoreSummary

Results = dict[str, Any]

MEASURES = {
    "kmeans": "NMI of k-means",
    "spectral": "NMI of spectral clustering",
    "silhouette": "silhouette of the classes",
}
"""Key → what figure 2.2 shows of it."""


def set_names(results: Results) -> list[str]:
    """In the order of the thesis."""
    return [one["name"] for one in results["sets"]]


def method_names(results: Results) -> list[str]:
    """In the order of the thesis's table, LPP last."""
    return [one["name"] for one in results["methods"]]


def spread_of(results: Results, name: str, method: str, measure: str) -> ScoreSummary:
    """A measure, times 100 as in the thesis; the silhouette is one number, without runs."""
    outcome = next(o for o in results["outcomes"] if (o["set"], o["method"]) == (name, method))
    scores = outcome[measure] if measure != "silhouette" else [outcome[measure]]
    return ScoreSummary.of([100 * score for score in scores])


def over_sets(results: Results, method: str, measure: str) -> list[float]:
    """The means of a method on every set."""
    return [spread_of(results, name, method, measure).mean for name in set_names(results)]


def overall(results: Results, measure: str) -> dict[str, float]:
    """The mean over sets for each method, the best first."""
    means = {method: float(np.mean(over_sets(results, method, measure))) for method in method_names(results)}
    return dict(sorted(means.items(), key=lambda item: -item[1]))
