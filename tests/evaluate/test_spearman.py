import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from firth.evaluate import average_ranks, spearman


def test_ranks_of_ties_by_hand():
    assert average_ranks(np.array([3.0, 1.0, 3.0, 3.0, 2.0])).tolist() == [4, 1, 4, 4, 2]


def test_correlation_with_ties_by_hand():
    # ranks 1, 2.5, 2.5, 4 and 1, 3, 2, 4: Σ products of deviations 4.5, squares 4.5 and 5.
    found = spearman(np.array([1, 2, 2, 3]), np.array([1, 3, 2, 4]))
    assert found == pytest.approx(4.5 / np.sqrt(4.5 * 5))


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(-1, 1)), min_size=2, max_size=40))
def test_agrees_with_scipy(pairs):
    x, y = (np.array(side, dtype=float) for side in zip(*pairs, strict=True))
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert spearman(x, y) is None
    else:
        assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-12)


@pytest.mark.parametrize("length", [0, 1, 3])
def test_what_does_not_vary_has_no_correlation(length):
    assert spearman(np.ones(length), np.arange(length)) is None
