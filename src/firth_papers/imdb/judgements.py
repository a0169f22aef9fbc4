"""What section 7.2 of the thesis claims of document vectors, and whether it holds here."""

from __future__ import annotations

from collections.abc import Sequence

from firth.evaluate.documents import Runs
from firth_papers.documents import above_others, best_of_all, better_pairs, rivals
from firth_papers.engine.claims import Claim
from firth_papers.imdb import paper
from firth_papers.imdb.networks import OF_REVIEWS


def claims(runs: Sequence[Runs], networks: Sequence[Runs] = ()) -> list[Claim]:
    """All that can be judged from the runs, by accuracy; vectors that the thesis has not are left out.

    networks: runs of the network.
    """
    theirs = [one for one in runs if one.vectors in paper.VECTORS and one.learner in paper.LEARNERS]
    tfidf = ("TFIDF (unigram)", "TFIDF (uni + bi)")
    return [
        best_of_all(
            "Linear SVM on TF-IDF of words and pairs is above every other pair of vectors and learner.",
            theirs,
            "accuracy",
            "TFIDF (uni + bi)",
            "linear-svm",
        ),
        *(
            above_others(
                f"{title} work best with Doc2VecC.", theirs, "accuracy", ("Doc2VecC",), learner, paper.VECTORS
            )
            for learner, title in (
                ("random-forest", "Random forests"),
                ("nearest-neighbors", "Nearest neighbours"),
            )
        ),
        above_others(
            "Naive Bayes works best with TF-IDF.", theirs, "accuracy", tfidf, "naive-bayes", paper.VECTORS
        ),
        better_pairs(
            "Pairs of words generally help.",
            theirs,
            "accuracy",
            [("BOW (uni + bi)", "BOW (unigram)"), ("TFIDF (uni + bi)", "TFIDF (unigram)")],
        ),
        better_pairs("Doc2VecC is above Doc2Vec.", theirs, "accuracy", [("Doc2VecC", "Doc2Vec")]),
        *_about_networks(networks),
    ]


def _about_networks(networks: Sequence[Runs]) -> list[Claim]:
    if not networks:
        return []
    learnt = (("", ""), ("With vectors of reviews: ", OF_REVIEWS))
    return [claim for about, text in learnt for claim in rivals("accuracy", networks, about, text)]
