import numpy as np
import pytest
from matplotlib.figure import Figure

from firth.errors import InputError
from firth.plots import canvas
from firth.plots.canvas import (
    figure_of,
    fit_box,
    legend_above,
    new_axes,
    new_panels,
    one_line,
    text_style,
    write_at,
)


@pytest.mark.parametrize(("low", "high"), [((0, 0), (1, 5)), ((-3, 2), (9, 2.5)), ((-1e-6, 0), (1e-6, 1e-6))])
def test_a_box_is_held_whole_with_equal_units_and_ticks(low, high):
    ax = new_axes(4, 3, (0.5, 0.2, 0.5, 0.2))
    fit_box(ax, np.array(low, float), np.array(high, float))
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    hair = 1e-9 * max(right - left, top - bottom)
    assert left <= low[0] + hair
    assert bottom <= low[1] + hair
    assert right >= high[0] - hair
    assert top >= high[1] - hair
    wide, tall = ax.get_window_extent().size
    assert (right - left) / wide == pytest.approx((top - bottom) / tall)
    assert np.diff(ax.get_xticks())[0] == pytest.approx(np.diff(ax.get_yticks())[0])


@pytest.mark.parametrize(("count", "rows"), [(1, 1), (4, 1), (5, 2), (9, 3)])
def test_panels_are_squares_in_rows_of_at_most_four(count, rows):
    panels = new_panels(count, 2.0, left=0.5, below=0.5, caption=0.3, header=0.4, least=1.0)
    boxes = [ax.get_window_extent() for ax in panels.squares]
    assert all(box.width == pytest.approx(box.height) for box in boxes)
    assert len({round(box.y0) for box in boxes}) == len(panels.leftmost) == rows
    assert not any(box.overlaps(other) for i, box in enumerate(boxes) for other in boxes[:i])
    assert len(panels.lowest) == len({round(box.x0) for box in boxes})


def test_a_legend_and_a_line_of_text_stand_above_the_axes():
    ax = new_axes(4, 3, (0.5, 0.2, 0.5, 0.8))
    ax.plot([0, 1], [0, 1], label="a line")
    legend = legend_above(ax, text=text_style(9), borderaxespad=0.3)
    write_at(ax, "a note", (1, 1), (0, 5), ha="right", va="bottom", **text_style(8))
    renderer = figure_of(ax).canvas.get_renderer()
    frame = ax.get_window_extent()
    for box in (legend.get_window_extent(renderer), ax.texts[0].get_window_extent(renderer)):
        assert box.y0 >= frame.y1
        assert frame.x0 - 1 <= box.x0 <= box.x1 <= frame.x1 + 1
    assert [text.get_text() for text in legend.get_texts()] == ["a line"]


def test_long_names_are_cut_before_their_ends():
    assert one_line("x" * 40) == "x" * 40
    cut = one_line("results/first.csv and results/second.csv", most=20)
    assert len(cut) <= 20
    assert cut.startswith("results/")
    assert cut.endswith(".csv")


def test_axes_without_a_figure_are_refused():
    ax = Figure().add_subplot()
    ax.remove()
    with pytest.raises(InputError, match=r"^ax belongs to no figure; make it with figure\.add_"):
        figure_of(ax)


def test_letters_that_no_font_has_are_known_before_they_are_drawn(monkeypatch):
    monkeypatch.setattr(canvas, "font_family", lambda: ["DejaVu Sans", "sans-serif"])
    assert canvas.letters_without_font(["東京 Tokyo", "京都", "Łódź", "القاهرة"]) == ["東", "京", "都"]
