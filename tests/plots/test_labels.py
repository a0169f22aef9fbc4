import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from firth.plots.canvas import new_axes, one_line
from firth.plots.labels import (
    RINGS,
    SHORT,
    Label,
    _around,
    crossing,
    draw_labels,
    inside,
    overlapping,
    passing,
    place_labels,
)

BOUNDS = np.array([0.0, 0.0, 400.0, 300.0])
HAIR = np.array([1e-9, 1e-9, -1e-9, -1e-9])
"""Shrinks a rectangle by less than rounding."""


def placed(points, sizes):
    return place_labels(points, sizes, markers=points, bounds=BOUNDS, gap=5)


@settings(max_examples=30)
@given(st.integers(0, 10_000), st.integers(1, 40))
def test_placed_labels_are_inside_and_apart_whatever_the_points(seed, count):
    rng = np.random.default_rng(seed)
    points = rng.uniform(0, 1, (count, 2)) * BOUNDS[2:]
    sizes = rng.uniform((5, 8), (150, 14), (count, 2))
    found = placed(points, sizes)
    boxes = np.hstack([found.centers - sizes / 2, found.centers + sizes / 2])
    there = ~np.isnan(found.centers[:, 0])
    assert there[0] or sizes[0, 0] > 100
    assert inside(boxes[there] + HAIR, BOUNDS).all()
    meeting = overlapping(boxes + HAIR, boxes)
    assert not (meeting & ~np.eye(count, dtype=bool)).any()


def lines_of(found, points, sizes):
    """The leader lines, NaN for labels without, and the rectangles of the labels."""
    boxes = np.hstack([found.centers - sizes / 2, found.centers + sizes / 2])
    lines = np.hstack([points, np.clip(points, boxes[:, :2], boxes[:, 2:])])
    lines[~found.leaders] = np.nan
    return lines, boxes


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 45))
def test_no_leader_line_meets_a_label_or_another_line_and_none_is_long(seed, count):
    rng = np.random.default_rng(seed)
    points = rng.normal((200, 150), 40, (count, 2)).clip((0, 0), BOUNDS[2:])
    sizes = np.column_stack([rng.uniform(5, 90, count), np.full(count, 10.0)])
    found = placed(points, sizes)
    lines, boxes = lines_of(found, points, sizes)
    # A line ends at the edge of its own label: it meets the others only.
    assert not (passing(lines, boxes + HAIR) & ~np.eye(count, dtype=bool)).any()
    assert not crossing(lines, lines).any()
    lengths = np.hypot(*(lines[:, 2:] - lines[:, :2]).T)
    assert np.nanmax(lengths, initial=0) <= 5 + RINGS[-1] * 10 + 45


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 45))
def test_a_leader_line_is_drawn_only_where_no_place_beside_the_point_is_free(seed, count):
    rng = np.random.default_rng(seed)
    points = rng.normal((200, 150), 50, (count, 2)).clip((0, 0), BOUNDS[2:])
    sizes = np.column_stack([rng.uniform(5, 90, count), np.full(count, 10.0)])
    found = placed(points, sizes)
    lines, boxes = lines_of(found, points, sizes)
    around = np.hstack([points - 5, points + 5])
    for label in np.flatnonzero(found.leaders):
        beside, _, _ = _around(points[label], sizes[label], 5.0, (0.0,))
        beside = beside[inside(beside, BOUNDS)]
        others = np.arange(count) != label
        taken = overlapping(beside, boxes[others]).any(axis=1)
        taken |= passing(lines[others], beside).any(axis=0)
        taken |= overlapping(beside + HAIR, around[others]).any(axis=1)
        assert taken.all()


def test_labels_that_many_points_crowd_out_are_left_out_rather_than_far_away():
    points = np.tile([[200.0, 150.0]], (30, 1))
    found = placed(points, np.tile([[60.0, 10.0]], (30, 1)))
    there = ~np.isnan(found.centers[:, 0])
    assert 8 <= there.sum() < 30
    assert np.abs(found.centers[there] - points[there])[:, 1].max() <= 5 + RINGS[-1] * 10 + 5


