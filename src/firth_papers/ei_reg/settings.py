"""How much the experiment does."""

from __future__ import annotations

from dataclasses import dataclass

from firth_papers.ei_reg import paper
from firth_papers.readers.emotions import EMOTIONS, Emotion

OTHER_RECIPES = (
    "ppmi",
    "eigenword",
    "qwem",
    "positional",
    "glove-pmi",
    "sqrt-cca",
    "ca",
    "root-ca",
    "rootroot-ca",
    "nlca",
    "tailcut",
)
"""Those that the thesis has not, or not with these options."""


@dataclass(frozen=True)
class Settings:
    """How much is done.

    repeats: of the cross-validation. tweets: how many of the corpus vectors learn from; None for all. dim: of
    word vectors, window: around words. factors, beta: of CA and NLCA. network_…: the word vectors of table
    7.8 that are put into a network, recipes of firth's that the thesis has not, their dimensions, how often
    all folds are run, and its epochs at most.
    rounds: of word vectors that learn from the text itself. averaged_vectors: those of `networks.AVERAGED`
    that are put into several networks, members of them, whose predictions are averaged.
    """

    emotions: tuple[Emotion, ...] = EMOTIONS
    folds: int = paper.FOLDS
    repeats: int = paper.RUNS // paper.FOLDS
    tweets: int | None = None
    dim: int = 100
    window: int = 10
    factors: int = 100
    beta: float = 0.75
    epochs: int = 10
    min_count: int = 5
    network_vectors: tuple[str, ...] = tuple(paper.SEQUENCES)
    network_recipes: tuple[str, ...] = OTHER_RECIPES
    network_dim: int = 300
    network_repeats: int = 2
    network_epochs: int = 80
    rounds: int = 5
    averaged_vectors: tuple[str, ...] = ("SVD-PPMI UΣ", "Word2Vec")
    members: int = 5
    seed: int = 0


QUICK = Settings(
    repeats=1,
    tweets=60_000,
    epochs=3,
    network_vectors=("SVD-PPMI", "EigenWord"),
    network_recipes=(),
    network_dim=100,
    network_repeats=1,
    network_epochs=10,
    averaged_vectors=(),
)
