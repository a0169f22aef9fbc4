"""Gaps and rare categories of records become what was asked for, and nothing is drawn at random."""

from __future__ import annotations

import numpy as np
import pytest

from firth.counting.gaps import coded_records, record_weights
from firth.errors import InputError

DRINKS = {"drink": ["tea", "tea", "milk", None, "mate", "tea", "milk", "tea", None, "cola"]}


def as_text(coded) -> str:
    codes, names = coded.columns["drink"]
    return " ".join(names[code] for code in codes)


def test_gaps_may_be_a_category():
    coded = coded_records(DRINKS, missing="category")
    assert as_text(coded) == "tea tea milk missing mate tea milk tea missing cola"
    assert coded.passive == ()


def test_dropped_records_take_their_weights_and_their_categories_along():
    coded = coded_records({**DRINKS, "meal": [*"aaaaaaaaa", None]}, missing="drop", weights=np.arange(10))
    assert coded.kept.tolist() == [0, 1, 2, 4, 5, 6, 7]
    assert coded.weights.tolist() == [0, 1, 2, 4, 5, 6, 7]
    assert coded.columns["drink"].names == ("tea", "milk", "mate")


def test_rare_categories_are_gathered():
    coded = coded_records(DRINKS, missing="category", rare=0.15)
    assert as_text(coded) == "tea tea milk missing other tea milk tea missing other"


def test_passive_gaps_are_not_gathered_with_rare_categories():
    coded = coded_records(DRINKS, missing="passive", rare=0.25)
    assert as_text(coded) == "tea tea other missing other tea other tea missing other"
    assert coded.passive == ("drink:missing",)


def test_passive_gaps_and_passive_rare_categories_are_named_once():
    coded = coded_records(DRINKS, missing="passive", rare=0.25, rare_as="passive")
    assert coded.passive == ("drink:missing", "drink:milk", "drink:mate", "drink:cola")


def test_what_is_rare_is_a_share_of_the_weights():
    weights = [1, 1, 1, 1, 9, 1, 1, 1, 1, 9]
    coded = coded_records(DRINKS, missing="category", rare=0.2, weights=weights)
    assert set(as_text(coded).split()) == {"mate", "cola", "other"}


def test_weights_that_are_not_as_many_as_records_are_refused():
    with pytest.raises(InputError, match="2 weights were given for 10 records"):
        coded_records(DRINKS, missing="category", rare=0.2, weights=[1, 2])


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ([1, 2], "2 weights were given for 3 records"),
        ([1, -2, 1], "the weight of record 2 is -2"),
        ([1, 1, np.nan], "the weight of record 3 is nan"),
        ([0, 0, 0], "all weights are zero"),
        ([0.5, 0.3, 0.2], "the weights add up to 1, .* multiply shares by the number of cases, such as 3"),
    ],
)
def test_bad_weights_are_refused(weights, sentence):
    with pytest.raises(InputError, match=sentence):
        record_weights(weights, 3)


@pytest.mark.parametrize("choice", [{"missing": "pasive"}, {"rare_as": "drop", "rare": 0.1}])
def test_what_is_no_choice_is_refused(choice):
    with pytest.raises(InputError, match="it must be one of"):
        coded_records({"drink": ["tea", None, "milk"]}, **choice)
