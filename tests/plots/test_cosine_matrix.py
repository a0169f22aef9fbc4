import numpy as np
import pytest

from firth.errors import InputError
from firth.plots import cosine_matrices, cosine_matrix, save_figure, word_cosines, word_heatmap, word_scatter
from plots.words import COSINES, GROUPS, HALF, PETS_AND_FOODS, embedding_of, legend_of, texts_of


def cells(ax):
    return np.asarray(ax.images[0].get_array())


def row_names(ax):
    return [tick.get_text() for tick in ax.get_yticklabels()]


def panels_of(figure):
    return [ax for ax in figure.axes if ax.images]


def test_cells_are_the_cosines():
    ax = cosine_matrix(PETS_AND_FOODS, GROUPS).axes[0]
    np.testing.assert_allclose(cells(ax), COSINES, atol=1e-7)
    assert row_names(ax) == ["cat", "dog", "bread", "soup"]
    printed = texts_of(ax)[:16]
    assert printed[:8] == ["1.00", "0.60", "0.00", "0.00", "0.60", "1.00", "0.00", "−0.57"]


def test_colors_go_from_minus_one_to_one_even_without_negative_cosines():
    ax = cosine_matrix(PETS_AND_FOODS, {"pets": ["cat", "dog"]}).axes[0]
    assert ax.images[0].get_clim() == (-1, 1)
    red, green, blue, _ = ax.images[0].cmap(0.5)
    assert min(red, green, blue) > 0.95


def test_lines_stand_between_the_groups_in_both_directions():
    ax = cosine_matrix(PETS_AND_FOODS, {"a": ["cat"], "b": ["dog", "bread"], "c": ["soup"]}).axes[0]
    across = [line.get_ydata()[0] for line in ax.lines if line.get_ydata()[0] == line.get_ydata()[1]]
    down = [line.get_xdata()[0] for line in ax.lines if line.get_xdata()[0] == line.get_xdata()[1]]
    assert across == down == [0.5, 2.5]
    assert legend_of(ax) == ["a", "b", "c"]


def test_names_have_the_color_of_their_group():
    ax = cosine_matrix(PETS_AND_FOODS, GROUPS).axes[0]
    for ticks in (ax.get_yticklabels(), ax.get_xticklabels()):
        colors = [tick.get_color() for tick in ticks]
        assert colors[0] == colors[1] != colors[2] == colors[3]


def test_numbers_are_printed_up_to_twenty_five_words():
    words = [f"w{i}" for i in range(26)]
    vectors = embedding_of(**{word: [1, place] for place, word in enumerate(words)})
    assert len(texts_of(cosine_matrix(vectors, {"all": words[:25]}).axes[0])) == 25**2 + 1
    assert len(texts_of(cosine_matrix(vectors, {"all": words}).axes[0])) == 1


def test_means_and_unknown_words_stand_above():
    groups = {"pets": ["cat", "dog"], "foods": ["bread", "soup", "plov", "piti"]}
    assert texts_of(cosine_matrix(PETS_AND_FOODS, groups).axes[0])[-1] == (
        "mean cosine within groups 0.654, between groups −0.141, difference 0.795 · 2 unknown words"
    )


def test_a_word_alone_is_drawn():
    ax = cosine_matrix(PETS_AND_FOODS, {"pets": ["cat"]}).axes[0]
    assert cells(ax).tolist() == [[1]]


def test_equal_words_and_zero_vectors():
    vectors = embedding_of(a=[1, 2], b=[2, 4], zero=[0, 0])
    ax = cosine_matrix(vectors, {"all": ["a", "b", "zero"]}).axes[0]
    np.testing.assert_allclose(cells(ax), [[1, 1, 0], [1, 1, 0], [0, 0, 0]], atol=1e-7)
    assert cells(ax).max() <= 1


def test_matrices_stand_side_by_side_with_the_same_colors():
    other = embedding_of(soup=[0, 1], bread=[0, 1], dog=[1, 0], cat=[1, 0])
    figure = cosine_matrices({"one": PETS_AND_FOODS, "two": other}, GROUPS, title="Both")
    one, two = panels_of(figure)
    np.testing.assert_allclose(cells(one), COSINES, atol=1e-7)
    np.testing.assert_allclose(cells(two), np.kron(np.eye(2), np.ones((2, 2))))
    assert [ax.get_title(loc="left") for ax in (one, two)] == ["one", "two"]
    assert [texts_of(ax) for ax in (one, two)] == [["0.654 · −0.141 · 0.795"], ["1.000 · 0.000 · 1.000"]]
    assert one.images[0].get_clim() == two.images[0].get_clim() == (-1, 1)
    assert "Both" in [text for ax in figure.axes for text in texts_of(ax)]


