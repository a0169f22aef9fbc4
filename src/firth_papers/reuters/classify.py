"""Support vector machines on random splits, judged by Cohen's κ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import in_order

TEST_SHARE = 0.34
COSTS = (1.0, 10.0, 100.0)
"""Values of C to choose from where it is chosen."""

Split = tuple[Array, Array]
Features = Array | Sparse


@dataclass(frozen=True)
class Machine:
    """A support vector machine with one machine for each pair of categories, as Weka's SMO has.

    kernel: gaussian takes scikit-learn's γ = 1/(features · variance). scaling: range brings each feature to
    [0, 1] on the training documents, Weka's habit; deviation to mean 0 and variance 1. cost: C, 1 as in Weka;
    None chooses among COSTS by three-fold cross-validation on the training documents.
    """

    kernel: Literal["linear", "gaussian"] = "linear"
    scaling: Literal["range", "deviation", "none"] = "range"
    cost: float | None = 1.0

    def predict(self, features: Features, labels: Array, split: Split) -> Array:
        """Categories for the test documents of a split, learnt from its training documents."""
        train, test = split
        return np.asarray(self._model().fit(features[train], labels[train]).predict(features[test]))

    def _model(self) -> Any:
        from sklearn.model_selection import GridSearchCV
        from sklearn.pipeline import Pipeline
        from sklearn.preprocessing import MinMaxScaler, StandardScaler
        from sklearn.svm import SVC

        scalers = {"range": MinMaxScaler(), "deviation": StandardScaler(), "none": "passthrough"}
        machine = SVC(kernel="linear" if self.kernel == "linear" else "rbf", C=self.cost or 1.0)
        model = Pipeline([("scale", scalers[self.scaling]), ("svm", machine)])
        if self.cost is not None:
            return model
        return GridSearchCV(model, {"svm__C": COSTS}, scoring="accuracy", cv=3)


def random_splits(documents: int, splits: int, seed: int) -> list[Split]:
    """Training and test documents, 66 % and 34 %, at random, the same for all features and machines."""
    from sklearn.model_selection import train_test_split

    places = np.arange(documents)
    made = (train_test_split(places, test_size=TEST_SHARE, random_state=seed + i) for i in range(splits))
    return [(train, test) for train, test in made]


def kappas(
    features: Features | list[Array],
    labels: Array,
    splits: Sequence[Split],
    machine: Machine,
    threads: int | None = None,
) -> list[float]:
    """κ of a machine on each split; features may be a list with an entry for each."""
    from sklearn.metrics import cohen_kappa_score

    each: list[Any] = features if isinstance(features, list) else [features] * len(splits)

    def kappa(place: int) -> float:
        predicted = machine.predict(each[place], labels, splits[place])
        return float(cohen_kappa_score(labels[splits[place][1]], predicted))

    return list(in_order(kappa, range(len(splits)), threads))
