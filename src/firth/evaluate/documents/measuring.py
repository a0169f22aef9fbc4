"""Learners on document vectors, run on every split: scores, confusion matrices and ROC curves."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from firth.errors import InputError
from firth.evaluate.documents.features import Features, fitted_features, remembered
from firth.evaluate.documents.labels import Labels, Task, checked_labels
from firth.evaluate.documents.learners import Learner, learners_for
from firth.evaluate.documents.splits import Split, repeated_folds
from firth.evaluate.significance import ScoreSummary
from firth.runtime.arrays import Array
from firth.runtime.parallel import in_order, thread_count
from firth.runtime.run import Progress, silent

MEASURES: Mapping[Task, Mapping[str, str]] = MappingProxyType(
    {
        "classes": {"accuracy": "accuracy", "auc": "AUC", "f1": "F1", "kappa": "Cohen's κ"},
        "numbers": {"pearson": "Pearson's r", "spearman": "Spearman's ρ"},
    }
)
"""Task → key → what it is called; the first is the main one. F1 is the mean over classes."""

CURVE_POINTS = 101


@dataclass(frozen=True)
class Runs:
    """What a learner made of vectors: each measure's score in every run.

    Attributes
    ----------
    vectors, learner : str
        Their names.
    scores : mapping
        A list of scores, one for each run, by the name of the measure.
    confusion : list of lists, optional
        The confusion matrix over all runs, with a row for each true class.
    curve : list, optional
        For two classes, the rate of true positives at 101 equally spaced rates of false ones in the first
        run.
    """

    vectors: str
    learner: str
    scores: Mapping[str, list[float]]
    confusion: list[list[int]] | None = None
    curve: list[float] | None = None

    def spread(self, measure: str) -> ScoreSummary:
        """Mean and standard deviation of a measure."""
        return ScoreSummary.of(self.scores[measure])

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON; `Runs(**…)` makes them runs again."""
        return asdict(self)


class Scored(NamedTuple):
    """One run: each measure, a row of true classes and columns of found ones, and the ROC curve."""

    scores: dict[str, float]
    confusion: Array | None = None
    curve: list[float] | None = None


def measure_runs(
    vectors: str,
    features: Features,
    labels: Labels,
    splits: Sequence[Split],
    learner: Learner,
    *,
    once: bool = False,
    seed: int = 0,
    threads: int | None = None,
    each: Callable[[int], object] = int,
) -> Runs:
    """A learner on every split, some at once; run i has the seed seed + i.

    each: is told the number of splits that are done, after each.

    once: the strength is chosen in the first split for all of them, which is quicker, and fair where no
    document that any split tests is learnt from in the first, as in `repeated_samples`.
    """
    from joblib import parallel_config
    from sklearn.exceptions import ConvergenceWarning

    if learner.task != labels.task:
        raise InputError(f"{learner.name} learns {learner.task}, but the labels are {labels.task}.")
    if once and np.isin(splits[0][0], np.concatenate([tested for _, tested in splits])).any():
        raise InputError("the first split learns from documents that others test; choose strengths in each.")

    def run(prepared: tuple[int, Any, Any]) -> Scored:
        number, train, test = prepared
        model = settled.fit(train, labels.values[splits[number][0]], seed=seed + number)
        found, margins = predictions(model, test, two_classes=len(labels.names) == 2)
        return scored(labels, splits[number][1], found, margins, with_curve=not number)

    # Vectors are made here and not in the threads, because transformers may have threads of their own.
    prepared = ((number, *features(split)) for number, split in enumerate(splits))
    at_once = 1 if learner.alone else threads
    shared = parallel_config("threading", n_jobs=thread_count(threads))
    with warnings.catch_warnings(), threadpool_limits(limits=1), shared:
        # More threads of BLAS could change the last digits; the weakest LASSO may stop short of its optimum.
        warnings.simplefilter("ignore", ConvergenceWarning)
        settled = learner
        if once:
            train, values = features(splits[0])[0], labels.values[splits[0][0]]
            settled = replace(learner, strengths=(learner.chosen(train, values, seed=seed),))
        outcomes = []
        for outcome in in_order(run, prepared, at_once):
            outcomes.append(outcome)
            each(len(outcomes))
    return joined([single_run(vectors, learner.name, one) for one in outcomes])


def scored(
    labels: Labels, tested: Array, found: Array, margins: Array | None = None, *, with_curve: bool = False
) -> Scored:
    """What was found for the documents at the places tested. margins: how far each is a 1, of two classes."""
    truth = labels.values[tested]
    if labels.task == "numbers":
        return Scored(_number_scores(truth, found))
    curve = _curve(truth, margins) if with_curve and margins is not None else None
    return Scored(_class_scores(truth, found, margins), _confusion(truth, found, len(labels.names)), curve)


def single_run(vectors: str, learner: str, outcome: Scored) -> Runs:
    """One run of a learner."""
    confusion = None if outcome.confusion is None else outcome.confusion.tolist()
    scores = {name: [value] for name, value in outcome.scores.items()}
    return Runs(vectors, learner, scores, confusion, outcome.curve)


