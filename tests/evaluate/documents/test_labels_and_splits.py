"""Labels that cannot be learnt are refused; splits are even, disjoint and the same for the same seed."""

import numpy as np
import pytest

from firth.errors import InputError
from firth.evaluate.documents import checked_labels, repeated_folds, repeated_samples


@pytest.mark.parametrize(
    ("labels", "documents", "task", "says"),
    [
        (["a", "b"], 3, "classes", "there are 2 labels for 3 documents; give one for each document."),
        (["a", None, "b"], 3, "classes", "document number 2 has no label; give it one, or leave it out."),
        (["a", "", "b"], 3, "classes", "document number 2 has no label"),
        ([0.5, float("nan")], 2, "numbers", "document number 2 has no label"),
        (
            [0.5, "much"],
            2,
            "numbers",
            "the label of document number 2 is 'much'; it must be a finite number.",
        ),
        ([0.5, float("inf")], 2, "numbers", "the label of document number 2 is inf; it must be"),
        (["a", "a", "b"], 3, "classes", "class 'b' has one document only, so that it cannot be both learnt"),
        (["a", "a"], 2, "classes", "all documents are labeled 'a'; there must be two classes at least."),
        ([1, 1.0], 2, "numbers", "all documents have the same label; there is nothing to predict."),
    ],
)
def test_labels_that_cannot_be_learnt_are_refused(labels, documents, task, says):
    with pytest.raises(InputError) as caught:
        checked_labels(labels, documents, task=task)
    assert says in str(caught.value)


def test_classes_are_numbered_by_name_and_numbers_are_themselves():
    assert checked_labels([True, False, True, False], 4, task="classes").names == ("False", "True")
    assert checked_labels(["0.5", 1], 2, task="numbers").values.tolist() == [0.5, 1.0]


def test_every_document_is_tested_once_in_each_repeat_and_classes_are_spread():
    labels = checked_labels(["a"] * 20 + ["b"] * 10, 30, task="classes")
    splits = repeated_folds(labels, folds=5, repeats=2, seed=3)
    assert len(splits) == 10
    for repeat in (splits[:5], splits[5:]):
        assert sorted(np.concatenate([test for _, test in repeat])) == list(range(30))
    for train, test in splits:
        assert not set(train) & set(test)
        assert (test < 20).sum() == 4
    again = repeated_folds(labels, folds=5, repeats=2, seed=3)
    assert all(np.array_equal(a, b) for a, b in zip(splits[6], again[6], strict=True))
    assert not np.array_equal(splits[0][1], splits[5][1])


def test_more_folds_than_members_are_refused():
    labels = checked_labels(["a"] * 20 + ["b"] * 3, 23, task="classes")
    with pytest.raises(InputError, match=r"5 folds were asked for, but the smallest class has 3 documents"):
        repeated_folds(labels)
    with pytest.raises(InputError, match=r"5 folds were asked for, but there are 3 documents; choose fewer"):
        repeated_folds(checked_labels([1, 2, 3], 3, task="numbers"))
    with pytest.raises(InputError, match="repeats is 0"):
        repeated_folds(labels, folds=2, repeats=0)


def test_samples_are_shares_of_train_and_the_test_is_always_the_same():
    train, test = np.arange(50, 150), np.arange(50)
    splits = repeated_samples(train, test, share=0.8, repeats=3, seed=1)
    for learnt, tested in splits:
        assert len(np.unique(learnt)) == 80
        assert set(learnt) <= set(train)
        assert np.array_equal(tested, test)
    assert not np.array_equal(splits[0][0], splits[1][0])
    with pytest.raises(InputError, match="share is 0"):
        repeated_samples(train, test, share=0)
    with pytest.raises(InputError, match="repeats is 0"):
        repeated_samples(train, test, repeats=0)
