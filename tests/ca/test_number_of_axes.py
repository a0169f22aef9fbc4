"""How many axes: planted ones are found, chance is not taken for one, and the sentence says why."""

import re

import numpy as np
import polars as pl
import pytest

from ca.r_numbers import counts_of, golden, poison
from firth.association import power
from firth.ca import broken_stick, chance, correspondence, multiple_correspondence, number_of_axes
from firth.ca.nonlinear import nonlinear_correspondence
from firth.errors import InputError


def planted(values, shape=(12, 8), n=1500, seed=0):
    """Counts of a table whose residuals have these singular values."""
    rng = np.random.default_rng(seed)
    masses = [rng.dirichlet(np.full(side, 8)) for side in shape]
    expected = np.outer(*masses)
    vectors = []
    for mass in masses:
        start = np.column_stack([np.sqrt(mass), rng.standard_normal((len(mass), len(values)))])
        vectors.append(np.linalg.qr(start)[0][:, 1:])
    residuals = (vectors[0] * values) @ vectors[1].T
    p = np.maximum(expected + np.sqrt(expected) * residuals, 0.02 * expected)
    return rng.multinomial(n, (p / p.sum()).ravel()).reshape(shape)


def advice_of(table, **options):
    return number_of_axes(correspondence(table), table, **options)


def test_two_planted_axes_are_found():
    found = [advice_of(planted([0.4, 0.3], seed=seed)).recommended for seed in range(10)]
    assert found.count(2) >= 9


def test_no_more_axes_are_found_by_chance_than_the_level_allows():
    tables = [planted([], seed=seed) for seed in range(100)]
    found = [advice_of(table, axes=1, seed=seed).beyond_chance for seed, table in enumerate(tables)]
    assert sum(found) <= 11  # of 100 at 5 %: more has a probability of .4 %


def test_the_axis_after_the_planted_ones_is_found_by_chance_no_more_often_than_that():
    """Against the third axes of tables without association, about half would be found."""
    advices = [advice_of(planted([0.4, 0.3], seed=seed), axes=3, seed=seed) for seed in range(60)]
    assert sum(advice.chance.p_values[2] <= 0.05 for advice in advices) <= 8  # more: 1 %
    assert sum(advice.ranked.p_values[2] <= 0.05 for advice in advices) > 15


@pytest.mark.slow
def test_p_values_are_even_where_there_is_no_association():
    values = [advice_of(planted([], seed=seed), axes=1, seed=seed).chance.p_values[0] for seed in range(300)]
    assert np.allclose(np.quantile(values, [0.05, 0.25, 0.5, 0.75]), [0.05, 0.25, 0.5, 0.75], atol=0.09)


def test_p_values_count_the_table_itself():
    advice = advice_of(counts_of(golden("housetasks")), replicates=39)
    assert advice.replicates == 39
    assert advice.chance.p_values.tolist() == [1 / 40] * 3
    assert (advice.chance.means < advice.chance.limits).all()
    assert np.array_equal(advice.chance.means[:1], advice.ranked.means[:1])


def test_same_bytes_for_any_number_of_threads():
    counts = counts_of(golden("children"))
    analysis = correspondence(counts)
    one, four = (number_of_axes(analysis, counts, seed=3, threads=threads) for threads in (1, 4))
    assert one.to_polars().equals(four.to_polars())
    assert not one.to_polars().equals(number_of_axes(analysis, counts, seed=4).to_polars())
    people = multiple_correspondence(poison())
    one, four = (number_of_axes(people, poison(), threads=threads) for threads in (1, 4))
    assert one.to_polars().equals(four.to_polars())


def test_large_tables_are_compared_sparsely_and_say_the_same(monkeypatch):
    counts = counts_of(golden("author"))
    analysis = correspondence(counts)
    dense = number_of_axes(analysis, counts, axes=4, replicates=30)
    monkeypatch.setattr(chance, "DENSE_CELLS", 0)
    one, four = (number_of_axes(analysis, counts, axes=4, replicates=30, threads=n) for n in (1, 4))
    assert one.to_polars().equals(four.to_polars())
    assert np.allclose(one.chance.means, dense.chance.means, rtol=0.15)
    assert one.recommended == dense.recommended == 3


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("children", "1 axis: the second explains 21.1 %, and PERCENT of tables without any association "
         "beyond the first axis have one as large by chance."),
        ("smoke", "1 axis, though none is beyond chance: the first explains 87.8 %, and PERCENT of tables "
         "without any association have one as large by chance."),
        ("caith", "2 axes: the third explains 0.4 %, and PERCENT of tables without any association beyond "
         "the first two have one as large by chance."),
        ("housetasks", "2 axes: the third is beyond chance too, but explains only 11.4 %, and an average "
         "axis 33.3 %. The broken stick keeps 0."),
        ("author", "3 axes: the fourth to seventh are beyond chance too, but the fourth explains only 7.4 %, "
         "and an average axis 9.1 %. Malinvaud's test keeps 8 and the broken stick keeps 2."),
    ],
)  # fmt: skip
def test_the_reason_is_a_sentence(name, sentence):
    advice = advice_of(counts_of(golden(name)))
    assert re.sub(r"(?<=and )\d+ %(?= of)", "PERCENT", advice.reason).startswith(sentence)
    assert str(advice) == advice.reason
    assert advice.recommended == int(sentence[0])


def test_all_axes_compared_may_not_be_all_there_are():
    counts = counts_of(golden("author"))
    advice = number_of_axes(correspondence(counts, axes=2), counts)
    assert advice.reason.startswith(
        "2 axes: all that were compared are beyond chance, the second with 19.7 %"
    )
    assert advice.possible == 11
    table = planted([0.5], (2, 6))
    assert advice_of(table).reason == "1 axis: all there are, and beyond chance."


