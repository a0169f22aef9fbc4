"""How good vectors are, and which are better: coverage and intervals always stand beside the score."""

from firth.evaluate.analogy import AnalogyResult, Score, evaluate_analogies
from firth.evaluate.categorization import CategoriesResult, evaluate_categories
from firth.evaluate.comparison import Comparison, MeasureComparison, compare
from firth.evaluate.neighbors import NeighborReport, neighbor_report
from firth.evaluate.outliers import OutliersResult, evaluate_outliers
from firth.evaluate.report import Report, evaluate
from firth.evaluate.resampling import Difference, Interval, Resampling
from firth.evaluate.scored_items import Sample, paired_difference
from firth.evaluate.similarity import SimilarityResult, evaluate_similarity
from firth.evaluate.spearman import average_ranks, spearman

__all__ = [
    "AnalogyResult",
    "CategoriesResult",
    "Comparison",
    "Difference",
    "Interval",
    "MeasureComparison",
    "NeighborReport",
    "OutliersResult",
    "Report",
    "Resampling",
    "Sample",
    "Score",
    "SimilarityResult",
    "average_ranks",
    "compare",
    "evaluate",
    "evaluate_analogies",
    "evaluate_categories",
    "evaluate_outliers",
    "evaluate_similarity",
    "neighbor_report",
    "paired_difference",
    "spearman",
]
