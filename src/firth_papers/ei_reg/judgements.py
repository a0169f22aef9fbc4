"""What section 7.1 of the thesis claims of document vectors, and whether it holds here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firth.evaluate.documents import Runs
from firth_papers.documents import above_others, better_pairs, rivals
from firth_papers.ei_reg import paper
from firth_papers.engine.claims import Claim

_TFIDF = ("TFIDF (unigram)", "TFIDF (uni + bi)")


def claims(
    runs: Mapping[str, Sequence[Runs]], networks: Mapping[str, Sequence[Runs]] | None = None
) -> list[Claim]:
    """All that can be judged from the runs; vectors that the thesis has not are left out.

    networks: emotion → runs of the network.
    """
    found = []
    for emotion, own in runs.items():
        theirs = [one for one in own if one.vectors in paper.VECTORS]
        for learner, title, vectors, named in (
            ("random-forest", "Random forests work", ("Doc2VecC",), "Doc2VecC"),
            ("nearest-neighbors", "Nearest neighbours work", ("Doc2VecC",), "Doc2VecC"),
            ("linear-svr", "Linear machines work", _TFIDF, "TF-IDF"),
            ("lasso", "LASSO works", _TFIDF, "TF-IDF"),
        ):
            if (emotion, learner) in _OTHERWISE:
                continue
            statement = f"{emotion}: {title} best with {named}."
            found.append(above_others(statement, theirs, "pearson", vectors, learner, paper.VECTORS))
        statement = f"{emotion}: Doc2Vec is poorer than all others."
        pairs = [(name, "Doc2Vec") for name in paper.VECTORS if name != "Doc2Vec"]
        found.append(better_pairs(statement, theirs, "pearson", pairs))
    for emotion, own in (networks or {}).items():
        found += rivals("pearson", own, f"{emotion}: ") if own else []
    return found


_OTHERWISE = {("joy", "nearest-neighbors"), ("sadness", "random-forest"), ("sadness", "lasso")}
"""Where the thesis's own tables say something else."""