def test_records_are_compared_above_the_mean_of_their_axes_with_adjusted_shares():
    analysis = multiple_correspondence(poison())
    advice = number_of_axes(analysis, poison())
    assert advice.recommended == 1
    assert len(advice.inertias) == len(analysis.adjusted_inertias) == advice.possible
    assert np.allclose(advice.inertias, analysis.indicator_values[: len(advice.inertias)] ** 2)
    assert np.allclose(advice.shares, analysis.greenacre_shares)
    assert advice.malinvaud is None
    assert "records without any association beyond the first axis" in advice.reason
    part = analysis.benzecri_shares.sum() * advice.shares.sum()
    assert np.allclose(advice.broken_stick, part * broken_stick(4))
    fewer = number_of_axes(multiple_correspondence(poison(), axes=2), poison())
    assert np.allclose(fewer.broken_stick, advice.broken_stick)
    assert fewer.reason == advice.reason


def test_every_version_of_inertia_gets_the_same_advice():
    whole = number_of_axes(multiple_correspondence(poison()), poison())
    for inertia in ("indicator", "burt", "adjusted", "joint"):
        other = number_of_axes(multiple_correspondence(poison(), inertia=inertia), poison())
        assert other.reason == whole.reason
        assert np.allclose(other.shares, whole.shares)


def latent(records, variables, strength, seed):
    rng = np.random.default_rng(seed)
    traits = rng.standard_normal((records, 2))
    return pl.DataFrame(
        {
            f"v{q}": (strength * traits @ rng.standard_normal((2, 3)) + rng.gumbel(size=(records, 3)))
            .argmax(axis=1)
            .astype(str)
            for q in range(variables)
        }
    )


def test_two_traits_behind_the_answers_are_found_and_chance_is_not():
    found = []
    for seed in range(10):
        data = latent(500, 10, 0.9, seed)
        found.append(number_of_axes(multiple_correspondence(data), data).beyond_chance)
    assert found.count(2) >= 8
    none = [latent(400, 8, 0.0, seed) for seed in range(60)]
    beyond = [number_of_axes(multiple_correspondence(data), data, axes=1).beyond_chance for data in none]
    assert sum(beyond) <= 8


def test_frequencies_are_the_records_they_stand_for():
    data = latent(60, 5, 1.5, 0)
    times = np.random.default_rng(0).integers(1, 6, 60)
    long = data[np.repeat(np.arange(60), times)]
    short = number_of_axes(multiple_correspondence(data, weights=times), data)
    assert short.reason == number_of_axes(multiple_correspondence(long), long).reason


def test_survey_weights_find_no_more_by_chance():
    beyond = []
    for seed in range(60):
        data, weights = latent(300, 6, 0.0, seed), np.random.default_rng(seed).gamma(2, 0.5, 300)
        beyond.append(
            number_of_axes(multiple_correspondence(data, weights=weights), data, axes=1).beyond_chance
        )
    assert sum(beyond) <= 8


def test_without_replicates_the_average_axis_decides():
    advice = advice_of(counts_of(golden("housetasks")), replicates=0)
    assert (advice.recommended, advice.chance, advice.beyond_chance) == (2, None, None)
    assert "nothing was compared with chance" in advice.reason
    assert "chance_p_value" not in advice.to_polars().columns


def test_cells_that_are_no_counts_are_not_compared_with_chance():
    assert advice_of(counts_of(golden("housetasks")).matrix.toarray() / 3).chance is None


def test_what_the_other_criteria_say_stands_in_the_frame():
    frame = advice_of(counts_of(golden("housetasks"))).to_polars()
    assert frame["malinvaud_df"].to_list() == [36, 22, 10]
    assert np.allclose(frame["broken_stick"], broken_stick(3))
    assert np.allclose(frame["chance_95_share"], frame["chance_95"] / frame["inertia"] * frame["share"])


def test_some_rows_only_are_compared_with_those_rows_of_tables_of_the_same_margins():
    counts = counts_of(golden("housetasks"))
    advice = number_of_axes(correspondence(counts, rows=counts.rows.tokens[:6]), counts)
    assert advice.malinvaud is None
    assert (advice.chance.limits < advice.inertias[0]).all()


def test_what_cannot_be_compared_is_refused():
    counts = counts_of(golden("smoke"))
    analysis = correspondence(counts)
    with pytest.raises(InputError, match="axes is 0"):
        number_of_axes(analysis, counts, axes=0)
    with pytest.raises(InputError, match="replicates is -1"):
        number_of_axes(analysis, counts, replicates=-1)
    with pytest.raises(InputError, match="non-linear"):
        number_of_axes(nonlinear_correspondence(counts, function=power(0.5)), counts)


def test_more_than_can_be_dealt_is_refused_with_the_way_out(monkeypatch):
    data, many = latent(60, 5, 1.0, 0), np.full(60, 1_000_000)
    people = multiple_correspondence(data, weights=many)
    with pytest.raises(InputError, match="replicates=0"):
        number_of_axes(people, data)
    assert number_of_axes(people, data, replicates=0).chance is None
    counts = counts_of(golden("author"))
    monkeypatch.setattr(chance, "DENSE_CELLS", 0)
    monkeypatch.setattr(chance, "MOST_UNITS", 1000)
    with pytest.raises(InputError, match="replicates=0"):
        number_of_axes(correspondence(counts), counts)
