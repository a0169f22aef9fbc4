import numpy as np
import pytest

from firth.errors import InputError
from firth.plots import contribution_bars
from plots.conftest import analysis_of
from plots.survey import survey


def test_bars_are_the_largest_contributions_in_order(fisher):
    panels = iter(contribution_bars(fisher, axes=(2, 1), top=3).axes)
    for axis in (2, 1):
        for side in (fisher.rows, fisher.columns):
            ax, values = next(panels), side.contributions[:, axis - 1]
            order = np.argsort(-values)[:3]
            assert [bar.get_width() for bar in ax.patches] == pytest.approx(100 * values[order])
            assert [tick.get_text() for tick in ax.get_yticklabels()] == [side.names.tokens[i] for i in order]


def test_the_line_is_the_average(fisher):
    figure = contribution_bars(fisher)
    averages = [ax.lines[0].get_xdata()[0] for ax in figure.axes]
    assert averages == pytest.approx([100 / 4, 100 / 5, 100 / 4, 100 / 5])


def test_few_bars_of_many_points_are_shown_and_the_panel_says_so(large):
    figure = contribution_bars(large, axes=(1,))
    assert [len(ax.patches) for ax in figure.axes] == [15, 15]
    assert [ax.get_title(loc="left") for ax in figure.axes] == [
        "rows, the largest 15 of 600",
        "columns, the largest 15 of 90",
    ]


@pytest.mark.parametrize("table", [np.array([[5, 1, 2], [2, 7, 1], [3, 3, 9]]), "large"])
def test_no_two_panels_and_no_names_meet(table, request):
    analysis = request.getfixturevalue(table) if isinstance(table, str) else analysis_of(table)
    figure = contribution_bars(analysis)
    boxes = [ax.get_tightbbox(figure.canvas.get_renderer()) for ax in figure.axes]
    boxes += [text.get_window_extent() for text in figure.texts]
    for i, box in enumerate(boxes):
        assert box.x0 >= 0
        assert box.y0 >= 0
        assert box.x1 <= figure.bbox.x1
        assert box.y1 <= figure.bbox.y1
        assert not any(box.overlaps(other) for other in boxes[:i])


def test_points_on_the_negative_end_are_pale(fisher):
    ax = contribution_bars(fisher).axes[0]
    sign = dict(zip(fisher.rows.names, fisher.rows.principal[:, 0], strict=True))
    for bar, tick in zip(ax.patches, ax.get_yticklabels(), strict=True):
        assert (bar.get_alpha() < 1) == (sign[tick.get_text()] < 0)


def test_refusals(fisher):
    with pytest.raises(InputError, match=r"^axis 4 was asked for, but the analysis keeps 3 axes"):
        contribution_bars(fisher, axes=(1, 4))
    with pytest.raises(InputError, match=r"^axis 0 was asked for; axes are numbered from 1\.$"):
        contribution_bars(fisher, axes=(0,))
    with pytest.raises(InputError, match=r"^top is 0; "):
        contribution_bars(fisher, top=0)
    with pytest.raises(InputError, match=r"^axes is empty; "):
        contribution_bars(fisher, axes=())


def test_individuals_with_numbers_are_left_out_and_categories_named_as_on_maps():
    (ax,) = contribution_bars(survey(), axes=(1,)).axes
    assert ax.get_title(loc="left") == "categories"
    shown = {tick.get_text() for tick in ax.get_yticklabels()}
    assert {"Not.sophisticated", "sugar:yes", "Earl Grey"} <= shown


def test_wide_letters_are_not_cut_off_at_the_left():
    names = ["W" * 30, "M" * 20, "i"]
    figure = contribution_bars(analysis_of([[5, 1, 2], [2, 7, 1], [3, 3, 9]], names, names))
    boxes = [ax.get_tightbbox(figure.canvas.get_renderer()) for ax in figure.axes]
    assert min(box.x0 for box in boxes) >= 0
