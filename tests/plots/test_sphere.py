import numpy as np
import pytest

from firth.errors import InputError
from firth.plots import save_figure, sphere, spheres
from firth.plots.globe import View
from plots.globe_points import CORNERS, KINDS, blobs
from plots.words import legend_of, texts_of


def drawn(ax):
    """Places, colors and sizes of all points, in the order in which they are drawn."""
    clouds = sorted(
        (cloud for cloud in ax.collections if hasattr(cloud, "get_sizes") and len(cloud.get_offsets())),
        key=lambda cloud: cloud.zorder,
    )
    return (
        np.vstack([cloud.get_offsets() for cloud in clouds]),
        np.vstack([cloud.get_facecolor()[:, :3] for cloud in clouds]),
        np.concatenate([cloud.get_sizes() for cloud in clouds]),
    )


def test_points_stand_where_the_view_puts_them_the_farthest_first():
    points, classes = blobs(12, 9)
    placed = View(30, 20).project(points)
    places, _, _ = drawn(sphere(points, classes, view=(30, 20)).axes[0])
    assert len(places) == len(points)
    order = [int(np.abs(placed[:, :2] - place).sum(axis=1).argmin()) for place in places]
    assert sorted(order) == list(range(len(points)))
    depths = placed[order, 2]
    assert np.all(np.diff(depths) > -2 / 12)  # within slabs of depth, by markers


def test_points_of_one_marker_are_drawn_exactly_by_depth():
    points, classes = blobs(4, 40)
    placed = View(0, 0).project(points)
    places, _, _ = drawn(sphere(points, classes, view=(0, 0)).axes[0])
    np.testing.assert_allclose(places, placed[np.argsort(placed[:, 2]), :2], atol=1e-12)


def test_what_is_far_is_paler_and_smaller():
    places, colors, sizes = drawn(sphere(CORNERS, view=(0, 0)).axes[0])
    middle = np.flatnonzero(np.abs(places).sum(axis=1) < 1e-9)
    assert len(middle) == 2  # one at the far end of the line of sight, one at the near end
    far, near = middle
    assert colors[far].mean() > colors[near].mean() + 0.3
    assert sizes[far] < sizes[near]


def test_each_class_has_a_color_a_line_in_the_legend_and_its_name_at_a_point_of_it():
    ax = sphere(CORNERS, KINDS, view=(20, 30)).axes[0]
    assert legend_of(ax) == ["x", "y", "z"]
    placed = View(20, 30).project(CORNERS)[:, :2]
    named = {text.get_text(): text.xy for text in ax.texts}
    assert set(named) == {"x", "y", "z"}
    for kind, place in named.items():
        own = placed[[i for i, k in enumerate(KINDS) if k == kind]]
        assert np.abs(own - place).sum(axis=1).min() < 1e-9


def test_a_class_is_named_in_its_thick():
    points, _ = blobs(1, 60, seed=3)
    with_one_astray = np.vstack([points, -points[:1], CORNERS[:1]])
    ax = sphere(with_one_astray, ["a"] * 61 + ["b"], view=(0, 0)).axes[0]
    placed = View(0, 0).project(points)[:, :2]
    named = {text.get_text(): text.xy for text in ax.texts}
    assert np.linalg.norm(np.array(named["a"]) - np.median(placed, axis=0)) < 0.2


def test_points_may_be_named():
    ax = sphere(CORNERS, KINDS, labels={0: "east", 2: "up $x$"}, view=(20, 30)).axes[0]
    placed = View(20, 30).project(CORNERS)
    named = {text.get_text(): text.xy for text in ax.texts}
    assert set(named) == {"east", "up $x$"}
    assert named["east"] == pytest.approx(placed[0, :2])


def test_labels_without_room_are_counted():
    points, _ = blobs(1, 90)
    names = {place: f"a very long name indeed {place}" for place in range(90)}
    texts = texts_of(sphere(points, labels=names).axes[0])
    shown = len(set(names.values()) & set(texts))
    assert shown < 90
    assert texts[-1] == f"no room for {90 - shown} labels"


def test_points_without_classes_have_neither_legend_nor_names():
    ax = sphere(CORNERS, title="A $title").axes[0]
    assert not legend_of(ax)
    assert texts_of(ax) == ["A $title"]


def test_other_points_in_space_are_drawn_without_a_globe_and_fit():
    cloud = np.random.default_rng(0).normal(5, 40, size=(50, 3))
    ax = sphere(cloud).axes[0]
    assert not ax.images
    places, _, _ = drawn(ax)
    assert 0.5 < np.linalg.norm(places, axis=1).max() <= 1
    assert sphere(CORNERS).axes[0].images


def test_points_in_one_place_are_drawn():
    places, _, _ = drawn(sphere(np.full((3, 3), 7.0)).axes[0])
    assert not places.any()


def test_maps_stand_side_by_side_with_one_legend():
    figure = spheres({"UBE": CORNERS, "PCA": 5 * CORNERS + 1}, KINDS, views={"UBE": (0, 0)}, title="Both")
    one, two = figure.axes[:2]
    assert [ax.get_title() for ax in (one, two)] == ["UBE", "PCA"]
    assert [bool(ax.images) for ax in (one, two)] == [True, False]
    np.testing.assert_allclose(sorted(drawn(one)[0][:, 0]), [-1, 0, 0, 0, 0, 1], atol=1e-9)
    assert [legend_of(ax) for ax in figure.axes] == [[], [], ["x", "y", "z"]]
    assert [texts_of(ax) for ax in figure.axes] == [[], [], ["Both"]]
    assert one.get_position().height == pytest.approx(two.get_position().height)


def test_axes_of_a_figure_at_hand_are_used():
    from matplotlib.figure import Figure

    figure = Figure()
    ax = figure.add_subplot()
    assert sphere(CORNERS, KINDS, ax=ax) is figure
    assert len(drawn(ax)[0]) == 6


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_the_same_points_are_the_same_bytes(suffix, tmp_path):
    for name in ("one", "two"):
        save_figure(sphere(*blobs(11, 7), title="日本語 $x$"), tmp_path / f"{name}.{suffix}")
    assert (tmp_path / f"one.{suffix}").read_bytes() == (tmp_path / f"two.{suffix}").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"points": CORNERS[:, :2]}, "points of shape (6, 2) cannot be drawn in space; "),
        ({"points": CORNERS[:0]}, "points of shape (0, 3) cannot be drawn in space; "),
        (
            {"points": np.array([[0, 0, 1.0], [0, np.nan, 1]])},
            "point 1 has a coordinate that is not finite; ",
        ),
        ({"points": CORNERS, "classes": ["a"]}, "there are 1 classes for 6 points; "),
        ({"points": CORNERS, "labels": {6: "a"}}, "there is no point 6 to be named; there are 6, "),
        ({"points": CORNERS, "view": (0, 100)}, "azimuth 0 and elevation 100 are not a direction; "),
    ],
)
def test_refusals_say_what_to_do(arguments, message):
    with pytest.raises(InputError) as caught:
        sphere(**arguments)
    assert str(caught.value).startswith(message)


def test_maps_of_different_points_are_refused():
    with pytest.raises(InputError, match=r"^the maps are of different points: a 6, b 5\.$"):
        spheres({"a": CORNERS, "b": CORNERS[:5]})
    with pytest.raises(InputError, match=r"^there is no map to draw; "):
        spheres({})
