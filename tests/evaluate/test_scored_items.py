import numpy as np
import pytest
from scipy import stats

from firth.evaluate import Resampling, Sample, paired_difference
from firth.evaluate.scored_items import pooled_interval, pooled_score
from reference import slow_bootstrap as slow


def noisy(rng, n, noise, people=None, name="set", resampling=None):
    """A set of pairs whose similarities are what people say and noise."""
    people = rng.normal(size=n) if people is None else people
    values = people + rng.normal(scale=noise, size=n)
    return Sample(name, values, np.ones(n, dtype=bool), people, resampling or Resampling())


def spearman(x, y):
    return stats.spearmanr(x, y).statistic


def test_the_interval_of_spearman_is_scipys_but_for_chance():
    sample = noisy(np.random.default_rng(0), 200, 1, resampling=Resampling(2000))
    theirs = stats.bootstrap(
        (sample.people, sample.values),
        spearman,
        n_resamples=2000,
        paired=True,
        vectorized=False,
        method="percentile",
        rng=np.random.default_rng(1),
    ).confidence_interval
    np.testing.assert_allclose(pooled_interval([sample]), theirs, atol=0.01)


def test_the_interval_of_a_difference_is_scipys_but_for_chance():
    rng = np.random.default_rng(0)
    first = noisy(rng, 200, 1, resampling=Resampling(2000))
    second = noisy(rng, 200, 1.3, first.people, resampling=Resampling(2000))

    def difference(people, ours, theirs):
        return spearman(people, ours) - spearman(people, theirs)

    theirs = stats.bootstrap(
        (first.people, first.values, second.values),
        difference,
        n_resamples=2000,
        paired=True,
        vectorized=False,
        method="percentile",
        rng=np.random.default_rng(1),
    ).confidence_interval
    found = paired_difference([first], [second])
    np.testing.assert_allclose(found.interval, theirs, atol=0.01)
    assert found.value == pytest.approx(difference(first.people, first.values, second.values))


def test_the_interval_of_an_accuracy_is_that_of_a_binomial():
    # A share of 40 right answers out of 100, resampled, is a binomial with p = 0.4 over 100.
    right = np.arange(100) < 40
    sample = Sample("q", right.astype(float), np.ones(100, dtype=bool), resampling=Resampling(20_000))
    expected = stats.binom(100, 0.4).ppf([0.025, 0.975]) / 100
    np.testing.assert_allclose(pooled_interval([sample]), expected, atol=0.011)


def test_questions_are_resampled_within_their_section():
    # All right in one section and all wrong in the other: no resample can change the share.
    right = Sample("a", np.ones(30), np.ones(30, dtype=bool))
    wrong = Sample("b", np.zeros(10), np.ones(10, dtype=bool))
    assert pooled_interval([right, wrong]) == (0.75, 0.75)


def test_the_mean_over_tests_varies_as_independent_tests_do():
    rng = np.random.default_rng(0)
    sets = [noisy(rng, 200, 1, name=f"set {i}") for i in range(9)]
    spread = np.mean([np.std(sample.resampled) for sample in sets]) / 3  # of the mean of nine
    low, high = pooled_interval(sets, "tests")
    assert (high - low) / (2 * 1.96) == pytest.approx(spread, rel=0.1)
    assert pooled_score(sets, "tests") == pytest.approx(np.mean([sample.score for sample in sets]))


def test_intervals_cover_the_truth_about_as_often_as_they_say():
    rng = np.random.default_rng(0)
    truth = 6 / np.pi * np.arcsin(1 / np.sqrt(2) / 2)  # Spearman of a normal pair with correlation 1/√2
    inside = 0
    for number in range(300):
        low, high = pooled_interval([noisy(rng, 120, 1, name=str(number), resampling=Resampling(300))])
        inside += low <= truth <= high
    assert 0.91 < inside / 300 < 0.98


def test_under_the_null_p_is_about_uniform():
    # Two embeddings that are equally good, 400 times over.
    rng = np.random.default_rng(0)
    found = []
    for number in range(400):
        first = noisy(rng, 100, 1, name=str(number), resampling=Resampling(300))
        second = noisy(rng, 100, 1, first.people, name=str(number), resampling=Resampling(300))
        found.append(paired_difference([first], [second]).p)
    assert stats.kstest(found, "uniform").pvalue > 0.05
    assert 0.02 < np.mean(np.array(found) < 0.05) < 0.08


