import numpy as np
import pytest

from firth.errors import InputError
from firth.plots import word_heatmap
from plots.words import GROUPS, PETS_AND_FOODS, embedding_of, legend_of, texts_of


def cells(figure):
    return np.asarray(figure.axes[0].images[0].get_array())


def test_rows_are_the_unit_vectors_of_the_words():
    figure = word_heatmap(PETS_AND_FOODS, GROUPS)
    half = np.sqrt(0.5)
    np.testing.assert_allclose(
        cells(figure), [[1, 0, 0], [0.6, 0.8, 0], [0, 0, 1], [0, -half, half]], atol=1e-7
    )
    ax = figure.axes[0]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["cat", "dog", "bread", "soup"]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "2", "3"]


def test_colors_are_centered_at_zero_and_reach_to_all_but_one_in_a_hundred():
    assert word_heatmap(PETS_AND_FOODS, GROUPS).axes[0].images[0].get_clim() == (-1, 1)
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(10, 100))
    figure = word_heatmap(embedding_of(**{f"w{i}": row for i, row in enumerate(vectors)}),
                          {"all": [f"w{i}" for i in range(10)]})  # fmt: skip
    low, high = figure.axes[0].images[0].get_clim()
    assert low == -high
    assert np.count_nonzero(np.abs(cells(figure)) > high) in (9, 10)


def test_zero_vectors_alone_are_white():
    figure = word_heatmap(PETS_AND_FOODS, {"none": ["void"]})
    image = figure.axes[0].images[0]
    red, green, blue, _ = image.cmap(image.norm(0.0))
    assert min(red, green, blue) > 0.95
    assert not cells(figure).any()


def test_a_line_stands_between_the_groups():
    ax = word_heatmap(PETS_AND_FOODS, {"a": ["cat", "dog", "bread"], "b": ["soup"]}).axes[0]
    assert [line.get_ydata()[0] for line in ax.lines] == [2.5]
    assert legend_of(ax) == ["a", "b"]
    assert texts_of(ax)[0].startswith("mean cosine within groups 0.200, between groups ")


def test_the_order_by_difference_begins_where_the_first_group_is_larger():
    figure = word_heatmap(PETS_AND_FOODS, GROUPS, order="difference")
    unit = cells(word_heatmap(PETS_AND_FOODS, GROUPS))
    difference = unit[:2].mean(axis=0) - unit[2:].mean(axis=0)
    expected = sorted(range(3), key=lambda column: -difference[column])
    assert [tick.get_text() for tick in figure.axes[0].get_xticklabels()] == [str(c + 1) for c in expected]
    np.testing.assert_array_equal(cells(figure), unit[:, expected])
    assert figure.axes[0].get_xlabel() == "dimensions, by the mean of pets minus the mean of foods"


def test_many_dimensions_are_numbered_sparsely():
    vectors = embedding_of(cat=np.arange(300.0), dog=np.ones(300))
    ax = word_heatmap(vectors, {"pets": ["cat", "dog"]}).axes[0]
    assert [tick.get_text() for tick in ax.get_xticklabels()][:2] == ["20", "40"]
    assert ax.get_xticks()[0] == 19


def test_refusals():
    with pytest.raises(InputError, match=r"^there is no order 'size'; choose one of axis, difference\.$"):
        word_heatmap(PETS_AND_FOODS, GROUPS, order="size")
    with pytest.raises(
        InputError, match=r"^the order 'difference' compares two groups, not 1; choose 'axis'\.$"
    ):
        word_heatmap(PETS_AND_FOODS, {"pets": ["cat"]}, order="difference")
