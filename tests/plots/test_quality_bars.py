import numpy as np
import pytest

from firth.ca import multiple_correspondence
from firth.errors import InputError
from firth.plots import quality_bars
from plots.layout import assert_nothing_meets


def names_of(ax) -> list:
    return [tick.get_text() for tick in ax.get_yticklabels()]


@pytest.mark.parametrize(("order", "sign"), [("best", -1), ("worst", 1)])
def test_points_are_ordered_by_what_the_plane_shows_of_them(fisher, order, sign):
    figure = quality_bars(fisher, axes=(2, 3), top=3, order=order)
    for ax, side in zip(figure.axes, (fisher.rows, fisher.columns), strict=True):
        quality = side.cos2[:, 1] + side.cos2[:, 2]
        expected = np.argsort(sign * quality)[:3]
        assert names_of(ax) == [side.names.tokens[place] for place in expected]
        printed = [text.get_text() for text in ax.texts[1:]]
        assert printed == [f"{quality[place]:.2f}" for place in expected]


def test_bars_of_the_two_axes_lie_end_to_end(fisher):
    ax = quality_bars(fisher).axes[0]
    first, second = ax.patches[:4], ax.patches[4:]
    places = [fisher.rows.names.tokens.index(name) for name in names_of(ax)]
    assert [bar.get_width() for bar in first] == pytest.approx(fisher.rows.cos2[places, 0])
    assert [bar.get_width() for bar in second] == pytest.approx(fisher.rows.cos2[places, 1])
    assert [bar.get_x() for bar in second] == pytest.approx([bar.get_width() for bar in first])


def test_one_axis_alone_can_be_shown(fisher):
    figure = quality_bars(fisher, axes=(3,))
    assert len(figure.axes[0].patches) == 4
    assert [text.get_text() for text in figure.texts] == ["cos² on Axis 3 (0.4 %)"]


def test_few_bars_of_many_points_are_shown_and_the_panel_says_so(large):
    figure = quality_bars(large, order="worst")
    assert [len(ax.patches) for ax in figure.axes] == [30, 30]
    titles = [ax.texts[0].get_text() for ax in figure.axes]
    assert titles == ["rows, the 15 shown worst of 600", "columns, the 15 shown worst of 90"]


@pytest.mark.parametrize("analysis", ["fisher", "crowd", "large"])
def test_no_two_panels_and_no_names_meet(analysis, request):
    assert_nothing_meets(quality_bars(request.getfixturevalue(analysis)))


def test_records_are_individuals_and_categories_have_no_doubled_names():
    records = {"milk": ["milk", "no milk", "milk", "milk"], "size": ["S", "S", "L", "L"]}
    figure = quality_bars(multiple_correspondence(records))
    assert [ax.texts[0].get_text() for ax in figure.axes] == ["individuals", "categories"]
    assert sorted(names_of(figure.axes[1])) == ["milk", "no milk", "size:L", "size:S"]


def test_headings_are_whole_where_there_is_room():
    rng = np.random.default_rng(0)
    records = {f"v{j}": rng.integers(0, 4, 300).astype(str) for j in range(6)}
    figure = quality_bars(multiple_correspondence(records))
    titles = [ax.texts[0].get_text() for ax in figure.axes]
    assert titles == ["individuals, the 15 shown best of 300", "categories, the 15 shown best of 24"]
    assert_nothing_meets(figure)


def test_refusals(fisher):
    with pytest.raises(InputError, match=r"^axis 4 was asked for, but the analysis keeps 3 axes"):
        quality_bars(fisher, axes=(1, 4))
    with pytest.raises(InputError, match=r"^top is 0; "):
        quality_bars(fisher, top=0)
    with pytest.raises(InputError, match=r"^order is 'last'; choose best or worst\.$"):
        quality_bars(fisher, order="last")
