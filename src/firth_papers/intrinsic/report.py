"""The results as Markdown, ours beside the thesis's."""

from __future__ import annotations

from typing import Any

from firth.evaluate.tables import Grid, number, span
from firth_papers.intrinsic import paper
from firth_papers.intrinsic.algorithms import SWEPT, in_bits, threshold_name
from firth_papers.intrinsic.lookup import Results, on_all_sets, on_questions, on_set, scores_of
from firth_papers.words import Beside, beside_paper, plain_grid
from firth_papers.words.sentences import LEGEND, about_tests, about_text, judged, listed


def as_markdown(results: Results) -> str:
    """A page: what was done, the claims, the tables beside ours, thresholds, and animals and foods."""
    later, earlier = results["tables"]["6.3–6.5"], results["tables"]["4.1"]
    parts = [
        "# Word vectors on sets of word pairs",
        _method(results),
        "## Claims",
        judged(results["claims"]),
        "## Tables 6.3 to 6.5: eleven algorithms",
        _table(results, later, paper.SETS, "the thesis's in round brackets").markdown(),
        _wins(results, later, paper.SETS),
        "## Table 4.1: weightings, CBOW, and other settings",
        _table(results, earlier, paper.EIGHT_SETS, "the thesis's in round brackets").markdown(),
        _wins(results, earlier, paper.EIGHT_SETS),
        "## Not run",
        _missing(results),
        "## Weighted vectors, and analogies",
        _weightings(results).markdown(),
        "## Figure 4.1: thresholds of PMI",
        _thresholds(results).markdown(),
        _ratio(results),
        "## Figure 4.2: animals and foods",
        _separations(results).markdown(),
        "## Time",
        _times(results).markdown(),
        "## What differs from the thesis",
        listed(paper.DIFFERENCES),
    ]
    return "\n\n".join(parts) + "\n"


def _method(results: Results) -> str:
    settings = results["settings"]
    scores = next(one["scores"][0] for one in results["models"] if one["scores"])
    return (
        f"{about_text(results['text'])} What learns from the text itself (Word2Vec, CBOW, FastText) goes "
        f"{settings['rounds']} times through it with windows of up to {settings['learned_window']} words. "
        f"Vectors have {settings['dim']} dimensions. {about_tests(scores)} {LEGEND} Seed {settings['seed']}."
    )


def _table(results: Results, rows: list[dict[str, Any]], sets: dict[str, str], note: str) -> Grid:
    cells = {}
    for row in rows:
        scores = scores_of(results, row["model"], row["exponent"])
        printed = row["paper"]
        mean = Beside(row["mean"], row["interval"], sum(printed.values()) / len(printed))
        cells[row["algorithm"]] = [mean, *(on_set(scores, one, printed[one]) for one in sets.values())]
    return beside_paper(f"Spearman's ρ, {note}", ("algorithm", "mean", *sets), cells)


def _wins(results: Results, rows: list[dict[str, Any]], sets: dict[str, str]) -> str:
    """How many sets each algorithm is the best of, here and in the thesis."""
    ours: dict[str, int] = {}
    theirs: dict[str, int] = {}
    for one in sets.values():
        scores = {r["algorithm"]: scores_of(results, r["model"], r["exponent"]) for r in rows}
        known = {name: on_set(found, one).ours for name, found in scores.items()}
        first = max((value for value in known.values() if value is not None), default=None)
        for name, value in known.items():
            ours[name] = ours.get(name, 0) + (value is not None and value == first)
        winner = max(rows, key=lambda r: float(r["paper"][one]))["algorithm"]
        theirs[winner] = theirs.get(winner, 0) + 1

    def told(wins: dict[str, int]) -> str:
        ordered = sorted(wins.items(), key=lambda pair: -pair[1])
        return ", ".join(f"{name} {n}" for name, n in ordered if n)

    return (
        f"The best, in how many of the {len(sets)} sets. Here: {told(ours)}; in the thesis: {told(theirs)}."
    )


def _missing(results: Results) -> str:
    reasons = {
        row["algorithm"]: row["missing"]
        for rows in results["tables"].values()
        for row in rows
        if row["missing"]
    }
    return listed([f"{name}: {reason}" for name, reason in reasons.items()]) or "Everything was run."


def _weightings(results: Results) -> Grid:
    rows = {}
    for row in results["tables"]["6.3–6.5"]:
        plain, root = (scores_of(results, row["model"], exponent) for exponent in (row["exponent"], 0.5))
        if plain is not None:
            shown = (on_all_sets(plain), on_all_sets(root), on_questions(plain), on_questions(root))
            rows[row["algorithm"]] = list(shown)
    heads = ("algorithm", "mean of ten sets", "with UΣ^½", "analogies", "with UΣ^½")
    return beside_paper("Vectors as in the tables, and U weighted by roots of the spectrum", heads, rows)


def _thresholds(results: Results) -> Grid:
    rows = {}
    for one in results["examples"]:
        threshold = one["threshold"]
        models = [scores_of(results, threshold_name(recipe, threshold)) for recipe in SWEPT.values()]
        rows[in_bits(threshold)] = [
            *(on_all_sets(scores) for scores in models),
            *(on_questions(scores) for scores in models),
        ]
    heads = [f"{name}, {what}" for what in ("mean of ten sets", "analogies") for name in SWEPT]
    return beside_paper("PMI above a threshold, in bits; vectors U", ("threshold", *heads), rows)


def _ratio(results: Results) -> str:
    found = {one["threshold"]: one for one in results["examples"]}
    lines = [
        f"{in_bits(threshold)}: {one['positive'] / one['negative']:.2f}"
        for threshold, one in sorted(found.items())
        if one["negative"]
    ]
    return (
        "Positive examples for each negative one, by threshold: "
        f"{'; '.join(lines)}. In the thesis {paper.POSITIVE_BY_NEGATIVE} at {in_bits(paper.BEST_THRESHOLD)}."
    )


def _separations(results: Results) -> Grid:
    rows = [
        (
            name,
            number(one["within"]),
            number(one["between"]),
            number(one["separation"]),
            span(one["interval"]),
        )
        for name, one in results["separation"].items()
    ]
    heads = ("algorithm", "mean cosine within groups", "between groups", "difference", "95% interval")
    words = max((len(one["words"]) for one in results["separation"].values()), default=0)
    return plain_grid(f"{words} words; intervals by resampling the words", heads, rows)


def _times(results: Results) -> Grid:
    tabled = {row["model"] for rows in results["tables"].values() for row in rows}
    rows = [
        (one["name"], one["settings"].get("recipe") or one["settings"]["algorithm"], f"{one['seconds']:.1f}")
        for one in results["models"]
        if one["name"] in tabled and one["seconds"] is not None
    ]
    return plain_grid(
        "From counts, or from the text in word numbers, to vectors", ("model", "by", "seconds"), rows
    )
