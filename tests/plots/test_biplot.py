import numpy as np
import pytest
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text

from firth.errors import InputError
from firth.plots import Supplementary, biplot
from plots.conftest import FISHER, analysis_of


def labels_of(figure):
    """The labels inside the axes; the note in the corner above is not one."""
    (ax,) = figure.axes
    return [text for text in ax.texts if isinstance(text, Annotation) and text.xycoords == "data"]


def extents(figure, texts):
    width, height = figure.bbox.size
    renderer = RendererAgg(width, height, figure.dpi)
    boxes = []
    for text in texts:
        text.update_positions(renderer)
        boxes.append(Text.get_window_extent(text, renderer).extents)
    return np.array(boxes)


def note_of(figure):
    return next(text.get_text() for text in figure.axes[0].texts if text.xycoords == "axes fraction")


def drawn_points(figure):
    return [np.asarray(c.get_offsets()) for c in figure.axes[0].collections if c.get_label() in SIDES]


SIDES = ("rows", "columns", "supplementary rows", "supplementary columns")
MAPS = ("symmetric", "rows", "columns", "contribution")


@pytest.mark.parametrize("map", MAPS)
@pytest.mark.parametrize("table", ["fisher", "crowd", "large"])
def test_no_two_labels_overlap_and_all_lie_inside_the_axes(table, map, request):
    figure = biplot(request.getfixturevalue(table), map=map)
    boxes = extents(figure, labels_of(figure))
    left, bottom, right, top = figure.axes[0].get_window_extent().extents
    assert len(boxes) >= 9
    assert np.all(boxes[:, :2] >= (left, bottom))
    assert np.all(boxes[:, 2:] <= (right, top))
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert not (a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3])


def test_all_of_fishers_labels_find_a_place(fisher):
    figure = biplot(fisher)
    assert {text.get_text() for text in labels_of(figure)} == {*fisher.rows.names, *fisher.columns.names}
    assert note_of(figure) == "symmetric map"


def test_labels_without_room_are_counted(crowd):
    figure = biplot(crowd)
    shown = len(labels_of(figure))
    assert 20 < shown < 70
    assert f"no room for {70 - shown} label" in note_of(figure)


def test_labels_belong_to_the_point_they_name(fisher):
    where = {text.get_text(): text.xy for text in labels_of(biplot(fisher))}
    assert where["blue"] == pytest.approx(fisher.rows.principal[0, :2])
    assert where["black"] == pytest.approx(fisher.columns.principal[4, :2])


def test_the_most_contributing_points_are_the_ones_named(large):
    figure = biplot(large, labels=5)
    ctr = [
        (side.contributions[:, :2] @ large.inertias[:2] / large.inertias[:2].sum(), side.names.tokens)
        for side in (large.rows, large.columns)
    ]
    ranked = sorted(
        ((v, n) for values, tokens in ctr for v, n in zip(values, tokens, strict=True)), reverse=True
    )
    assert {text.get_text() for text in labels_of(figure)} == {name for _, name in ranked[:5]}
    assert "5 of 690 points named" in note_of(figure)


@pytest.mark.parametrize(("labels", "count"), [("none", 0), (0, 0), ("all", 9), ("auto", 9), (3, 3), (99, 9)])
def test_as_many_labels_as_asked_for(fisher, labels, count):
    assert len(labels_of(biplot(fisher, labels=labels))) == count


def test_points_are_where_the_coordinates_say(fisher):
    rows, columns = fisher.rows, fisher.columns
    expected = {
        "symmetric": (rows.principal, columns.principal),
        "rows": (rows.principal, columns.standard),
        "columns": (rows.standard, columns.principal),
        "contribution": (rows.principal, columns.standard * np.sqrt(columns.masses)[:, None]),
    }
    for map, sides in expected.items():
        for axes in ((1, 2), (3, 1)):
            chosen = [axis - 1 for axis in axes]
            for drawn, coordinates in zip(
                drawn_points(biplot(fisher, map=map, axes=axes)), sides, strict=True
            ):
                np.testing.assert_allclose(drawn, coordinates[:, chosen])


