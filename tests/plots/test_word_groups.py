import numpy as np
import pytest
from matplotlib.colors import to_rgb

from firth.errors import InputError
from firth.plots import ANIMALS_AND_FOODS, cosine_matrix, word_cosines, word_heatmap, word_scatter
from firth.plots.canvas import new_axes
from firth.plots.word_groups import (
    MOST_WORDS,
    borders,
    color_names,
    color_of,
    draw_borders,
    draw_header,
    header_height,
    known_words,
    marker_of,
)
from plots.words import GROUPS, PETS_AND_FOODS, embedding_of, legend_of, texts_of


def of_groups(count, unknown=()):
    """As many groups of one word each, of the words a, b, …"""
    letters = "abcdefghijklmnopqrstuvwxyz"[:count]
    groups = {f"group {letter}": [letter, *unknown] if letter == "a" else [letter] for letter in letters}
    return known_words(groups, [embedding_of(**{key: [1.0] for key in letters}).vocabulary])


def test_unknown_words_are_listed_and_groups_without_a_known_word_vanish():
    groups = {"none": ["x"], "pets": ["cat", "y"], "foods": ["soup", "z"]}
    chosen = word_cosines(PETS_AND_FOODS, groups).chosen
    assert (chosen.words, chosen.groups, chosen.unknown) == (
        ("cat", "soup"),
        ("pets", "foods"),
        ("x", "y", "z"),
    )
    assert chosen.membership.tolist() == [0, 1]


def test_a_word_repeated_in_its_group_counts_once():
    assert word_cosines(PETS_AND_FOODS, {"pets": ["cat", "dog", "cat"]}).chosen.words == ("cat", "dog")


def test_the_default_words_are_eleven_of_each_kind():
    assert [len(set(words)) for words in ANIMALS_AND_FOODS.values()] == [11, 11]
    words = [word for group in ANIMALS_AND_FOODS.values() for word in group]
    vectors = embedding_of(**{word: [1, place] for place, word in enumerate(words)})
    assert list(word_cosines(vectors).chosen.words) == words


@pytest.mark.parametrize(
    ("groups", "says"),
    [
        ({"pets": ["Cat", "Dog"]}, "none of the 2 words to be drawn (the first is 'Cat') has a vector"),
        ({}, "none of the 0 words to be drawn has a vector"),
        ({"pets": ["cat"], "foods": ["cat"]}, "'cat' is in both 'pets' and 'foods'"),
        ({"pets": "cat"}, "group 'pets' is 'cat'; give a list of words, such as ['cat']."),
    ],
)
def test_refusals(groups, says):
    with pytest.raises(InputError) as caught:
        word_scatter(PETS_AND_FOODS, groups)
    assert says in str(caught.value)


def test_more_words_than_can_be_drawn_are_refused():
    words = [f"w{i}" for i in range(MOST_WORDS + 1)]
    vectors = embedding_of(**{word: [1.0] for word in words})
    with pytest.raises(InputError, match=r"^2,001 words do not fit into a picture; name at most 2,000\.$"):
        word_cosines(vectors, {"all": words})


def test_forty_two_groups_look_different_and_their_letters_are_legible_on_white():
    assert len({(color_of(group), marker_of(group)) for group in range(42)}) == 42
    for group in range(6):
        values = np.array(to_rgb(color_of(group)))
        linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
        contrast = 1.05 / (linear @ [0.2126, 0.7152, 0.0722] + 0.05)
        assert contrast > 4.5  # what WCAG asks of small text


def test_borders_are_where_the_group_changes():
    assert borders(np.array([0, 0, 1, 2, 2])).tolist() == [1.5, 2.5]
    assert not len(borders(np.zeros(3, dtype=int)))


@pytest.mark.parametrize(("columns", "lines"), [(False, 2), (True, 4)])
def test_lines_are_drawn_between_rows_and_between_columns_if_asked_for(columns, lines):
    ax = new_axes(2, 2, (0.2, 0.2, 0.2, 0.2))
    draw_borders(ax, np.array([0, 0, 1, 2, 2]), columns=columns)
    across = [line.get_ydata()[0] for line in ax.lines if line.get_xdata()[0] != line.get_xdata()[1]]
    assert (len(ax.lines), across) == (lines, [1.5, 2.5])


def test_names_have_the_color_of_their_group_even_where_only_some_are_shown():
    ax = new_axes(2, 2, (0.2, 0.2, 0.2, 0.2))
    ax.set_xticks([0, 2, 4], ["a", "c", "e"])
    color_names(ax.xaxis, np.array([0, 0, 1, 1, 2]))
    assert [label.get_color() for label in ax.get_xticklabels()] == [color_of(group) for group in (0, 1, 2)]


@pytest.mark.parametrize("title", [None, "A title"])
@pytest.mark.parametrize("count", [1, 2, 20])
def test_the_header_keeps_within_the_height_that_it_asks_for(count, title):
    chosen = of_groups(count, unknown=("plov",))
    ax = new_axes(6, 4, (0.2, 0.2, 0.2, 2.5))
    draw_header(ax, chosen, title, "what is said")
    figure = ax.get_figure()
    renderer = figure.canvas.get_renderer()
    highest = max(text.get_window_extent(renderer).y1 for text in ax.texts)
    room = header_height(chosen, title) * figure.dpi
    assert highest <= ax.get_window_extent().y1 + room + 1
    assert texts_of(ax)[0] == "what is said · 1 unknown word"
    if legend := ax.get_legend():
        lowest = min(text.get_window_extent(renderer).y0 for text in ax.texts)
        assert legend.get_window_extent(renderer).y1 <= lowest + 1
    assert len(legend_of(ax)) == (count if count > 1 else 0)


@pytest.mark.parametrize("draw", [word_scatter, word_heatmap, cosine_matrix])
def test_every_picture_of_words_has_the_same_header(draw):
    texts = texts_of(draw(PETS_AND_FOODS, GROUPS | {"none": ["x", "y"]}, title="$T").axes[0])
    assert texts[-2].endswith("difference 0.795 · 2 unknown words")
    assert texts[-1] == "$T"
