import numpy as np
import pytest
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text

from firth.errors import InputError
from firth.plots import Supplementary, biplot
from plots.conftest import FISHER, analysis_of
from plots.survey import ages_and_sexes, survey


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


def test_individuals_and_categories_are_called_so_and_rows_and_columns_too(fisher):
    def titles(figure):
        return [text.get_text() for text in figure.axes[0].get_legend().get_texts()]

    assert titles(biplot(fisher)) == ["rows", "columns"]
    extra = Supplementary(columns=ages_and_sexes())
    assert titles(biplot(survey(), supplementary=extra)) == [
        "individuals",
        "categories",
        "supplementary categories",
    ]


def test_labels_have_no_doubled_prefix_and_individuals_with_numbers_have_none():
    found = {text.get_text() for text in labels_of(biplot(survey()))}
    assert {"Not.sophisticated", "Earl Grey", "sugar:yes", "milk:yes"} <= found
    assert found <= {"sophisticated", "Not.sophisticated", "black", "Earl Grey", "green", "tea bag",
                     "loose leaf", "sugar:yes", "sugar:no", "milk:yes", "milk:no"}  # fmt: skip


def test_individuals_alone_are_named_by_their_numbers():
    figure = biplot(survey(), hide="categories", labels=5)
    assert len(labels_of(figure)) == 5
    assert all(text.get_text().isdigit() for text in labels_of(figure))


def test_active_points_are_named_before_supplementary_ones():
    extra = Supplementary(columns=ages_and_sexes())
    active = len(survey().columns.names)
    figure = biplot(survey(), supplementary=extra, labels=active)
    assert not {text.get_text() for text in labels_of(figure)} & {"sex:F", "sex:M", "age:+60"}
    named = labels_of(biplot(survey(), supplementary=extra, labels=active + 2))
    slanting = [text for text in named if text.get_fontstyle() == "italic"]
    assert len(slanting) == 2
    assert {text.get_text().split(":")[0] for text in slanting} <= {"age", "sex"}


def test_of_many_supplementary_points_the_best_shown_are_named_and_all_active_ones(fisher):
    rng = np.random.default_rng(0)
    extra = Supplementary(rows={f"extra {i}": rng.normal(0, 0.5, 3) for i in range(60)})
    named = [text.get_text() for text in labels_of(biplot(fisher, supplementary=extra))]
    assert {*fisher.rows.names, *fisher.columns.names} <= set(named)
    assert 10 < sum(name.startswith("extra") for name in named) <= 20


@pytest.mark.parametrize("table", ["fisher", "crowd", "large"])
def test_no_leader_line_passes_through_a_name_and_nothing_hides_a_point(table, request):
    figure = biplot(request.getfixturevalue(table))
    (ax,) = figure.axes
    boxes = extents(figure, labels_of(figure))
    lines = [line for line in ax.lines if line.get_gid() == "leader"]
    for line in lines:
        ends = line.get_transform().transform(np.column_stack(line.get_data()))
        along = ends[0] + np.linspace(0, 1, 50)[:, None] * (ends[1] - ends[0])
        inside = (along[:, None] > boxes[:, :2] + 0.5) & (along[:, None] < boxes[:, 2:] - 0.5)
        assert not inside.all(axis=2).any()
        assert np.hypot(*(ends[1] - ends[0])) < 1.5 * figure.dpi
    points = [c for c in ax.collections if c.get_label() in SIDES and (c.get_alpha() or 1) == 1]
    beneath = [patch for patch in ax.patches if patch.get_gid() == "halo"] + lines
    assert max((a.get_zorder() for a in beneath), default=0) < min(c.get_zorder() for c in points)
    assert not any(text.get_path_effects() for text in ax.texts)


@pytest.mark.parametrize("hide", ["rows", "columns"])
def test_a_side_can_be_hidden(fisher, hide):
    figure = biplot(fisher, hide=hide)
    shown = {"rows": fisher.columns, "columns": fisher.rows}[hide]
    (points,) = drawn_points(figure)
    np.testing.assert_allclose(points, shown.principal[:, :2])
    assert {text.get_text() for text in labels_of(figure)} == {*shown.names}


def test_areas_are_masses(fisher):
    figure = biplot(fisher, size="mass")
    for points, side in zip(
        [c for c in figure.axes[0].collections if c.get_label() in SIDES],
        (fisher.rows, fisher.columns),
        strict=True,
    ):
        areas = points.get_sizes() / points.get_sizes().max()
        expected = side.masses / side.masses.max()
        large = expected > 0.05
        np.testing.assert_allclose(areas[large], expected[large])


def test_supplementary_sides_are_placed_like_mappings_of_their_coordinates():
    side = ages_and_sexes()
    given = dict(zip(side.names.tokens, side.principal, strict=True))
    for map in ("symmetric", "rows"):
        places = []
        for columns in (side, given):
            figure = biplot(survey(), supplementary=Supplementary(columns=columns), map=map, labels="none")
            hollow = [c for c in figure.axes[0].collections if c.get_label().startswith("supplementary")]
            places.append(np.vstack([np.asarray(c.get_offsets()) for c in hollow]))
        np.testing.assert_allclose(*places)


def test_a_new_figure_is_seven_inches_wide_and_has_the_title_above_all(fisher):
    figure = biplot(fisher, title="Eyes & hair in $ Caithness")
    assert figure.get_size_inches()[0] == 7
    title = next(t for t in figure.axes[0].texts if t.get_text() == "Eyes & hair in $ Caithness")
    box = title.get_window_extent(RendererAgg(*figure.bbox.size, figure.dpi))
    assert box.y0 > figure.axes[0].get_window_extent().y1
    assert box.y1 <= figure.bbox.y1


@pytest.mark.parametrize("options", [{}, {"color": "variable"}, {"color": "cos2"}, {"title": "A title"}])
def test_all_that_explains_a_map_lies_inside_the_figure(options):
    extra = Supplementary(columns=ages_and_sexes())
    figure = biplot(survey(), supplementary=extra, **options)
    box = figure.get_tightbbox(figure.canvas.get_renderer())
    width, height = figure.get_size_inches()
    assert box.x0 >= 0
    assert box.y0 >= 0
    assert box.x1 <= width
    assert box.y1 <= height


def test_unknown_choices_are_refused(fisher):
    for options, message in (
        ({"hide": "all"}, "hide is 'all'; choose 'rows' or 'columns'."),
        ({"size": "large"}, "size is 'large'; choose one of equal, mass."),
        ({"density": "some"}, "density is 'some'; choose one of auto, always, never."),
    ):
        with pytest.raises(InputError) as caught:
            biplot(fisher, **options)
        assert str(caught.value) == message
