"""What chapter 2 of the thesis claims, and whether it holds here."""

from __future__ import annotations

import numpy as np

from firth.evaluate.significance import LEVEL, paired_p, welch_p
from firth_papers.engine.claims import Claim, Verdict
from firth_papers.ube.lookup import (
    MEASURES,
    Results,
    method_names,
    over_sets,
    overall,
    set_names,
    spread_of,
)
from firth_papers.ube.methods import NARROW, RAW

WON = ("Yale", "Umist", "CMUfaces", "COIL20", "Optdigits")
"""Of our sets, those on which the thesis finds UBE beyond chance above all others."""


def claims(results: Results) -> list[Claim]:
    """All that can be judged from the results."""
    return [
        *(_best_overall(results, measure) for measure in MEASURES),
        _as_good_as_tsne(results),
        _won(results),
        _better_than_raw(results, ("UBE", "t-SNE")),
        _worse_than_raw(results, ("LLE", "PCA", "Sammon")),
    ]


def p_against_best(results: Results, name: str) -> dict[str, float]:
    """For each method, Welch's p-value against the one with the best k-means on a set, whose own is 1."""
    spreads = {method: spread_of(results, name, method, "kmeans") for method in method_names(results)}
    best = max(spreads, key=lambda method: spreads[method].mean)
    return {method: 1.0 if method == best else welch_p(spreads[best], s) for method, s in spreads.items()}


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
        f"with {means[rival]:.1f}: {_told(*found[rival])}. Beyond chance below UBE: "
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
        f"{_told(gap, p)}; UBE is above it on {ahead} of {len(ours)} sets."
    )
    verdict: Verdict = "not refuted" if p >= LEVEL else "confirmed" if gap > 0 else "refuted"
    return Claim("UBE clusters at least as well as t-SNE.", text, verdict)


def _won(results: Results) -> Claim:
    """The thesis says so of five of our sets (and of COIL100)."""
    asked = [name for name in set_names(results) if name in WON]
    ps = {name: p_against_best(results, name) for name in set_names(results)}
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
    return Claim(f"UBE is beyond chance above all others on {', '.join(asked or WON)}.", text, verdict)


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
        if (_mean(results, name, method) > _mean(results, name, RAW)) == above
    ]


def _mean(results: Results, name: str, method: str) -> float:
    return spread_of(results, name, method, "kmeans").mean


def _difference(results: Results, method: str, measure: str) -> tuple[float, float]:
    """How much higher UBE is on average over sets, and the p-value."""
    pairs = zip(over_sets(results, "UBE", measure), over_sets(results, method, measure), strict=True)
    gaps = [ours - theirs for ours, theirs in pairs]
    return float(np.mean(gaps)), paired_p(gaps)


def _told(gap: float, p: float) -> str:
    return f"{gap:+.1f}, p = {p:.2g}".replace("-", "−", 1)
