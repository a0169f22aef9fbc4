"""The tables and figures of the page, ours beside the thesis's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from firth.evaluate.grids import Grid, number, span
from firth_papers.engine.experiment import Results
from firth_papers.engine.figures import Panel, dots_beside_paper, sweep_figure
from firth_papers.engine.page import Beside, Part, beside_paper, listed, plain_grid
from firth_papers.engine.printed import printed
from firth_papers.engine.word_tables import (
    LEGEND,
    about_tests,
    about_text,
    on_all_sets,
    on_questions,
    on_set,
    scores_of,
)
from firth_papers.intrinsic.claims import in_bits
from firth_papers.thesis_vectors import BEST_THRESHOLD, SWEPT, threshold_name

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAPER = printed("intrinsic")


def method(results: Results) -> str:
    """The paragraph on what was done."""
    settings = results["settings"]
    scores = next(one["scores"][0] for one in results["models"] if one["scores"])
    return (
        f"{about_text(results['text'])} What learns from the text itself (Word2Vec, CBOW, FastText) goes "
        f"{settings['rounds']} times through it with windows of up to {settings['learned_window']} words. "
        f"Vectors have {settings['dim']} dimensions. {about_tests(scores)} {LEGEND} Seed {settings['seed']}."
    )


def tables(results: Results) -> Iterator[Part]:
    """The tables beside ours, what was not run, weightings, thresholds, animals and foods, and time."""
    for name, head, sets in (
        ("6.3–6.5", "Tables 6.3 to 6.5: eleven algorithms", PAPER["ten_sets"]),
        ("4.1", "Table 4.1: weightings, CBOW, and other settings", PAPER["eight_sets"]),
    ):
        rows = results["tables"][name]
        yield from (f"## {head}", _table(results, rows, sets), _wins(results, rows, sets))
    yield from ("## Not run", _missing(results))
    yield from ("## Weighted vectors, and analogies", _weightings(results))
    yield from ("## Figure 4.1: thresholds of PMI", _thresholds(results), _ratio(results))
    yield from ("## Figure 4.2: animals and foods", _separations(results))
    yield from ("## Time", _times(results))


def _scores(results: Results, model: str, exponent: float = 0.0) -> Results | None:
    return scores_of(results, model, exponent=exponent)


def _table(results: Results, rows: list[Results], sets: dict[str, str]) -> Grid:
    cells = {}
    for row in rows:
        scores = _scores(results, row["model"], row["exponent"])
        theirs = row["paper"]
        mean = Beside(row["mean"], row["interval"], sum(theirs.values()) / len(theirs))
        cells[row["algorithm"]] = [
            mean,
            *(on_set(scores, one, theirs[one], interval=False) for one in sets.values()),
        ]
    return beside_paper("Spearman's ρ, the thesis's in round brackets", ("algorithm", "mean", *sets), cells)


def _wins(results: Results, rows: list[Results], sets: dict[str, str]) -> str:
    """How many sets each algorithm is the best of, here and in the thesis."""
    ours: dict[str, int] = {}
    theirs: dict[str, int] = {}
    for one in sets.values():
        scores = {r["algorithm"]: _scores(results, r["model"], r["exponent"]) for r in rows}
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
        plain, root = (_scores(results, row["model"], exponent) for exponent in (row["exponent"], 0.5))
        if plain is not None:
            shown = (on_all_sets(plain), on_all_sets(root), on_questions(plain), on_questions(root))
            rows[row["algorithm"]] = list(shown)
    heads = ("algorithm", "mean of ten sets", "with UΣ^½", "analogies", "with UΣ^½")
    return beside_paper("Vectors as in the tables, and U weighted by roots of the spectrum", heads, rows)


def _thresholds(results: Results) -> Grid:
    rows = {}
    for one in results["examples"]:
        threshold = one["threshold"]
        models = [_scores(results, threshold_name(recipe, threshold)) for recipe in SWEPT.values()]
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
        f"{'; '.join(lines)}. In the thesis {PAPER['positive_by_negative']} at {in_bits(BEST_THRESHOLD)}."
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


def mean_figure(results: Results) -> Figure:
    """The mean of ten sets for each algorithm of tables 6.3 to 6.5, with the thesis's."""
    plain, root = "vectors as they are (U)", "weighted by roots of the spectrum (UΣ^½)"
    rows = {}
    for row in results["tables"]["6.3–6.5"]:
        name = row["algorithm"]
        rows[name if not row["missing"] else f"{name} (not run)"] = {
            plain: Beside(row["mean"], row["interval"], PAPER["averages"][name]),
            root: on_all_sets(_scores(results, row["model"], 0.5)),
        }
    return dots_beside_paper(
        rows,
        [plain, root],
        title=f"Word similarity, {results['settings']['dim']} dimensions",
        scale="mean Spearman's ρ of ten sets, and its interval of 95 %",
    )


def threshold_figure(results: Results) -> Figure:
    """Figure 4.1 of the thesis, for SVD-NS and EigenWord."""
    thresholds = results["settings"]["thresholds"]
    panels = []
    for show, told in (
        (on_questions, "share of analogies answered"),
        (on_all_sets, "mean Spearman's ρ of ten sets"),
    ):
        lines = {
            name: {t: show(_scores(results, threshold_name(recipe, t))) for t in thresholds}
            for name, recipe in SWEPT.items()
        }
        panels.append(Panel(told, lines, (BEST_THRESHOLD, "the thesis's choice")))
    title = "PMI above a threshold, vectors U; bands: intervals of 95 %"
    return sweep_figure(panels, along="threshold of PMI, bits", title=title)
