"""The claims of the thesis, and those of firth's quicker modes, judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from firth.evaluate import Sample, paired_difference
from firth.evaluate.tables import percent
from firth.sphere.vptree import Pruning
from firth_papers.kubwe import paper
from firth_papers.kubwe.models import (
    ALGORITHMS,
    BALL,
    ROOT,
    Settings,
    degree_name,
    rows_of,
    table_name,
)
from firth_papers.words import Claim, Form, Outcome, Side, above, best
from firth_papers.words.claims import Verdict, difference

Outcomes = Mapping[str, Outcome]

EIGHT = tuple(paper.SETS.values())
MARGIN = 0.005
"""How far the mean of a quicker mode may be from the exact one's."""


def judged_claims(outcomes: Outcomes, settings: Settings, pruned: Sequence[Pruning]) -> list[Claim]:
    """Every claim that the numbers bear on."""
    return [
        *_about_rivals(outcomes, settings),
        *_about_modes(outcomes, settings),
        *_about_degrees(outcomes, settings),
        *_about_analogies(outcomes, settings),
        tree_claim(pruned),
    ]


def pairs_of(
    outcomes: Outcomes, model: str, form: Form, sets: Sequence[str] | None = None
) -> tuple[Sample, ...] | None:
    """What the mean over some sets, or all, rests on; None for what was not run."""
    scores = outcomes[model].scores.get(form)
    return None if scores is None else scores.of_sets(sets)


def within(statement: str, first: Side, second: Side, margin: float) -> Claim:
    """The claim that two mean scores are no further apart than a margin.

    Confirmed if the whole interval of their difference is within it, not refuted if the difference is,
    refuted if no part of the interval is.
    """
    if first.samples is None or second.samples is None:
        absent = [side.name for side in (first, second) if side.samples is None]
        return Claim(statement, f"there are no vectors of {' and '.join(absent)}.", "not run")
    found = paired_difference(first.samples, second.samples, "tests")
    if found is None:
        return Claim(statement, "too few words are known for an interval.", "undecided")
    low, high = found.interval
    verdict: Verdict = "undecided"
    if low > margin or high < -margin:
        verdict = "refuted"
    elif -margin <= low and high <= margin:
        verdict = "confirmed"
    elif abs(found.value) <= margin:
        verdict = "not refuted"
    return Claim(statement, f"{first.name} less {second.name}: {difference(found)}.", verdict)


def tree_claim(pruned: Sequence[Pruning]) -> Claim:
    """§3.3.5."""
    statement = (
        f"The pruned tree finds more than {paper.RECALL:.0%} of the nearest of random points (§3.3.5)."
    )
    told = "; ".join(
        f"{one.dim} dimensions: {percent(one.recall)} by a look at {percent(one.visited)} of the points"
        for one in pruned
    )
    fewest = min(one.recall for one in pruned)
    return Claim(statement, f"{told}.", "confirmed" if fewest > paper.RECALL else "refuted")


def _about_rivals(outcomes: Outcomes, settings: Settings) -> Iterator[Claim]:
    for dim in settings.dims:
        sides = {
            name: pairs_of(outcomes, table_name(name, dim), ALGORITHMS[name].forms[0], EIGHT)
            for name in rows_of(dim, settings)
            if name in paper.TABLE[settings.printed_dim(dim)]
        }
        yield best(f"KUBWE is the best of table 3.1 in {dim} dimensions (its eight sets).", "KUBWE", sides)
    dim = settings.dims[0]
    ours = Side("KUBWE", pairs_of(outcomes, table_name("KUBWE", dim), BALL))
    for name in ("SVD-PPMI", "SVD-PPMI, α = ¾", "SVD-NS"):
        for form in ALGORITHMS[name].forms:
            told = f"{name} ({'UΣ^½' if form == ROOT else 'U'})"
            other = Side(told, pairs_of(outcomes, table_name(name, dim), form))
            yield above(f"KUBWE is better than {told} in {dim} dimensions (all sets).", ours, other)


def _about_modes(outcomes: Outcomes, settings: Settings) -> Iterator[Claim]:
    for dim in settings.dims:
        exact = Side("KUBWE", pairs_of(outcomes, table_name("KUBWE", dim), BALL))
        for name in ("Fast KUBWE", "KUBWE, far field"):
            if name in rows_of(dim, settings):
                side = Side(name, pairs_of(outcomes, table_name(name, dim), BALL))
                yield within(
                    f"{name} is within {MARGIN} of KUBWE in {dim} dimensions (all sets).", side, exact, MARGIN
                )


def _about_degrees(outcomes: Outcomes, settings: Settings) -> Iterator[Claim]:
    """Figures 3.3 and 3.4. In few dimensions the thesis advises a degree near log d, which 3 is of 10."""

    def side(degree: int, dim: int) -> Side:
        return Side(f"degree {degree}", pairs_of(outcomes, degree_name(degree, dim), BALL))

    most, fewest = max(settings.degree_dims), min(settings.degree_dims)
    low, *_, high = sorted(settings.degrees)
    if paper.DEGREE in settings.degrees:
        yield above(
            f"In {most} dimensions degree {paper.DEGREE} is better than degree {low} (figure 3.3).",
            side(paper.DEGREE, most), side(low, most),
        )  # fmt: skip
    fitting = min(settings.degrees, key=lambda degree: abs(degree - 3))
    yield above(
        f"In {fewest} dimensions degree {high} is worse than degree {fitting} (figure 3.4).",
        side(fitting, fewest), side(high, fewest),
    )  # fmt: skip


def _about_analogies(outcomes: Outcomes, settings: Settings) -> Iterator[Claim]:
    dim = settings.dims[0]

    def side(name: str) -> Side:
        scores = outcomes[table_name(name, dim)].scores.get(ALGORITHMS[name].forms[0])
        return Side(name, None if scores is None else scores.of_questions())

    for name in ("KUBWE", "SGNS (k = 10)"):
        yield above(
            f"GloVe answers more analogies than {name} (§3.4.2).", side("GloVe"), side(name), pool="items"
        )