def test_a_true_difference_is_found():
    rng = np.random.default_rng(0)
    first = noisy(rng, 500, 0.7)
    second = noisy(rng, 500, 1.5, first.people)
    found = paired_difference([first], [second])
    assert found.p < 0.01
    assert found.interval.low > 0
    back = paired_difference([second], [first])
    assert back.value == -found.value
    assert back.interval == pytest.approx((-found.interval.high, -found.interval.low))
    assert back.p == found.p


def test_pairing_makes_the_interval_narrower_than_two_intervals_apart():
    rng = np.random.default_rng(0)
    first = noisy(rng, 300, 1)
    second = Sample("set", first.values + rng.normal(scale=0.1, size=300), first.scored, first.people)
    low, high = paired_difference([first], [second]).interval
    own_low, own_high = pooled_interval([first])
    assert high - low < (own_high - own_low) / 3


def test_the_same_embedding_does_not_differ_from_itself():
    sample = noisy(np.random.default_rng(0), 50, 1)
    assert paired_difference([sample], [sample]) == (0.0, (0.0, 0.0), 1.0)


def test_differences_are_on_items_that_both_are_scored_on():
    people = np.arange(12.0)
    half, other = people < 8, people > 3
    first = Sample("set", people, half, people)
    second = Sample("set", -people, other, people)
    assert paired_difference([first], [second]) is None  # four items are too few
    second = Sample("set", -people, people > 1, people)
    assert paired_difference([first], [second]).value == 2.0
    assert first.within(second.scored).size == 6


def test_tests_without_a_score_take_no_part():
    sample = noisy(np.random.default_rng(0), 50, 1)
    flat = Sample("flat", np.zeros(50), np.ones(50, dtype=bool), np.arange(50.0))
    assert flat.score is None
    assert pooled_score([sample, flat], "tests") == sample.score
    assert pooled_interval([sample, flat], "tests") == pooled_interval([sample])
    assert paired_difference([flat], [sample]) is None
    assert pooled_score([flat]) is None


@pytest.mark.parametrize(("items", "resamples"), [(4, 1000), (50, 0)])
def test_no_interval_of_few_items_or_of_no_resamples(items, resamples):
    sample = noisy(np.random.default_rng(0), items, 1, resampling=Resampling(resamples))
    assert pooled_interval([sample]) is None
    assert paired_difference([sample], [sample]) is None


def test_the_same_seed_gives_the_same_interval():
    sample = noisy(np.random.default_rng(0), 50, 1)
    again = noisy(np.random.default_rng(0), 50, 1)
    other = noisy(np.random.default_rng(0), 50, 1, resampling=Resampling(seed=1))
    assert pooled_interval([sample]) == pooled_interval([again]) != pooled_interval([other])


def test_the_paired_difference_of_a_mean_is_that_of_the_slow_twin():
    rng = np.random.default_rng(4)
    resampling = Resampling(80, level=0.9)
    ours = [noisy(rng, n, 1, name=str(n), resampling=resampling) for n in (12, 30)]
    theirs = [noisy(rng, len(a.values), 2, a.people, name=a.name, resampling=resampling) for a in ours]
    theirs[0].scored[[2, 5]] = False  # two items of the first set are unknown to the second embedding
    by_set = []
    for a, b in zip(ours, theirs, strict=True):
        people, first, second = (values[b.scored] for values in (a.people, a.values, b.values))
        by_set.append(
            [
                slow.spearman(slow.repeated(people, counts), slow.repeated(first, counts))
                - slow.spearman(slow.repeated(people, counts), slow.repeated(second, counts))
                for block in resampling.draws(a.name, len(people))
                for counts in block
            ]
        )
    differences = [sum(pair) / 2 for pair in zip(*by_set, strict=True)]
    found = paired_difference(ours, theirs, "tests")
    assert found.interval == pytest.approx([slow.percentile(differences, share) for share in (0.05, 0.95)])
    assert found.p == pytest.approx(slow.p_value(differences))
