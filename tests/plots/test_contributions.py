import numpy as np
import pytest

from firth.errors import InputError
from firth.plots import contribution_bars


def test_bars_are_the_largest_contributions_in_order(fisher):
    for ax, side in zip(
        contribution_bars(fisher, axis=2, most=3).axes, (fisher.rows, fisher.columns), strict=True
    ):
        values = side.contributions[:, 1]
        order = np.argsort(-values)[:3]
        assert [bar.get_width() for bar in ax.patches] == pytest.approx(100 * values[order])
        assert [tick.get_text() for tick in ax.get_yticklabels()] == [side.names.tokens[i] for i in order]


def test_the_line_is_the_average(fisher):
    figure = contribution_bars(fisher)
    assert [ax.lines[0].get_xdata()[0] for ax in figure.axes] == pytest.approx([100 / 4, 100 / 5])


def test_points_on_the_negative_end_are_pale(fisher):
    ax = contribution_bars(fisher).axes[0]
    sign = dict(zip(fisher.rows.names, fisher.rows.principal[:, 0], strict=True))
    for bar, tick in zip(ax.patches, ax.get_yticklabels(), strict=True):
        assert (bar.get_alpha() < 1) == (sign[tick.get_text()] < 0)


def test_refusals(fisher):
    with pytest.raises(InputError, match=r"^axis 4 was asked for, but the analysis keeps 3 axes"):
        contribution_bars(fisher, axis=4)
    with pytest.raises(InputError, match=r"^axis 0 was asked for; axes are numbered from 1\.$"):
        contribution_bars(fisher, axis=0)
    with pytest.raises(InputError, match=r"^most is 0; "):
        contribution_bars(fisher, most=0)