def test_squares_on_the_contribution_map_are_the_contributions(fisher):
    columns = drawn_points(biplot(fisher, map="contribution"))[1]
    np.testing.assert_allclose(columns**2, fisher.columns.contributions[:, :2], atol=1e-12)


def test_axis_titles_show_shares(fisher):
    (ax,) = biplot(fisher).axes
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Axis 1 (86.6 %)", "Axis 2 (13.1 %)")
    (ax,) = biplot(fisher, axes=(3, 2)).axes
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Axis 3 (0.4 %)", "Axis 2 (13.1 %)")


@pytest.mark.parametrize("map", MAPS)
def test_one_unit_is_as_long_in_both_directions_and_ticks_agree(fisher, map):
    (ax,) = biplot(fisher, map=map).axes
    origin, east, north = ax.transData.transform([(0, 0), (1, 0), (0, 1)])
    assert east[0] - origin[0] == pytest.approx(north[1] - origin[1])
    assert np.diff(ax.get_xticks())[0] == pytest.approx(np.diff(ax.get_yticks())[0])


def test_supplementary_points_are_hollow_and_scaled_like_their_side(fisher):
    supplementary = Supplementary(rows={"blue again": fisher.rows.principal[0]})
    for map in MAPS:
        figure = biplot(fisher, map=map, supplementary=supplementary)
        rows, _, extra = drawn_points(figure)
        np.testing.assert_allclose(extra[0], rows[0])
        hollow = next(c for c in figure.axes[0].collections if c.get_label() == "supplementary rows")
        assert np.all(hollow.get_facecolor()[:, :3] == 1)
        assert "blue again" in {text.get_text() for text in labels_of(figure)}


def test_a_table_with_one_axis_is_drawn_on_a_line():
    analysis = analysis_of([[5, 1], [2, 7], [3, 3]])
    for points, side in zip(drawn_points(biplot(analysis, axes=(1,))), ("rows", "columns"), strict=True):
        np.testing.assert_allclose(points[:, 0], getattr(analysis, side).principal[:, 0])
        assert not points[:, 1].any()


def test_draws_into_axes_that_are_given(fisher):
    figure = Figure(layout="constrained")
    left, right = figure.subplots(1, 2)
    assert biplot(fisher, ax=right) is figure
    assert not left.collections
    figure.draw_without_rendering()
    low, high = right.get_window_extent().extents[:2], right.get_window_extent().extents[2:]
    texts = [text for text in right.texts if text.xycoords == "data"]
    boxes = extents(figure, texts)
    assert len(texts) == 9
    assert np.all(boxes[:, :2] >= low - 2)
    assert np.all(boxes[:, 2:] <= high + 2)


def test_names_are_written_as_they_are():
    names = ["$x_1$ and $", "日本語", "a\nb", "<b>"]
    texts = {text.get_text() for text in labels_of(biplot(analysis_of(FISHER, rows=names)))}
    assert {"$x_1$ and $", "日本語", "a b", "<b>"} <= texts


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"axes": (0, 1)}, "axis 0 was asked for; axes are numbered from 1."),
        ({"axes": (1, 4)}, "axis 4 was asked for, but the analysis keeps 3 axes; analyze with more axes."),
        ({"axes": (1, 1)}, "axes are (1, 1); a biplot shows two different axes, such as (1, 2), or one."),
        ({"axes": (1, 2, 3)}, "axes are (1, 2, 3); a biplot shows"),
        ({"map": "round"}, "there is no map 'round'; choose one of symmetric, rows, columns, contribution."),
        ({"labels": "some"}, "labels is 'some'; give a number"),
        ({"labels": -1}, "labels is -1; give a number"),
        (
            {"supplementary": Supplementary(rows={"x": np.zeros(2)})},
            "supplementary point 'x' has coordinates",
        ),
        (
            {"map": "contribution", "supplementary": Supplementary(columns={"x": np.zeros(3)})},
            "supplementary columns contribute to no axis",
        ),
    ],
)
def test_refusals_say_what_to_do(fisher, options, message):
    with pytest.raises(InputError) as caught:
        biplot(fisher, **options)
    assert str(caught.value).startswith(message)
