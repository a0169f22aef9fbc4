"""What document vectors are good for: classic learners on them, run many times, with chance accounted for."""

from firth.evaluate.documents.features import Features, fitted_features, fixed_features
from firth.evaluate.documents.labels import Labels, Task, checked_labels
from firth.evaluate.documents.learners import LEARNERS, Learner, learners_for
from firth.evaluate.documents.measuring import (
    MEASURES,
    Runs,
    evaluate_documents,
    measure_runs,
)
from firth.evaluate.documents.report import results_markdown, runs_grid, runs_p_grid
from firth.evaluate.documents.splits import Split, repeated_folds, repeated_samples
from firth.evaluate.significance import LEVEL, ScoreSummary, p_against_best, welch_p

__all__ = [
    "LEARNERS",
    "LEVEL",
    "MEASURES",
    "Features",
    "Labels",
    "Learner",
    "Runs",
    "ScoreSummary",
    "Split",
    "Task",
    "checked_labels",
    "evaluate_documents",
    "fitted_features",
    "fixed_features",
    "learners_for",
    "measure_runs",
    "p_against_best",
    "repeated_folds",
    "repeated_samples",
    "results_markdown",
    "runs_grid",
    "runs_p_grid",
    "welch_p",
]
