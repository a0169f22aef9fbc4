import numpy as np
import pytest
from scipy import stats

from firth.errors import InputError
from firth.evaluate.resampling import (
    Resampling,
    interval_of,
    p_value,
    resampled_mean,
    resampled_spearman,
)
from reference import slow_bootstrap as slow


@pytest.fixture
def scores():
    """Forty human scores with many ties, and similarities with a few."""
    rng = np.random.default_rng(3)
    people = rng.integers(0, 6, 40).astype(float)
    return people, np.round(people + rng.normal(scale=3, size=40), 1)


def drawn(resampling, name="set", items=40):
    return np.concatenate(list(resampling.draws(name, items)))


def test_every_resample_draws_as_many_items_as_there_are():
    counts = drawn(Resampling(50), items=7)
    assert counts.shape == (50, 7)
    assert (counts.sum(axis=1) == 7).all()


def test_items_are_drawn_with_equal_chances_and_with_replacement():
    counts = drawn(Resampling(20_000), items=10)
    assert counts.mean(axis=0) == pytest.approx(1, abs=0.03)
    assert counts.var() == pytest.approx(1 - 1 / 10, abs=0.02)  # of a multinomial with ten draws


def test_draws_are_those_of_the_seed_and_the_name_however_many_are_drawn_at_once(monkeypatch):
    before = drawn(Resampling(30))
    monkeypatch.setattr("firth.evaluate.resampling._DRAWN_AT_ONCE", 1)
    np.testing.assert_array_equal(drawn(Resampling(30)), before)
    assert not np.array_equal(drawn(Resampling(30, seed=1)), before)
    assert not np.array_equal(drawn(Resampling(30), name="other"), before)


def test_spearman_within_resamples_is_that_of_the_slow_twin(scores):
    people, similarities = scores
    resampling = Resampling(60)
    expected = [
        slow.spearman(slow.repeated(people, counts), slow.repeated(similarities, counts))
        for counts in drawn(resampling)
    ]
    found = resampled_spearman(people, similarities, resampling.draws("set", 40))
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_spearman_within_resamples_is_scipys(scores):
    people, similarities = scores
    counts = drawn(Resampling(1))[0].astype(int)
    again = np.repeat(np.arange(40), counts)
    found = resampled_spearman(people, similarities, Resampling(1).draws("set", 40))
    assert found[0] == pytest.approx(stats.spearmanr(people[again], similarities[again]).statistic)


def test_a_resample_of_one_item_many_times_has_no_correlation():
    one_item_twice = iter([np.array([[2.0, 0.0], [1.0, 1.0]])])
    found = resampled_spearman(np.array([1.0, 2.0]), np.array([5.0, 7.0]), one_item_twice)
    assert np.isnan(found[0])
    assert found[1] == 1.0


def test_the_mean_within_resamples_is_that_of_the_slow_twin():
    values, resampling = np.array([1.0, 0, 0, 1, 0.25]), Resampling(40)
    expected = [sum(slow.repeated(values, counts)) / 5 for counts in drawn(resampling, items=5)]
    np.testing.assert_allclose(resampled_mean(values, resampling.draws("set", 5)), expected)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95])
def test_intervals_are_percentiles(level):
    values = np.random.default_rng(0).normal(size=333)
    low, high = interval_of(values, level)
    assert low == pytest.approx(slow.percentile(values, (1 - level) / 2))
    assert high == pytest.approx(slow.percentile(values, (1 + level) / 2))


def test_resamples_without_a_score_do_not_move_the_interval():
    values = np.random.default_rng(0).normal(size=100)
    assert interval_of(np.append(values, np.nan), 0.9) == interval_of(values, 0.9)
    assert interval_of(np.array([np.nan]), 0.9) is None


def test_p_is_that_of_the_slow_twin():
    rng = np.random.default_rng(0)
    for centre in (-2, -0.5, 0, 1):
        differences = rng.normal(centre, size=499)
        assert p_value(differences) == pytest.approx(slow.p_value(differences))


def test_p_of_no_difference_at_all_is_1_and_never_0():
    assert p_value(np.zeros(999)) == 1.0
    assert p_value(np.ones(999)) == 2 / 1000


def test_where_p_is_small_the_interval_leaves_0_out():
    rng = np.random.default_rng(5)
    small = 0
    for centre in np.linspace(1.5, 2.5, 21):
        differences = rng.normal(centre, size=999)
        if p_value(differences) < 0.05:
            small += 1
            assert interval_of(differences, 0.95).low > 0
    assert 5 < small < 16


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"resamples": -1}, "resamples is -1"), ({"seed": -1}, "seed is -1"), ({"level": 95}, "level is 95")],
)
def test_what_cannot_be_drawn_is_refused(wrong, said):
    with pytest.raises(InputError, match=said):
        Resampling(**wrong)
