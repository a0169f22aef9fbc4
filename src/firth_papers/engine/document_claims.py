"""What a paper claims of document vectors and of networks, judged by Welch's t-test over runs."""

from __future__ import annotations

from collections.abc import Sequence

from firth.evaluate.documents import LEVEL, Runs, ScoreSummary, p_against_best, welch_p
from firth.evaluate.documents.report import TITLES
from firth_papers.engine.claims import Claim, Verdict

NOT_RUN = "there are no such runs."

OWN, KNOWN = ("SVD-NS", "EigenWord", "KUBWE"), ("Word2Vec", "GloVe", "FastText")
"""Word vectors of the thesis, and those that it holds them against."""


def best_of_all(statement: str, runs: Sequence[Runs], measure: str, vectors: str, learner: str) -> Claim:
    """The claim that one kind of vectors with one learner is above every other pair of them."""
    spreads = {(one.vectors, one.learner): one.spread(measure) for one in runs}
    if (vectors, learner) not in spreads or len(spreads) < 2:
        return Claim(statement, NOT_RUN, "not run")
    own = spreads.pop((vectors, learner))
    rival = max(spreads, key=lambda key: spreads[key].mean)
    found = f"{vectors} with {TITLES[learner]}: {_told(own)}; the best other, {rival[0]} with "
    found += f"{TITLES[rival[1]]}: {_told(spreads[rival])}, p = {welch_p(own, spreads[rival]):.2g}."
    over = _above(spreads[rival], own)
    every = all(_above(own, one) for one in spreads.values())
    return Claim(statement, found, "refuted" if over else "confirmed" if every else "undecided")


def above_others(
    statement: str,
    runs: Sequence[Runs],
    measure: str,
    vectors: Sequence[str],
    learner: str,
    among: Sequence[str],
) -> Claim:
    """The claim that with a learner the best of all in a paper's table is one of some kinds of vectors."""
    column = {
        one.vectors: one.spread(measure) for one in runs if one.learner == learner and one.vectors in among
    }
    if not column.keys() & set(vectors) or len(column) < 2:
        return Claim(statement, NOT_RUN, "not run")
    best = max(column, key=lambda name: column[name].mean)
    ours = max((name for name in vectors if name in column), key=lambda name: column[name].mean)
    p = p_against_best(column)
    found = f"{best} is best with {_told(column[best])}"
    found += "." if best == ours else f"; {ours} has {_told(column[ours])}, p = {p[ours]:.2g}."
    if best != ours:
        verdict: Verdict = "refuted" if p[ours] < LEVEL else "undecided"
        return Claim(statement, found, verdict)
    others = [p[name] for name in column if name not in vectors]
    return Claim(statement, found, "confirmed" if all(one < LEVEL for one in others) else "undecided")


def better_pairs(
    statement: str, runs: Sequence[Runs], measure: str, pairs: Sequence[tuple[str, str]]
) -> Claim:
    """The claim that the first of each pair of vectors is above the second, learner by learner."""
    spreads = {(one.vectors, one.learner): one.spread(measure) for one in runs}
    learners = list(dict.fromkeys(one.learner for one in runs))
    cases = [
        (f"{first} with {TITLES[learner]}", spreads[first, learner], spreads[second, learner])
        for first, second in pairs
        for learner in learners
        if (first, learner) in spreads and (second, learner) in spreads
    ]
    if not cases:
        return Claim(statement, NOT_RUN, "not run")
    better = [name for name, one, other in cases if _above(one, other)]
    worse = [name for name, one, other in cases if _above(other, one)]
    found = f"so it is beyond chance in {len(better)} of {len(cases)} cases, and the other way round in "
    found += f"{len(worse)}{': ' if worse else ''}{', '.join(worse)}."
    return Claim(
        statement,
        found,
        "confirmed" if len(better) > len(cases) / 2 else "refuted" if worse else "undecided",
    )


def own_vectors_above_known(
    measure: str, networks: Sequence[Runs], about: str = "", text: str = ""
) -> list[Claim]:
    """The claims that the thesis's own word vectors are above those that were known, in a network.

    text: what is added to the names of vectors that learned from it.
    """
    known = [f"{name} {text}".strip() for name in KNOWN]
    return [
        above_each(
            f"{about}{name} is above {', '.join(KNOWN[:-1])} and {KNOWN[-1]} in the network.",
            networks, measure, f"{name} {text}".strip(), known,
        )
        for name in OWN
    ]  # fmt: skip


def above_each(
    statement: str, runs: Sequence[Runs], measure: str, vectors: str, others: Sequence[str]
) -> Claim:
    """The claim that one kind of vectors is above each of some others, with the p-value for each."""
    spreads = {one.vectors: one.spread(measure) for one in runs}
    known = [name for name in others if name in spreads]
    if vectors not in spreads or not known:
        return Claim(statement, NOT_RUN, "not run")
    own = spreads[vectors]
    told = (f"{name} {_told(spreads[name])}, p = {welch_p(own, spreads[name]):.2g}" for name in known)
    found = f"{vectors} {_told(own)}; {'; '.join(told)}."
    if any(_above(spreads[name], own) for name in known):
        return Claim(statement, found, "refuted")
    every = all(_above(own, spreads[name]) for name in known)
    return Claim(statement, found, "confirmed" if every else "undecided")


def _above(one: ScoreSummary, other: ScoreSummary) -> bool:
    return one.mean > other.mean and welch_p(one, other) < LEVEL


def _told(spread: ScoreSummary) -> str:
    return f"{100 * spread.mean:.1f} ± {100 * spread.sd:.1f}"
