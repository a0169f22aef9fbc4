"""Classic learners by name, all of them scikit-learn's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

from firth.errors import InputError
from firth.evaluate.documents.labels import Task
from firth.runtime.arrays import Array

TREES = 100
NEIGHBORS = 25
HELD_OUT = 0.2
"""Share of the documents learnt from on which a strength is chosen."""


class Make(Protocol):
    """Makes a model of scikit-learn."""

    def __call__(self, features: Any, strength: float, seed: int, /) -> Any:
        """For such features, with one of the learner's strengths."""


@dataclass(frozen=True, eq=False)
class Learner:
    """A way to learn from vectors.

    strengths: C times the mean square length of rows, or α; the best on a fifth of the training documents is
    taken, which the others have taught, and then all of them teach. Where there is one only, it is taken.
    alone: it shares its work out by joblib, whose workers in scikit-learn set the filters of warnings anew
    for all threads, so that it must not run beside another.
    """

    name: str
    title: str
    task: Task
    make: Make
    strengths: tuple[float, ...] = (1.0,)
    alone: bool = False

    def fit(self, features: Any, labels: Array, *, seed: int = 0) -> Any:
        """A model that has learnt from all rows."""
        strength = self.chosen(features, labels, seed=seed)
        return self.make(features, strength, seed).fit(features, labels)

    def chosen(self, features: Any, labels: Array, *, seed: int = 0) -> float:
        """The best of the strengths on rows that are held out."""
        if len(self.strengths) == 1:
            return self.strengths[0]
        order = np.random.default_rng(seed).permutation(len(labels))
        held = max(1, round(HELD_OUT * len(labels)))
        test, train = order[:held], order[held:]
        if self.task == "classes" and len(np.unique(labels[train])) < len(np.unique(labels)):
            return self.strengths[0]
        scores = [
            self.make(features, strength, seed)
            .fit(features[train], labels[train])
            .score(features[test], labels[test])
            for strength in self.strengths
        ]
        return self.strengths[int(np.argmax(scores))]


def learners_for(task: Task, names: tuple[str, ...] | None = None) -> list[Learner]:
    """The learners of a task, all or those named.

    >>> [learner.name for learner in learners_for("numbers")]
    ['random-forest', 'linear-svr', 'nearest-neighbors', 'lasso']
    """
    own = {learner.name: learner for learner in LEARNERS[task]}
    wrong = [name for name in names or () if name not in own]
    if wrong:
        raise InputError(f"there is no learner {wrong[0]!r} for {task}; choose among {', '.join(own)}.")
    return [own[name] for name in names or own]


def _is_table(features: Any) -> bool:
    """Whether they are counts or weights of words, sparse and not below 0."""
    return hasattr(features, "indptr")


def _scaled(model: Any, features: Any) -> Any:
    """Dense vectors are brought to mean 0 and variance 1 first; sparse tables are taken as they are."""
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return model if _is_table(features) else make_pipeline(StandardScaler(), model)


def _per_length(features: Any, strength: float) -> float:
    """C for features of any scale: that for rows of length 1, divided by their mean square length.

    Counts of words in long texts are large. With the C that TF-IDF wants, liblinear would take ten
    times as long to fit them too closely.
    """
    rows, columns = features.shape  # dense columns are brought to variance 1
    squares = float(features.data @ features.data) / rows if _is_table(features) else columns
    return strength / squares if squares else strength


def _forest(features: Any, strength: float, seed: int) -> Any:
    from sklearn.ensemble import RandomForestClassifier

    return RandomForestClassifier(TREES, random_state=seed)


def _forest_of_numbers(features: Any, strength: float, seed: int) -> Any:
    from sklearn.ensemble import RandomForestRegressor

    return RandomForestRegressor(TREES, max_features=0.1, min_samples_leaf=2, random_state=seed)


def _machine(features: Any, strength: float, seed: int) -> Any:
    from sklearn.svm import LinearSVC

    # With more rows than columns the primal problem is quicker; for sparse tables of many words, the dual.
    own = _per_length(features, strength)
    return _scaled(LinearSVC(C=own, dual=_is_table(features), random_state=seed, max_iter=5000), features)


def _machine_of_numbers(features: Any, strength: float, seed: int) -> Any:
    from sklearn.svm import LinearSVR

    return _scaled(
        LinearSVR(
            C=_per_length(features, strength),
            loss="squared_epsilon_insensitive",
            epsilon=0.05,
            dual=_is_table(features),
            random_state=seed,
            max_iter=5000,
        ),
        features,
    )


def _bayes(features: Any, strength: float, seed: int) -> Any:
    """Multinomial for tables of words, Gaussian for vectors."""
    from sklearn.naive_bayes import GaussianNB, MultinomialNB

    return MultinomialNB() if _is_table(features) else GaussianNB()


def _neighbors(features: Any, strength: float, seed: int) -> Any:
    from sklearn.neighbors import KNeighborsClassifier

    return KNeighborsClassifier(_neighborhood(features), metric="cosine", algorithm="brute")


def _neighbors_of_numbers(features: Any, strength: float, seed: int) -> Any:
    from sklearn.neighbors import KNeighborsRegressor

    return KNeighborsRegressor(_neighborhood(features), metric="cosine", algorithm="brute")


def _neighborhood(features: Any) -> int:
    """Fewer where there are few documents."""
    return max(1, min(NEIGHBORS, int(features.shape[0]) // 4))


def _logistic(features: Any, strength: float, seed: int) -> Any:
    from sklearn.linear_model import LogisticRegression

    own = 10 * _per_length(features, strength)
    return _scaled(LogisticRegression(C=own, max_iter=2000, random_state=seed), features)


def _lasso(features: Any, strength: float, seed: int) -> Any:
    from sklearn.linear_model import Lasso

    return _scaled(Lasso(alpha=strength, tol=1e-3, max_iter=5000, random_state=seed), features)


_STRENGTHS = (0.1, 0.3, 1.0, 3.0, 10.0)
_SHRINKAGES = (1e-4, 3e-4, 1e-3, 3e-3)

LEARNERS: Mapping[Task, tuple[Learner, ...]] = MappingProxyType(
    {
        "classes": (
            Learner("random-forest", "random forest", "classes", _forest, alone=True),
            Learner("linear-svm", "linear SVM", "classes", _machine, _STRENGTHS),
            Learner("naive-bayes", "naive Bayes", "classes", _bayes),
            Learner("nearest-neighbors", "k nearest neighbors", "classes", _neighbors, alone=True),
            Learner("logistic", "logistic regression", "classes", _logistic, _STRENGTHS, alone=True),
        ),
        "numbers": (
            Learner("random-forest", "random forest", "numbers", _forest_of_numbers, alone=True),
            Learner("linear-svr", "linear SVR", "numbers", _machine_of_numbers, _STRENGTHS),
            Learner("nearest-neighbors", "k nearest neighbors", "numbers", _neighbors_of_numbers, alone=True),
            Learner("lasso", "LASSO", "numbers", _lasso, _SHRINKAGES),
        ),
    }
)
"""Task → learners."""
