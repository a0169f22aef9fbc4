"""Vectors of splits, and how often they are made."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from firth.evaluate.documents import evaluate_documents
from firth.evaluate.documents.features import fixed_features, remembered


class Lengths:
    """A transformer that counts how often it is fitted."""

    fitted = 0

    def fit_transform(self, documents):
        type(self).fitted += 1
        return self.transform(documents)

    def transform(self, documents):
        return np.array([[len(text), len(text.split())] for text in documents], dtype=float)

    def __sklearn_clone__(self):
        return type(self)()


def test_vectors_are_made_once_for_all_learners():
    texts = ["tea", "milk in tea", "a goal", "the team at the goal"] * 5
    before = Lengths.fitted
    evaluate_documents(
        texts,
        [0, 0, 1, 1] * 5,
        {"lengths": Lengths()},
        learners=("linear-svm", "naive-bayes"),
        folds=4,
        repeats=2,
    )
    assert Lengths.fitted - before == 8


def test_no_more_is_remembered_than_is_allowed():
    made = []

    def features(split):
        made.append(split)
        return fixed_features(sparse.eye_array(6, format="csr"))(split)

    splits = [(np.array([0, 1, 2]), np.array([3])), (np.array([3, 4, 5]), np.array([0]))]
    first = features(splits[0])
    one = sum(part.nbytes for side in first for part in (side.data, side.indices, side.indptr))
    made.clear()
    frugal = remembered(features, most=one)
    found = [frugal(split) for split in (*splits, *splits)]
    assert [split is splits[1] for split in made] == [False, True, True]
    for (train, test), split in zip(found, (*splits, *splits), strict=True):
        assert train.toarray().argmax(axis=1).tolist() == split[0].tolist()
        assert test.toarray().argmax(axis=1).tolist() == split[1].tolist()