def test_only_words_that_all_embeddings_know_are_compared():
    other = embedding_of(cat=[1, 0], soup=[0, 1])
    figure = cosine_matrices({"one": PETS_AND_FOODS, "two": other}, GROUPS)
    assert row_names(panels_of(figure)[0]) == ["cat", "soup"]
    assert [cells(ax).shape for ax in panels_of(figure)] == [(2, 2), (2, 2)]
    notes = [text for ax in figure.axes for text in texts_of(ax)]
    assert notes[-1].endswith(" · 2 unknown words")


def test_eleven_matrices_make_three_rows_named_where_nothing_is_left_or_below():
    figure = cosine_matrices({str(i): PETS_AND_FOODS for i in range(11)}, GROUPS)
    panels = panels_of(figure)
    left = [round(ax.get_position().x0, 6) for ax in panels]
    low = [round(ax.get_position().y0, 6) for ax in panels]
    assert [len(set(left)), len(set(low))] == [4, 3]
    assert left[:3] == left[8:]
    with_rows = [i for i, ax in enumerate(panels) if ax.get_yticklabels()]
    with_columns = [i for i, ax in enumerate(panels) if ax.get_xticklabels()]
    assert (with_rows, with_columns) == ([0, 4, 8], [7, 8, 9, 10])


def test_no_embedding_is_refused():
    with pytest.raises(InputError, match=r"^there is no embedding to draw; "):
        cosine_matrices({}, GROUPS)


DRAW = {
    "scatter": lambda: word_scatter(PETS_AND_FOODS, GROUPS, title="日本語 $x$"),
    "heatmap": lambda: word_heatmap(PETS_AND_FOODS, GROUPS),
    "cosine": lambda: cosine_matrix(PETS_AND_FOODS, GROUPS),
    "cosines": lambda: cosine_matrices({"one": PETS_AND_FOODS, "two": PETS_AND_FOODS}, GROUPS),
}


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
@pytest.mark.parametrize("picture", DRAW)
def test_the_same_words_are_the_same_bytes(picture, suffix, tmp_path):
    for name in ("one", "two"):
        save_figure(DRAW[picture](), tmp_path / f"{name}.{suffix}")
    assert (tmp_path / f"one.{suffix}").read_bytes() == (tmp_path / f"two.{suffix}").read_bytes()


def test_cosines_are_those_computed_by_hand():
    cosines = word_cosines(PETS_AND_FOODS, GROUPS)
    np.testing.assert_allclose(cosines.matrix, COSINES, atol=1e-7)
    assert cosines.chosen.words == ("cat", "dog", "bread", "soup")


def test_means_are_over_pairs_of_different_words():
    cosines = word_cosines(PETS_AND_FOODS, GROUPS)
    within, between = (0.6 + HALF) / 2, -0.8 * HALF / 4
    assert cosines.within == pytest.approx(within, abs=1e-7)
    assert cosines.between == pytest.approx(between, abs=1e-7)
    assert cosines.difference == pytest.approx(within - between, abs=1e-7)
    assert cosines.sentence == "mean cosine within groups 0.654, between groups -0.141, difference 0.795"


def test_pairs_weigh_the_same_whatever_the_size_of_their_group():
    vectors = embedding_of(a=[1, 0], b=[1, 0], c=[1, 0], d=[1, 0], e=[0, 1])
    cosines = word_cosines(vectors, {"three": ["a", "b", "c"], "two": ["d", "e"]})
    assert cosines.within == pytest.approx(3 / 4)
    assert cosines.between == pytest.approx(3 / 6)


@pytest.mark.parametrize(
    ("groups", "within", "between", "sentence"),
    [
        ({"pets": ["cat"]}, None, None, ""),
        ({"pets": ["cat", "dog"]}, 0.6, None, "mean cosine within groups 0.600"),
        ({"pets": ["cat"], "foods": ["dog"]}, None, 0.6, "mean cosine between groups 0.600"),
    ],
)
def test_means_without_a_pair_are_none(groups, within, between, sentence):
    cosines = word_cosines(PETS_AND_FOODS, groups)
    assert (cosines.within, cosines.between) == (
        within and pytest.approx(within),
        between and pytest.approx(between),
    )
    assert (cosines.difference, cosines.sentence) == (None, sentence)


def test_zero_vectors_are_like_nothing():
    cosines = word_cosines(PETS_AND_FOODS, {"all": ["cat", "void"]})
    assert cosines.matrix.tolist() == [[1, 0], [0, 0]]
