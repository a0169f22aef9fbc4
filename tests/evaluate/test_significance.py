"""P-values: Welch's are scipy's, and the paired one counts all ways to turn signs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import permutation_test, ttest_1samp, ttest_ind

from firth.evaluate.significance import ScoreSummary, paired_p, welch_p


@pytest.mark.parametrize("runs", [(50, 50), (3, 9)])
def test_welchs_p_value_is_scipys(runs):
    rng = np.random.default_rng(0)
    first, second = rng.normal(0, 1, runs[0]), rng.normal(0.4, 3, runs[1])
    expected = ttest_ind(first, second, equal_var=False).pvalue
    assert welch_p(ScoreSummary.of(first), ScoreSummary.of(second)) == pytest.approx(expected, rel=1e-10)


def test_runs_that_never_differ_have_a_p_value_too():
    assert welch_p(ScoreSummary.of([0.5] * 4), ScoreSummary.of([0.5] * 4)) == 1
    assert welch_p(ScoreSummary.of([0.5] * 4), ScoreSummary.of([0.6] * 4)) == 0
    runs = [0.1, 0.2, 0.4]
    assert welch_p(ScoreSummary.of(runs), ScoreSummary.of([0.5] * 5)) == pytest.approx(
        ttest_1samp(runs, 0.5).pvalue
    )


def test_the_paired_p_value_is_that_of_all_signs():
    gaps = [3.0, -1.0, 2.5, 0.5, 4.0, -0.2]
    expected = permutation_test(
        (gaps, np.zeros(6)), lambda x, y: np.mean(x - y), permutation_type="samples", n_resamples=np.inf
    ).pvalue
    assert paired_p(gaps) == pytest.approx(expected)
