"""What chapter 2 of the thesis claims, and whether it holds here; and the scores that it is judged by."""

from __future__ import annotations

import numpy as np

from firth.evaluate.significance import LEVEL, ScoreSummary, p_against_best, paired_p
from firth_papers.engine.claims import Claim, Verdict
from firth_papers.engine.experiment import Results
from firth_papers.engine.printed import printed

PAPER = printed("ube")
RAW = "raw data"
NARROW = "t-SNE, 10"
"""With a perplexity for small classes: some sets have ten images of each."""

MEASURES = {
    "kmeans": "NMI of k-means",
    "spectral": "NMI of spectral clustering",
    "silhouette": "silhouette of the classes",
}
"""Key → what figure 2.2 shows of it."""


def judged_claims(results: Results) -> list[Claim]:
    """All that can be judged from the results."""
    return [
        *(_best_overall(results, measure) for measure in MEASURES),
        _as_good_as_tsne(results),
        _won(results),
        _better_than_raw(results, ("UBE", "t-SNE")),
        _worse_than_raw(results, ("LLE", "PCA", "Sammon")),
    ]


def _best_overall(results: Results, measure: str) -> Claim:
    """Refuted by one that is beyond chance above UBE over the sets, confirmed if all are so below it."""
    means = overall(results, measure)
    rank = 1 + list(means).index("UBE")
    rival = next(method for method in means if method != "UBE")
    found = {method: _difference(results, method, measure) for method in means if method != "UBE"}
    over = [method for method, (gap, p) in found.items() if gap < 0 and p < LEVEL]
    below = [method for method, (gap, p) in found.items() if gap > 0 and p < LEVEL]
    text = (
        f"UBE is number {rank} of {len(means)} with {means['UBE']:.1f} on average; the best other is {rival} "
        f"with {means[rival]:.1f}: {_with_p(*found[rival])}. Beyond chance below UBE: "
        f"{', '.join(below) or 'none'}; above it: {', '.join(over) or 'none'}."
    )
    verdict: Verdict = "refuted" if over else "confirmed" if len(below) == len(found) else "undecided"
    return Claim(f"UBE has the best overall {MEASURES[measure]}.", text, verdict)


def _as_good_as_tsne(results: Results) -> Claim:
    """Against the better of its two perplexities."""
    rival = next(method for method in overall(results, "kmeans") if method in ("t-SNE", NARROW))
    gap, p = _difference(results, rival, "kmeans")
    ours, theirs = (over_sets(results, method, "kmeans") for method in ("UBE", rival))
    ahead = sum(a > b for a, b in zip(ours, theirs, strict=True))
    text = (
        f"UBE has {np.mean(ours):.1f} on average, the better t-SNE ({rival}) {np.mean(theirs):.1f}: "
        f"{_with_p(gap, p)}; UBE is above it on {ahead} of {len(ours)} sets."
    )
    verdict: Verdict = "not refuted" if p >= LEVEL else "confirmed" if gap > 0 else "refuted"
    return Claim("UBE clusters at least as well as t-SNE.", text, verdict)


def _won(results: Results) -> Claim:
    """The thesis says so of five of our sets (and of COIL100)."""
    asked = [name for name in set_names(results) if name in PAPER["won"]]
    ps = {name: p_values_on(results, name) for name in set_names(results)}
    won = [
        name
        for name, found in ps.items()
        if found["UBE"] == 1.0 and all(p < LEVEL for method, p in found.items() if method != "UBE")
    ]
    held = [name for name in asked if name in won]
    others = [name for name in won if name not in asked]
    text = (
        f"so it is on {len(held)} of {len(asked)} ({', '.join(held) or 'none'})"
        f"{', and also on ' + ', '.join(others) if others else ''}."
    )
    verdict: Verdict = "not run" if not asked else "confirmed" if len(held) == len(asked) else "refuted"
    return Claim(
        f"UBE is beyond chance above all others on {', '.join(asked or PAPER['won'])}.", text, verdict
    )


def _better_than_raw(results: Results, methods: tuple[str, ...]) -> Claim:
    behind = [f"{method} on {name}" for name, method in _sides_of_raw(results, methods, above=False)]
    text = f"not {', '.join(behind)}." if behind else "so it is on every set."
    return Claim(
        f"{' and '.join(methods)} always lead to better clusters than the images themselves.",
        text,
        "refuted" if behind else "confirmed",
    )


def _worse_than_raw(results: Results, methods: tuple[str, ...]) -> Claim:
    ahead = [f"{method} on {name}" for name, method in _sides_of_raw(results, methods, above=True)]
    cases = len(methods) * len(set_names(results))
    text = (
        f"so it is in {cases - len(ahead)} of {cases} cases{', not for ' if ahead else ''}{', '.join(ahead)}."
    )
    return Claim(
        f"{', '.join(methods)} usually lead to worse clusters than the images themselves.",
        text,
        "confirmed" if 2 * len(ahead) < cases else "refuted",
    )


def _sides_of_raw(results: Results, methods: tuple[str, ...], *, above: bool) -> list[tuple[str, str]]:
    """Sets and methods with a mean above that of the raw data, or not above it."""
    return [
        (name, method)
        for method in methods
        for name in set_names(results)
        if (_kmeans_mean(results, name, method) > _kmeans_mean(results, name, RAW)) == above
    ]


def _kmeans_mean(results: Results, name: str, method: str) -> float:
    return summary_of(results, name, method, "kmeans").mean


def _difference(results: Results, method: str, measure: str) -> tuple[float, float]:
    """How much higher UBE is on average over sets, and the p-value."""
    pairs = zip(over_sets(results, "UBE", measure), over_sets(results, method, measure), strict=True)
    gaps = [ours - theirs for ours, theirs in pairs]
    return float(np.mean(gaps)), paired_p(gaps)


def _with_p(gap: float, p: float) -> str:
    return f"{gap:+.1f}, p = {p:.2g}".replace("-", "−", 1)


# The scores, as they stand in the results.


def set_names(results: Results) -> list[str]:
    """In the order of the thesis."""
    return [one["name"] for one in results["sets"]]


def method_names(results: Results) -> list[str]:
    """In the order of the thesis's table, LPP last."""
    return [one["name"] for one in results["methods"]]


def summary_of(results: Results, name: str, method: str, measure: str) -> ScoreSummary:
    """A measure, times 100 as in the thesis; the silhouette is one number, without runs."""
    found = next(one for one in results["outcomes"] if (one["set"], one["method"]) == (name, method))
    scores = found[measure] if measure != "silhouette" else [found[measure]]
    return ScoreSummary.of([100 * score for score in scores])


def over_sets(results: Results, method: str, measure: str) -> list[float]:
    """The means of a method on every set."""
    return [summary_of(results, name, method, measure).mean for name in set_names(results)]


def overall(results: Results, measure: str) -> dict[str, float]:
    """The mean over sets for each method, the best first."""
    means = {method: float(np.mean(over_sets(results, method, measure))) for method in method_names(results)}
    return dict(sorted(means.items(), key=lambda item: -item[1]))


def p_values_on(results: Results, name: str) -> dict[str, float]:
    """For each method, Welch's p-value against the one with the best k-means on a set, whose own is 1."""
    return p_against_best(
        {method: summary_of(results, name, method, "kmeans") for method in method_names(results)}
    )