def joined(runs: Sequence[Runs]) -> Runs:
    """Runs of one learner on the same vectors, one after the other."""
    first = runs[0]
    scores = {name: [value for one in runs for value in one.scores[name]] for name in first.scores}
    tables = [one.confusion for one in runs if one.confusion is not None]
    return replace(first, scores=scores, confusion=np.sum(tables, axis=0).tolist() if tables else None)


def evaluate_documents(
    documents: Sequence[Any],
    labels: Iterable[Any],
    vectors: Mapping[str, Any],
    *,
    task: Task = "classes",
    learners: tuple[str, ...] | None = None,
    folds: int = 5,
    repeats: int = 10,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> list[Runs]:
    """Measure every kind of vectors with every learner, by repeated cross-validation.

    Parameters
    ----------
    documents : sequence of str, or of lists of tokens
    labels : iterable
        A class or a number for each document.
    vectors : mapping
        Transformers of documents by name, such as `BagOfWords()`; each is fitted to the training documents
        alone.
    task : {"classes", "numbers"}
        What the labels are.
    learners : tuple of str, optional
        The names of the learners; all of the task unless given.
    folds, repeats : int
        How many parts the documents are split into, and how often.
    seed : int
        The random seed; the same seed gives the same scores.
    threads : int, optional
        The number of threads. Results do not depend on it.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    list of Runs
        One for each pair of vectors and learner.

    Examples
    --------
    >>> from sklearn.feature_extraction.text import CountVectorizer
    >>> texts = ["tea and milk", "milk in tea", "tea", "goal and team", "team at goal", "goal"] * 2
    >>> runs = evaluate_documents(texts, [0, 0, 0, 1, 1, 1] * 2, {"counts": CountVectorizer()},
    ...                           learners=("linear-svm",), folds=2, repeats=2)
    >>> runs[0].scores["accuracy"], runs[0].confusion
    ([1.0, 1.0, 1.0, 1.0], [[12, 0], [0, 12]])
    """
    known = checked_labels(labels, len(documents), task=task)
    chosen = learners_for(task, learners)
    splits = repeated_folds(known, folds=folds, repeats=repeats, seed=seed)
    total = len(vectors) * len(chosen) * len(splits)
    done = 0

    def each(fits: int) -> None:
        progress("learning", done + fits, total, "fits")

    found: list[Runs] = []
    for name, transformer in vectors.items():
        features = remembered(fitted_features(transformer, documents))
        for learner in chosen:
            each(0)
            runs = measure_runs(name, features, known, splits, learner, seed=seed, threads=threads, each=each)
            found.append(runs)
            done += len(splits)
    return found


def predictions(model: Any, test: Any, *, two_classes: bool) -> tuple[Array, Array | None]:
    """What a model finds, and for two classes how far each document is on the side of the second.

    Models that say how likely classes are, such as k nearest neighbors, are asked once for both.
    """
    if two_classes and not hasattr(model, "decision_function"):
        likely = model.predict_proba(test)
        return model.classes_[np.argmax(likely, axis=1)], np.asarray(likely[:, 1])
    margins = np.asarray(model.decision_function(test)) if two_classes else None
    return model.predict(test), margins


def _class_scores(truth: Array, found: Array, margins: Array | None) -> dict[str, float]:
    from sklearn.metrics import accuracy_score, cohen_kappa_score, f1_score, roc_auc_score

    scores = {"accuracy": float(accuracy_score(truth, found))}
    if margins is not None:
        both = len(np.unique(truth)) == 2
        scores["auc"] = float(roc_auc_score(truth, margins)) if both else 0.5
    scores["f1"] = float(f1_score(truth, found, average="macro", zero_division=0))
    kappa = float(cohen_kappa_score(truth, found)) if len(np.unique([*truth, *found])) > 1 else 0.0
    return {**scores, "kappa": kappa}


def _number_scores(truth: Array, found: Array) -> dict[str, float]:
    """Correlations; predictions that are all alike have none, which counts as 0."""
    from scipy.stats import pearsonr, spearmanr

    found = np.ravel(found)
    if np.ptp(found) < 1e-12 or np.ptp(truth) == 0:
        return {"pearson": 0.0, "spearman": 0.0}
    return {
        "pearson": float(pearsonr(truth, found).statistic),
        "spearman": float(spearmanr(truth, found).statistic),
    }


def _confusion(truth: Array, found: Array, classes: int) -> Array:
    cells = np.bincount(classes * truth + found, minlength=classes**2)
    return np.asarray(cells.reshape(classes, classes))


def _curve(truth: Array, margins: Array) -> list[float] | None:
    from sklearn.metrics import roc_curve

    if len(np.unique(truth)) < 2:
        return None
    false, true, _ = roc_curve(truth, margins)
    return [float(share) for share in np.interp(np.linspace(0, 1, CURVE_POINTS), false, true).round(5)]
