"""How good vectors are: word similarity and analogies, with coverage always beside the score."""

from firth.evaluate.analogy import AnalogyResult, Score, evaluate_analogies
from firth.evaluate.report import Report, evaluate
from firth.evaluate.similarity import SimilarityResult, evaluate_similarity
from firth.evaluate.spearman import average_ranks, spearman

__all__ = [
    "AnalogyResult",
    "Report",
    "Score",
    "SimilarityResult",
    "average_ranks",
    "evaluate",
    "evaluate_analogies",
    "evaluate_similarity",
    "spearman",
]
