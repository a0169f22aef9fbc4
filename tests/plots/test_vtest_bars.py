import numpy as np
import pytest

from firth.errors import InputError
from firth.plots import vtest_bars
from plots.layout import assert_nothing_meets

WORDS = ["tea", "coffee", "wine", "milk", "water"]


def names_of(ax) -> list:
    return [tick.get_text() for tick in ax.get_yticklabels()]


def widths_of(ax) -> list:
    return [bar.get_width() for bar in ax.patches]


def test_bars_go_from_the_most_over_used_to_the_most_under_used():
    (ax,) = vtest_bars((WORDS, [-3.5, 2.5, 0.5, 4.0, -1.0])).axes
    assert names_of(ax) == ["milk", "coffee", "wine", "water", "tea"]
    assert widths_of(ax) == pytest.approx([4.0, 2.5, 0.5, -1.0, -3.5])
    assert [text.get_text() for text in ax.texts if text.get_text()] == ["4.0", "2.5", "0.5", "−1.0", "−3.5"]


def test_the_largest_of_each_sign_are_shown():
    values = np.arange(-30.0, 31.0)
    (ax,) = vtest_bars(([f"w{value:.0f}" for value in values], values), top=3).axes
    assert names_of(ax) == ["w30", "w29", "w28", "w-28", "w-29", "w-30"]


def test_what_is_unknown_or_zero_has_no_bar():
    (ax,) = vtest_bars((WORDS, [np.nan, 2.0, 0.0, -2.0, np.nan])).axes
    assert names_of(ax) == ["coffee", "milk"]


def test_a_group_that_differs_in_nothing_has_an_empty_panel():
    figure = vtest_bars({"all": (WORDS, np.zeros(5)), "some": (WORDS, [3, 0, 0, 0, -3])})
    assert [names_of(ax) for ax in figure.axes] == [[], ["tea", "water"]]


def test_bars_within_the_limits_are_pale():
    (ax,) = vtest_bars((WORDS, [-3.5, 2.5, 0.5, 4.0, -1.0])).axes
    assert [bar.get_alpha() < 1 for bar in ax.patches] == [False, False, True, True, False]
    assert sorted(line.get_xdata()[0] for line in ax.lines) == [-1.96, 0, 1.96]


def test_the_limit_of_a_side_without_bars_is_not_drawn():
    (ax,) = vtest_bars((WORDS, [5, 4, 3, 2, 1])).axes
    assert sorted(line.get_xdata()[0] for line in ax.lines) == [0, 1.96]
    assert ax.get_xlim()[0] == 0


def test_panels_share_their_scale_and_are_named():
    figure = vtest_bars({"young": (WORDS, [9, 1, 1, 1, -2]), "$old$": (WORDS, [1, 1, 1, 1, -4])})
    assert len({ax.get_xlim() for ax in figure.axes}) == 1
    assert [ax.texts[0].get_text() for ax in figure.axes] == ["young", "$old$"]


def test_infinite_values_end_beyond_the_longest_finite_one():
    (ax,) = vtest_bars((WORDS, [np.inf, 7, 2, -20, -np.inf])).axes
    assert widths_of(ax) == pytest.approx([21, 7, 2, -20, -21])
    assert [text.get_text() for text in ax.texts if text.get_text()] == ["∞", "7.0", "2.0", "−20.0", "−∞"]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 12])
@pytest.mark.parametrize("long", [False, True])
def test_no_two_panels_and_no_names_meet(count, long):
    rng = np.random.default_rng(0)
    shown = [f"{word}, a name of many words" if long else word for word in WORDS]
    groups = {
        f"group {i} with a name of its own that is long": (shown, 3 * rng.normal(size=5))
        for i in range(count)
    }
    assert_nothing_meets(vtest_bars(groups, title="Drinks"))


def test_numbers_stay_inside_the_panel():
    figure = vtest_bars((WORDS, [1234.0, -1234.0, 3, 2, 1]))
    (ax,) = figure.axes
    figure.draw_without_rendering()
    panel = ax.get_window_extent()
    numbers = [text.get_window_extent() for text in ax.texts if text.get_text()]
    assert all(panel.x0 <= box.x0 and box.x1 <= panel.x1 + 1 for box in numbers)


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ({}, r"^groups is empty; "),
        ((WORDS, [1, 2]), r"^the v-tests are not as many as names; "),
        ({"young": (WORDS, np.ones((5, 2)))}, r"^the v-tests of group 'young' are not as many as names; "),
        ({str(i): (WORDS, np.ones(5)) for i in range(61)}, r"^61 groups were given; at most 60 "),
    ],
)
def test_refuses_groups_that_cannot_be_drawn(groups, said):
    with pytest.raises(InputError, match=said):
        vtest_bars(groups)


def test_refuses_no_bars_and_no_panels():
    with pytest.raises(InputError, match=r"^top is 0; "):
        vtest_bars((WORDS, np.ones(5)), top=0)
    with pytest.raises(InputError, match=r"^across is 0; "):
        vtest_bars((WORDS, np.ones(5)), across=0)
