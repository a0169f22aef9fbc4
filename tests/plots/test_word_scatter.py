import numpy as np
import pytest

from firth.plots import word_scatter
from firth.plots.word_scatter import principal_plane
from plots.words import GROUPS, PETS_AND_FOODS, embedding_of, legend_of, texts_of


def drawn(figure):
    """All points, in the order of the words."""
    return np.vstack([cloud.get_offsets() for cloud in figure.axes[0].collections])


def test_points_are_the_principal_components_of_the_unit_vectors():
    unit = np.array([[1, 0, 0], [0.6, 0.8, 0], [0, 0, 1], [0, -np.sqrt(0.5), np.sqrt(0.5)]])
    values, axes = np.linalg.eigh(np.cov(unit.T))
    expected = (unit - unit.mean(axis=0)) @ axes[:, ::-1][:, :2]
    expected *= np.sign(expected[np.abs(expected).argmax(axis=0), [0, 1]])
    figure = word_scatter(PETS_AND_FOODS, GROUPS)
    np.testing.assert_allclose(drawn(figure), expected, atol=1e-7)
    shares = 100 * values[::-1] / values.sum()
    ax = figure.axes[0]
    assert ax.get_xlabel() == f"Component 1 ({shares[0]:.1f} % of the variance)"
    assert ax.get_ylabel() == f"Component 2 ({shares[1]:.1f} % of the variance)"


def test_the_plane_is_that_of_the_svd():
    vectors = np.random.default_rng(0).normal(size=(7, 5))
    left, values, _ = np.linalg.svd(vectors - vectors.mean(axis=0))
    plane = principal_plane(vectors)
    np.testing.assert_allclose(np.abs(plane.points), np.abs(left[:, :2] * values[:2]), atol=1e-9)
    np.testing.assert_allclose(plane.shares, values[:2] ** 2 / (values**2).sum())
    largest = plane.points[np.abs(plane.points).argmax(axis=0), [0, 1]]
    assert (largest > 0).all()


def test_words_equally_far_out_are_told_apart_by_their_order():
    assert principal_plane(np.array([[0.1, 0.7], [0.3, -0.2]])).points[0, 0] > 0
    assert principal_plane(np.array([[0.3, -0.2], [0.1, 0.7]])).points[0, 0] > 0


@pytest.mark.parametrize(
    "vectors", [{"cat": [1, 2]}, {"cat": [1, 2], "dog": [2, 4]}, {"cat": [0, 0], "dog": [0, 0]}]
)
def test_words_without_any_spread_lie_in_the_middle(vectors):
    figure = word_scatter(embedding_of(**vectors), {"pets": list(vectors)})
    assert not drawn(figure).any()
    assert set(vectors) <= set(texts_of(figure.axes[0]))
    assert figure.axes[0].get_xlabel() == "Component 1 (0.0 % of the variance)"


def test_one_dimension_makes_a_line():
    figure = word_scatter(embedding_of(cat=[1], dog=[-2], pig=[3]), {"pets": ["cat", "dog", "pig"]})
    np.testing.assert_allclose(drawn(figure), [[-2 / 3, 0], [4 / 3, 0], [-2 / 3, 0]], atol=1e-9)


def test_each_group_has_a_color_and_a_name_in_the_legend():
    ax = word_scatter(PETS_AND_FOODS, GROUPS).axes[0]
    colors = [tuple(cloud.get_facecolor()[0]) for cloud in ax.collections]
    assert len(set(colors)) == 2
    assert legend_of(ax) == ["pets", "foods"]
    assert not legend_of(word_scatter(PETS_AND_FOODS, {"pets": ["cat", "dog"]}).axes[0])


def test_labels_belong_to_their_points_in_the_color_of_their_group():
    figure = word_scatter(PETS_AND_FOODS, GROUPS)
    labels = {text.get_text(): text for text in figure.axes[0].texts}
    for word, point in zip(("cat", "dog", "bread", "soup"), drawn(figure), strict=True):
        assert labels[word].xy == pytest.approx(point)
    assert labels["cat"].get_color() == labels["dog"].get_color() != labels["soup"].get_color()


def test_means_unknown_words_and_title_stand_above():
    groups = {"pets": ["cat", "dog", "unicorn"], "foods": ["bread"]}
    texts = texts_of(word_scatter(PETS_AND_FOODS, groups, title="A $title").axes[0])
    assert texts[-1] == "A $title"
    assert texts[-2] == (
        "mean cosine within groups 0.600, between groups 0.000, difference 0.600 · 1 unknown word"
    )


def test_labels_without_room_are_counted():
    words = [f"a very long word indeed {i}" for i in range(90)]
    vectors = embedding_of(**{word: [1, place % 3] for place, word in enumerate(words)})
    figure = word_scatter(vectors, {"all": words})
    shown = len(set(words) & set(texts_of(figure.axes[0])))
    assert shown < 90
    assert f"no room for {90 - shown} labels" in texts_of(figure.axes[0])[-1]


def test_axes_of_a_figure_at_hand_are_used():
    from matplotlib.figure import Figure

    figure = Figure()
    ax = figure.add_subplot()
    assert word_scatter(PETS_AND_FOODS, GROUPS, ax=ax) is figure
    assert len(ax.collections) == 2
