"""The claims of the thesis, and those of firth's quicker modes, judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from firth.evaluate import paired_difference
from firth.evaluate.grids import percent
from firth.sphere.vptree import Pruning
from firth_papers.engine.claims import Claim, Samples, Verdict, above, best, difference
from firth_papers.engine.scores import Outcome, pairs_of, questions_of
from firth_papers.kubwe.models import (
    ALGORITHMS,
    BALL,
    PAPER,
    ROOT,
    TABLE,
    Settings,
    degree_name,
    rows_of,
    table_name,
)

Outcomes = Mapping[str, Outcome]

EIGHT = tuple(PAPER["sets"].values())
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


def within(statement: str, first: str, second: str, sides: Mapping[str, Samples], margin: float) -> Claim:
    """The claim that two mean scores are no further apart than a margin.

    Confirmed if the whole interval of their difference is within it, not refuted if the difference is,
    refuted if no part of the interval is.
    """
    ours, theirs = sides[first], sides[second]
    if ours is None or theirs is None:
        absent = [name for name in (first, second) if sides[name] is None]
        return Claim(statement, f"there are no vectors of {' and '.join(absent)}.", "not run")
    found = paired_difference(ours, theirs, "tests")
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
    return Claim(statement, f"{first} less {second}: {difference(found)}.", verdict)


def tree_claim(pruned: Sequence[Pruning]) -> Claim:
    """§3.3.5."""
    statement = (
        f"The pruned tree finds more than {PAPER['recall']:.0%} of the nearest of random points (§3.3.5)."
    )
    told = "; ".join(
        f"{one.dim} dimensions: {percent(one.recall)} by a look at {percent(one.visited)} of the points"
        for one in pruned
    )
    fewest = min(one.recall for one in pruned)
    return Claim(statement, f"{told}.", "confirmed" if fewest > PAPER["recall"] else "refuted")


def _about_rivals(outcomes: Outcomes, settings: Settings) -> Iterator[Claim]:
    for dim in settings.dims:
        sides = {
            name: pairs_of(outcomes, table_name(name, dim), ALGORITHMS[name].forms[0], EIGHT)
            for name in rows_of(dim, settings)
            if name in TABLE[settings.printed_dim(dim)]
        }
        yield best(f"KUBWE is the best of table 3.1 in {dim} dimensions (its eight sets).", "KUBWE", sides)
    dim = settings.dims[0]
    ours = pairs_of(outcomes, table_name("KUBWE", dim), BALL)
    for name in ("SVD-PPMI", "SVD-PPMI, α = ¾", "SVD-NS"):
        for form in ALGORITHMS[name].forms:
            told = f"{name} ({'UΣ^½' if form == ROOT else 'U'})"
            sides = {"KUBWE": ours, told: pairs_of(outcomes, table_name(name, dim), form)}
            yield above(f"KUBWE is better than {told} in {dim} dimensions (all sets).", "KUBWE", told, sides)


def _about_modes(outcomes: Outcomes, settings: Settings) -> Iterator[Claim]:
    for dim in settings.dims:
        for name in ("Fast KUBWE", "KUBWE, far field"):
            if name in rows_of(dim, settings):
                both = (name, "KUBWE")
                sides = {one: pairs_of(outcomes, table_name(one, dim), BALL) for one in both}
                statement = f"{name} is within {MARGIN} of KUBWE in {dim} dimensions (all sets)."
                yield within(statement, *both, sides, MARGIN)


def _about_degrees(outcomes: Outcomes, settings: Settings) -> Iterator[Claim]:
    """Figures 3.3 and 3.4. In few dimensions the thesis advises a degree near log d, which 3 is of 10."""

    def compared(statement: str, first: int, second: int, dim: int) -> Claim:
        sides = {
            f"degree {degree}": pairs_of(outcomes, degree_name(degree, dim), BALL)
            for degree in (first, second)
        }
        return above(statement, f"degree {first}", f"degree {second}", sides)

    most, fewest, chosen = max(settings.degree_dims), min(settings.degree_dims), PAPER["degree"]
    low, *_, high = sorted(settings.degrees)
    if chosen in settings.degrees:
        statement = f"In {most} dimensions degree {chosen} is better than degree {low} (figure 3.3)."
        yield compared(statement, chosen, low, most)
    fitting = min(settings.degrees, key=lambda degree: abs(degree - 3))
    statement = f"In {fewest} dimensions degree {high} is worse than degree {fitting} (figure 3.4)."
    yield compared(statement, fitting, high, fewest)


def _about_analogies(outcomes: Outcomes, settings: Settings) -> Iterator[Claim]:
    dim = settings.dims[0]
    asked = {
        name: questions_of(outcomes, table_name(name, dim), ALGORITHMS[name].forms[0])
        for name in ("GloVe", "KUBWE", "SGNS (k = 10)")
    }
    for name in ("KUBWE", "SGNS (k = 10)"):
        statement = f"GloVe answers more analogies than {name} (§3.4.2)."
        yield above(statement, "GloVe", name, asked, pool="items")
