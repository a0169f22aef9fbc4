"""How much the experiment does."""

from __future__ import annotations

from dataclasses import dataclass

from firth_papers.imdb import paper


@dataclass(frozen=True)
class Settings:
    """How much is done.

    train, test: how many reviews the tables are about, drawn at random; None for all. repeats: samples of the
    reviews to learn from, of which slow learners see slow_repeats. unlabelled: whether vectors learn from the
    unlabelled reviews too. factors, beta, longest, min_documents: of CA and NLCA. dim: of word vectors.

    network_…: the word vectors of table 7.14 that are put into a network, their dimensions, how often and how
    long it is trained. rounds: of word vectors that learn from the text itself. megabytes: of wiki100m; None
    for all of it.
    """

    train: int | None = None
    test: int | None = None
    repeats: int = paper.REPEATS
    slow_repeats: int = 3
    unlabelled: bool = True
    factors: int = 400
    beta: float = 0.75
    longest: int = 2
    min_documents: int = 20
    dim: int = 300
    doc2vec_epochs: int = 10
    doc2vecc_epochs: int = 10
    network_vectors: tuple[str, ...] = tuple(paper.SEQUENCES)
    network_dim: int = 100
    network_repeats: int = 2
    network_epochs: int = 30
    network_patience: int = 4
    rounds: int = 5
    min_count: int = 5
    megabytes: int | None = None
    seed: int = 0


QUICK = Settings(
    train=3000,
    test=3000,
    repeats=5,
    slow_repeats=2,
    unlabelled=False,
    factors=200,
    dim=200,
    doc2vec_epochs=5,
    doc2vecc_epochs=5,
    network_vectors=("SVD-PPMI", "EigenWord"),
    network_repeats=2,
    network_epochs=6,
    megabytes=20,
)
