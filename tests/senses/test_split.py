import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from firth.errors import InputError
from firth.senses.split import ONE, parts_of, whole_memberships

SCORES = arrays.arrays(
    np.float64,
    st.tuples(st.integers(1, 20), st.integers(1, 12)),
    elements=st.floats(0, 1e300, allow_subnormal=True),
)


@given(SCORES, st.data())
def test_parts_sum_to_the_row_to_the_last_bit_and_none_is_negative(scores, data):
    weights = data.draw(
        arrays.arrays(np.float32, len(scores), elements=st.floats(0, 100, width=32, allow_subnormal=False))
    )
    memberships = whole_memberships(scores)
    parts = parts_of(weights, memberships)
    assert (memberships.sum(axis=1, dtype=int) == ONE).all()
    assert (parts >= 0).all()
    assert (parts.sum(axis=1) == weights).all()


@given(SCORES)
def test_memberships_are_within_one_unit_of_the_scores_brought_to_sum_one(scores):
    with np.errstate(over="ignore"):
        sums = scores.sum(axis=1, keepdims=True)
    usable = np.isfinite(sums[:, 0]) & (sums[:, 0] > 1e-200)
    exact = scores[usable] / sums[usable]
    assert (np.abs(whole_memberships(scores)[usable] / ONE - exact) <= 1.01 / ONE).all()


def test_a_context_of_no_sense_is_shared_equally():
    assert whole_memberships(np.zeros((1, 4))).tolist() == [[ONE // 4] * 4]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -1.0])
def test_scores_that_are_no_memberships_are_refused(bad):
    with pytest.raises(InputError, match="0 or more"):
        whole_memberships(np.array([[1.0, bad]]))
