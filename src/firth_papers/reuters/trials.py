"""What is measured: each function here makes rows of results, as plain values for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from firth.runtime.arrays import Array
from firth_papers.lsi import Weighting
from firth_papers.reuters import paper
from firth_papers.reuters.classify import Features, Machine, Split, kappas, random_splits
from firth_papers.reuters.corpus import LabelledTable
from firth_papers.reuters.features import (
    features_from_part,
    lsi_features,
    nonlinear_features,
    tfidf_features,
)

Result = dict[str, Any]

LINEAR, GAUSSIAN = Machine("linear"), Machine("gaussian")
CHOSEN = 0.75
"""The paper's best β, where variants are tried."""


@dataclass(frozen=True, eq=False)
class Trial:
    """Documents, the splits they are classified on, and how their axes are found."""

    documents: LabelledTable
    splits: Sequence[Split]
    factors: int
    seed: int
    threads: int | None

    def axes(self) -> dict[str, Any]:
        """What every decomposition takes."""
        return {"factors": self.factors, "seed": self.seed, "threads": self.threads}

    def measure(self, features: Features | list[Array], machine: Machine, **named: Any) -> Result:
        """κ on every split, under the names given."""
        each = kappas(features, self.documents.labels, self.splits, machine, self.threads)
        spread = float(np.std(each, ddof=1)) if len(each) > 1 else 0.0
        return {**named, "svm": machine.kernel, "mean": float(np.mean(each)), "sd": spread, "kappas": each}


def sweep_at(trial: Trial, beta: float) -> list[Result]:
    """One β: x* and x, linear and Gaussian."""
    features = nonlinear_features(trial.documents.table, beta, **trial.axes())
    return [
        trial.measure(points, machine, beta=beta, coordinates=name)
        for name, points in features.items()
        for machine in (LINEAR, GAUSSIAN)
    ]


def paper_table(trial: Trial, beta: float) -> Result:
    """The confusion matrix of the first split in x* and what follows from it, with the paper's beside."""
    from sklearn.metrics import cohen_kappa_score, confusion_matrix, precision_recall_fscore_support

    features = nonlinear_features(trial.documents.table, beta, **trial.axes())["x*"]
    labels = trial.documents.labels
    truth, found = labels[trial.splits[0][1]], LINEAR.predict(features, labels, trial.splits[0])
    rates = precision_recall_fscore_support(truth, found, labels=paper.CATEGORIES, zero_division=0)[:3]
    return {
        "beta": beta,
        "kappa": float(cohen_kappa_score(truth, found)),
        "confusion": confusion_matrix(truth, found, labels=paper.CATEGORIES).tolist(),
        "precision_recall_f": np.transpose(rates).round(4).tolist(),
        "paper": {
            "kappa": paper.KAPPA[beta],
            "confusion": paper.CONFUSION[beta].tolist(),
            "precision_recall_f": paper.PRECISION_RECALL_F[beta].tolist(),
        },
    }


def lsi_baseline(trial: Trial, weighting: Weighting) -> list[Result]:
    """Latent semantic indexing with one weighting, linear and Gaussian."""
    features = lsi_features(trial.documents.table, weighting, **trial.axes())
    return [trial.measure(features, machine, baseline=f"LSI {weighting}") for machine in (LINEAR, GAUSSIAN)]


def tfidf_baseline(trial: Trial) -> list[Result]:
    """TF-IDF of all words, which no scaling to [0, 1] suits."""
    features = tfidf_features(trial.documents.table)
    return [trial.measure(features, Machine(scaling="none"), baseline="TF-IDF, all words")]


def scaling_variants(trial: Trial, *, choose_cost: bool) -> list[Result]:
    """Other habits of classifying at the paper's best β."""
    features = nonlinear_features(trial.documents.table, CHOSEN, **trial.axes())["x*"]
    machines = {
        "features as they are": Machine(scaling="none"),
        "features of mean 0 and variance 1": Machine(scaling="deviation"),
    }
    if choose_cost:
        machines |= {
            "C of 1, 10 or 100 by cross-validation": Machine(cost=None),
            "C by cross-validation, Gaussian": Machine("gaussian", cost=None),
        }
    return [trial.measure(features, machine, variant=name) for name, machine in machines.items()]


def training_axes(trial: Trial) -> list[Result]:
    """Axes from the training documents of each split alone; in the paper all documents make them."""
    table = trial.documents.table
    features = [features_from_part(table, train, CHOSEN, **trial.axes()) for train, _ in trial.splits]
    return [trial.measure(features, LINEAR, variant="axes from training documents alone")]


def single_category(trial: Trial, documents: LabelledTable) -> list[Result]:
    """Only stories that name one of the ten categories."""
    splits = random_splits(len(documents.labels), len(trial.splits), trial.seed)
    other = replace(trial, documents=documents, splits=splits)
    features = nonlinear_features(documents.table, CHOSEN, **trial.axes())["x*"]
    name = f"only the {len(documents.labels):,} stories that name just one of the ten"
    return [other.measure(features, LINEAR, variant=name)]
