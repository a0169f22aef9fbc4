"""The claims of the thesis, judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firth.evaluate import Sample
from firth.evaluate.samples import Pool
from firth_papers.intrinsic import paper
from firth_papers.intrinsic.algorithms import (
    PICTURED,
    SWEPT,
    TABLE_4,
    TABLES_6,
    U,
    in_bits,
    threshold_name,
)
from firth_papers.intrinsic.separation import Separation
from firth_papers.words import Claim, Form, Outcome, Side, above, best
from firth_papers.words.claims import Verdict, difference, verdict_of

Outcomes = Mapping[str, Outcome]

TEN = tuple(paper.SETS.values())
EIGHT = tuple(paper.EIGHT_SETS.values())


def judged_claims(outcomes: Outcomes, separations: Mapping[str, Separation]) -> list[Claim]:
    """Every claim that the numbers bear on."""
    ten = {name: pairs_of(outcomes, *entry, TEN) for name, entry in TABLES_6.items()}
    eight = {name: pairs_of(outcomes, *entry, EIGHT) for name, entry in TABLE_4.items()}

    def over(statement: str, first: str, second: str, *, at_least: bool = False) -> Claim:
        return above(statement, Side(first, ten[first]), Side(second, ten[second]), at_least=at_least)

    return [
        over("SVD-NS is better than SVD-PPMI (table 6.5).", "SVD-NS", "SVD-PPMI"),
        over("EigenWord is at least as good as SVD-NS (table 6.5).", "EigenWord", "SVD-NS", at_least=True),
        best("EigenWord is the best of all (table 6.5).", "EigenWord", ten),
        over("FastText is better than Word2Vec (table 6.5).", "FastText", "Word2Vec"),
        best("SVD-NS is the best of all (table 4.1).", "SVD-NS", eight),
        *(
            above(f"{better} is better than {worse} (table 4.1).", *_sides(eight, better, worse))
            for better, worse in (("PPMI-SVD-U", "PPMI-SVD-Us"), ("PPMI-SVD-Us", "PPMI-SVD-US"))
        ),
        *_threshold_claims(outcomes),
        _analogy_claim(outcomes),
        separation_claim(separations),
    ]


def pairs_of(outcomes: Outcomes, model: str, form: Form, sets: Sequence[str]) -> Sequence[Sample] | None:
    """What the mean over some sets rests on; None for what was not run."""
    scores = outcomes[model].scores.get(form)
    return None if scores is None else scores.of_sets(sets)


def questions_of(outcomes: Outcomes, model: str, form: Form) -> Sequence[Sample] | None:
    """What the share of analogies rests on; None for what was not run."""
    scores = outcomes[model].scores.get(form)
    return None if scores is None else scores.of_questions()


def _sides(samples: Mapping[str, Sequence[Sample] | None], *names: str) -> tuple[Side, Side]:
    first, second = (Side(name, samples[name]) for name in names)
    return first, second


def _threshold_claims(outcomes: Outcomes) -> list[Claim]:
    """Figure 4.1: negative examples help, and all of them together harm."""
    recipe, chosen = SWEPT["SVD-NS"], paper.BEST_THRESHOLD
    tried = sorted(one.model.settings["options"]["threshold"] for one in _swept(outcomes, recipe))
    at = {threshold: f"SVD-NS above {in_bits(threshold)}" for threshold in tried}
    pairs = {at[t]: pairs_of(outcomes, threshold_name(recipe, t), U, TEN) for t in tried}
    asked = {at[t]: questions_of(outcomes, threshold_name(recipe, t), U) for t in tried}
    lowest = at[tried[0]]
    claims = []
    kinds: tuple[tuple[str, Mapping[str, Sequence[Sample] | None], Pool], ...] = (
        ("word pairs", pairs, "tests"),
        ("analogies", asked, "items"),
    )
    for what, samples, pool in kinds:
        helps = f"Negative examples help: PMI above {in_bits(chosen)} is better than above 0 for {what}."
        harms = f"All of PMI is worse than PMI above 0 for {what} (§4.4.3)."
        peak = f"Of all thresholds, {in_bits(chosen)} is the best for {what} (figure 4.1)."
        claims += [
            above(helps, *_sides(samples, at[chosen], at[0.0]), pool=pool),
            above(harms, *_sides(samples, at[0.0], lowest), pool=pool),
            best(peak, at[chosen], samples, pool=pool),
        ]
    return claims


def _swept(outcomes: Outcomes, recipe: str) -> list[Outcome]:
    return [one for one in outcomes.values() if one.model.settings.get("recipe") == recipe]


def _analogy_claim(outcomes: Outcomes) -> Claim:
    """§4.4.4."""
    sides = (Side(name, questions_of(outcomes, *TABLE_4[name])) for name in ("SGNS", "SVD-NS"))
    return above("SGNS answers more analogies than SVD-NS (§4.4.4).", *sides, pool="items")


def separation_claim(separations: Mapping[str, Separation]) -> Claim:
    """Figure 4.2."""
    ours, *others = PICTURED
    statement = f"{ours} keeps animals and foods apart better than {', '.join(others)} (figure 4.2)."
    rivals = [name for name in others if name in separations]
    if ours not in separations or not rivals:
        return Claim(statement, "there are no vectors to compare it with.", "not run")
    found = {name: separations[ours].less(separations[name]) for name in rivals}
    told = "; ".join(f"{ours} less {name}: {difference(one)}" for name, one in found.items())
    verdicts = {verdict_of(one) for one in found.values() if one is not None}
    verdict: Verdict = "refuted" if "refuted" in verdicts else "confirmed"
    if verdict == "confirmed" and verdicts != {"confirmed"}:
        verdict = "undecided"
    return Claim(statement, f"mean cosine within groups less between them, {told}.", verdict)
