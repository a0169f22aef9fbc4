import numpy as np
import pytest
from scipy import stats

from firth.errors import InputError
from firth_papers.random_cosines import cosine_density, random_cosines


@pytest.mark.parametrize("dim", [3, 4, 10, 300])
def test_the_density_is_that_of_a_beta_variable_stretched_to_the_cosines(dim):
    cosines = np.linspace(-0.999, 0.999, 101)
    half = (dim - 1) / 2  # (x + 1) / 2 is Beta((d − 1)/2, (d − 1)/2)
    expected = stats.beta.pdf((cosines + 1) / 2, half, half) / 2
    np.testing.assert_allclose(cosine_density(cosines, dim), expected, rtol=1e-9)


@pytest.mark.parametrize("dim", [3, 50, 100])
def test_the_density_has_area_1_and_variance_1_over_d(dim):
    cosines = np.linspace(-1, 1, 200_001)
    density = cosine_density(cosines, dim)
    assert np.trapezoid(density, cosines) == pytest.approx(1, rel=1e-8)
    assert np.trapezoid(cosines**2 * density, cosines) == pytest.approx(1 / dim, rel=1e-8)


def test_areas_of_random_pairs_follow_the_lines():
    dims, pairs = (3, 10, 100), 20_000
    ax = random_cosines(dims, pairs=pairs).axes[0]
    for dim, area in zip(dims, ax.patches, strict=True):
        heights, edges, _ = area.get_data()
        wide = edges[1] - edges[0]
        expected = pairs * wide * cosine_density((edges[:-1] + edges[1:]) / 2, dim)
        counted = pairs * wide * heights
        assert counted.sum() == pytest.approx(pairs)
        enough = expected > 20
        assert (((counted - expected) ** 2 / expected)[enough]).mean() < 1.5  # χ² of each bin is about 1


def test_each_dimension_has_its_line():
    ax = random_cosines((3, 300), pairs=100, seed=4).axes[0]
    assert [line.get_label() for line in ax.lines] == ["3 dimensions", "300 dimensions"]
    assert np.allclose(ax.lines[0].get_ydata(), 0.5)


def test_another_seed_makes_other_pairs():
    one, two, same = (
        random_cosines((10,), pairs=500, seed=seed).axes[0].patches[0].get_data().values for seed in (0, 1, 0)
    )
    assert not np.array_equal(one, two)
    assert np.array_equal(one, same)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"dims": ()}, r"^dims is \[\]; give dimensions of at least 2"),
        ({"dims": (3, 1)}, r"^dims is \[3, 1\]; "),
        ({"pairs": 0}, r"^pairs is 0; "),
    ],
)
def test_refusals_say_what_to_do(arguments, message):
    with pytest.raises(InputError, match=message):
        random_cosines(**arguments)
