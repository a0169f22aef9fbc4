"""Induced senses turned into people's: learned from four fifths of the instances, used on the fifth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from firth_papers.sense_measures.ratings import Answers, rated_to_one

PARTS = 5

Table = dict[str, dict[str, float]]
"""Induced sense → people's sense → share."""


def mapped_answers(gold: Answers, given: Answers) -> dict[str, dict[str, float]]:
    """Answers in people's senses.

    M_st = Σ_x v_xs w_xt / Σ_x,t v_xs w_xt over the instances x learned from;   answer: v_x M

    v, w: ratings of induced and of people's senses, with 1 for the greatest of an instance. Every fifth
    instance, in the order of people's key, is in one part; each part is answered by what the other four
    teach. Answers are not brought to sum 1, and hold all senses that were seen with any of the induced ones;
    an instance whose induced senses were never seen has no answer.

    The task says 80/20 and that all parts are tested; which instances are in a part, and how weights go into
    M, was found by the published scores (`firth_papers.sense_measures`).

    >>> gold = {str(n): {"river": 4.0} if n % 2 else {"money": 4.0} for n in range(10)}
    >>> given = {str(n): {f"#{n % 2}": 7.0} for n in range(10)}
    >>> mapped_answers(gold, given)["3"]
    {'river': 1.0}
    """
    names = list(gold)
    answers: dict[str, dict[str, float]] = {}
    for part in range(PARTS):
        table = _table(gold, given, (name for place, name in enumerate(names) if place % PARTS != part))
        for name in names[part::PARTS]:
            found: dict[str, float] = defaultdict(float)
            for sense, weight in rated_to_one(given.get(name, {})).items():
                for target, share in table.get(sense, {}).items():
                    found[target] += weight * share
            if found:
                answers[name] = dict(found)
    return answers


def _table(gold: Answers, given: Answers, names: Iterable[str]) -> Table:
    table: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for name in names:
        wanted = rated_to_one(gold[name])
        for sense, weight in rated_to_one(given.get(name, {})).items():
            for target, rating in wanted.items():
                table[sense][target] += weight * rating
    return {
        sense: {target: value / sum(row.values()) for target, value in row.items()}
        for sense, row in table.items()
    }
