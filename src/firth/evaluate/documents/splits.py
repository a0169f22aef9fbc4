"""Which documents are learnt from and which are tested, many times over."""

from __future__ import annotations

import numpy as np

from firth.errors import InputError
from firth.evaluate.documents.labels import Labels
from firth.runtime.arrays import Array

Split = tuple[Array, Array]
"""Places of the documents to learn from, and of those to test on."""


def repeated_folds(labels: Labels, *, folds: int = 5, repeats: int = 10, seed: int = 0) -> list[Split]:
    """Cross-validation, several times: in each repeat every document is tested once.

    Classes are spread evenly over the folds. Repeat i is drawn with seed + i.
    """
    from sklearn.model_selection import KFold, StratifiedKFold

    n = len(labels.values)
    smallest = int(np.bincount(labels.values).min()) if labels.task == "classes" else n
    if not 2 <= folds <= smallest:
        of_what = "the smallest class" if labels.task == "classes" else "there are"
        raise InputError(
            f"{folds} folds were asked for, but {of_what} {_has(labels, smallest)}; choose fewer."
        )
    if repeats < 1:
        raise InputError(f"repeats is {repeats}; it must be at least 1.")
    kind = StratifiedKFold if labels.task == "classes" else KFold
    made = []
    for repeat in range(repeats):
        parting = kind(folds, shuffle=True, random_state=seed + repeat)
        made += [(train, test) for train, test in parting.split(np.zeros(n), labels.values)]
    return made


def _has(labels: Labels, smallest: int) -> str:
    return f"has {smallest} documents" if labels.task == "classes" else f"{smallest} documents"


def repeated_samples(
    train: Array, test: Array, *, share: float = 0.8, repeats: int = 25, seed: int = 0
) -> list[Split]:
    """The same documents tested every time, each time by what a random share of the others has taught.

    Sample i is drawn with seed + i.

    >>> splits = repeated_samples(np.arange(10), np.array([10, 11]), repeats=2)
    >>> [(len(learnt), tested.tolist()) for learnt, tested in splits]
    [(8, [10, 11]), (8, [10, 11])]
    """
    if not 0 < share <= 1:
        raise InputError(f"share is {share}; it is a part of the documents, above 0 and up to 1.")
    if repeats < 1:
        raise InputError(f"repeats is {repeats}; it must be at least 1.")
    size = max(1, round(share * len(train)))
    made = []
    for repeat in range(repeats):
        drawn = np.random.default_rng(seed + repeat).permutation(len(train))[:size]
        made.append((np.asarray(train)[np.sort(drawn)], np.asarray(test)))
    return made
