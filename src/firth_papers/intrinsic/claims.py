"""The claims of the thesis, judged."""

from __future__ import annotations

from collections.abc import Mapping

from firth.evaluate.scored_items import Pool
from firth_papers.engine.claims import Claim, Samples, Verdict, above, best, difference, verdict_of
from firth_papers.engine.printed import printed
from firth_papers.engine.scores import Outcome, pairs_of, questions_of
from firth_papers.intrinsic.separation import Separation
from firth_papers.thesis_vectors import BEST_THRESHOLD, SWEPT, TABLE_4, TABLES_6, U, threshold_name

Outcomes = Mapping[str, Outcome]

TEN = tuple(printed("intrinsic")["ten_sets"].values())
EIGHT = tuple(printed("intrinsic")["eight_sets"].values())

PICTURED = ("EigenWord", "Word2Vec", "GloVe", "FastText")
"""Those of tables 6.3 to 6.5 that figure 4.2 shows."""


def judged_claims(outcomes: Outcomes, separations: Mapping[str, Separation]) -> list[Claim]:
    """Every claim that the numbers bear on."""
    ten = {name: pairs_of(outcomes, *entry, TEN) for name, entry in TABLES_6.items()}
    eight = {name: pairs_of(outcomes, *entry, EIGHT) for name, entry in TABLE_4.items()}
    asked = {name: questions_of(outcomes, *TABLE_4[name]) for name in ("SGNS", "SVD-NS")}
    return [
        above("SVD-NS is better than SVD-PPMI (table 6.5).", "SVD-NS", "SVD-PPMI", ten),
        above(
            "EigenWord is at least as good as SVD-NS (table 6.5).", "EigenWord", "SVD-NS", ten, at_least=True
        ),
        best("EigenWord is the best of all (table 6.5).", "EigenWord", ten),
        above("FastText is better than Word2Vec (table 6.5).", "FastText", "Word2Vec", ten),
        best("SVD-NS is the best of all (table 4.1).", "SVD-NS", eight),
        *(
            above(f"{better} is better than {worse} (table 4.1).", better, worse, eight)
            for better, worse in (("PPMI-SVD-U", "PPMI-SVD-Us"), ("PPMI-SVD-Us", "PPMI-SVD-US"))
        ),
        *_threshold_claims(outcomes),
        above("SGNS answers more analogies than SVD-NS (§4.4.4).", "SGNS", "SVD-NS", asked, pool="items"),
        separation_claim(separations),
    ]


def in_bits(threshold: float) -> str:
    """A threshold as it is shown.

    >>> in_bits(-2.5)
    '−2.5'
    """
    return f"{threshold:g}".replace("-", "−")


def _threshold_claims(outcomes: Outcomes) -> list[Claim]:
    """Figure 4.1: negative examples help, and all of them together harm."""
    recipe = SWEPT["SVD-NS"]
    swept = (one.model.settings for one in outcomes.values())
    tried = sorted(how["options"]["threshold"] for how in swept if how.get("recipe") == recipe)
    at = {threshold: f"SVD-NS above {in_bits(threshold)}" for threshold in tried}
    pairs = {at[t]: pairs_of(outcomes, threshold_name(recipe, t), U, TEN) for t in tried}
    asked = {at[t]: questions_of(outcomes, threshold_name(recipe, t), U) for t in tried}
    chosen, told = at[BEST_THRESHOLD], in_bits(BEST_THRESHOLD)
    claims = []
    kinds: tuple[tuple[str, Mapping[str, Samples], Pool], ...] = (
        ("word pairs", pairs, "tests"),
        ("analogies", asked, "items"),
    )
    for what, samples, pool in kinds:
        helps = f"Negative examples help: PMI above {told} is better than above 0 for {what}."
        harms = f"All of PMI is worse than PMI above 0 for {what} (§4.4.3)."
        peak = f"Of all thresholds, {told} is the best for {what} (figure 4.1)."
        claims += [
            above(helps, chosen, at[0.0], samples, pool=pool),
            above(harms, at[0.0], at[tried[0]], samples, pool=pool),
            best(peak, chosen, samples, pool=pool),
        ]
    return claims


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