def test_covering_a_light_marker_is_better_than_covering_a_heavy_one():
    ring = np.array(
        [[200 + 14 * np.cos(t), 150 + 14 * np.sin(t)] for t in np.linspace(0, 2 * np.pi, 25)[:-1]]
    )
    markers = np.vstack([[[200.0, 150.0]], ring])
    weights = np.ones(25)
    weights[1:] = np.where(ring[:, 0] < 195, 0.05, 1.0)
    found = place_labels(
        markers[:1], np.array([[40.0, 10.0]]), markers=markers, bounds=BOUNDS, gap=5, weights=weights
    )
    assert found.centers[0, 0] < 200


def test_a_label_alone_stands_to_the_right_of_its_point():
    found = placed(np.array([[200.0, 150.0]]), np.array([[40.0, 10.0]]))
    np.testing.assert_allclose(found.centers, [[225, 150]])
    assert not found.leaders.any()


def test_a_label_wider_than_the_picture_is_left_out():
    assert np.isnan(placed(np.array([[200.0, 150.0]]), np.array([[401.0, 10.0]])).centers).all()


def test_labels_of_one_spot_fan_out_with_leader_lines():
    points = np.tile([[200.0, 150.0]], (8, 1))
    found = placed(points, np.tile([[60.0, 10.0]], (8, 1)))
    assert not np.isnan(found.centers).any()
    assert found.leaders.any()


def test_labels_keep_off_points_while_there_is_room():
    markers = np.array([[200.0, 150.0], [215.0, 150.0]])
    found = place_labels(markers[:1], np.array([[40.0, 10.0]]), markers=markers, bounds=BOUNDS, gap=5)
    left, bottom = found.centers[0] - (20, 5)
    assert not (left < 215 < left + 40 and bottom < 150 < bottom + 10)


def test_segments_and_rectangles():
    square = np.array([[0.0, 0.0, 2.0, 2.0]])
    through, beside, level, absent = [-1, 1, 3, 1.5], [-1, 3, 3, 3], [1, -1, 1, 5], [np.nan] * 4
    assert passing(np.array([through, beside, level, absent]), square).ravel().tolist() == [
        True,
        False,
        True,
        False,
    ]
    cross = np.array([[0.0, 0, 2, 2], [0, 2, 2, 0], [5, 5, 6, 6]])
    assert crossing(cross[:1], cross).tolist() == [[False, True, False]]
    apart = np.array([[2.0, 0.0, 3.0, 1.0], [1.9, 1.9, 3.0, 3.0]])
    assert overlapping(square, apart).tolist() == [[False, True]]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 60))
def test_no_label_covers_the_middle_of_a_point_however_crowded_the_map(seed, count):
    rng = np.random.default_rng(seed)
    points = rng.normal((200, 150), 30, (count, 2)).clip((0, 0), BOUNDS[2:])
    sizes = np.column_stack([rng.uniform(5, 90, count), np.full(count, 10.0)])
    found = place_labels(points, sizes, markers=points, bounds=BOUNDS, gap=5, weights=np.ones(count))
    boxes = np.hstack([found.centers - sizes / 2, found.centers + sizes / 2])
    covered = overlapping(boxes, np.hstack([points - 1.0, points + 1.0]))
    assert not (covered & ~np.eye(count, dtype=bool)).any()


def test_a_long_name_without_room_is_cut_before_it_is_left_out():
    ax = new_axes(2.4, 1.0, (0.0, 0.0, 0.0, 0.0))
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1)
    label = Label("Sainte-Marie-aux-Mines and all around", np.array([0.05, 0.5]), "#333333")
    left_out = draw_labels(ax, [label], markers=label.point[None], size=9, gap=5)
    (text,) = ax.texts
    assert left_out == 0
    assert text.get_text() == one_line(label.name, most=SHORT)
