import numpy as np
import polars as pl
import pytest
from scipy.cluster import hierarchy

from firth.ca import cluster_axes, multiple_correspondence
from firth.plots import dendrogram, save_figure
from firth.plots.canvas import new_axes
from firth.plots.cluster_map import cluster_color
from firth.plots.dendrogram import MOST_LABELED, tree_of
from plots.conftest import analysis_of


@pytest.fixture(scope="module")
def books():
    rng = np.random.default_rng(0)
    table = rng.poisson(np.repeat(rng.dirichlet(np.ones(9), 3), 7, axis=0) * 500) + 1
    return cluster_axes(analysis_of(table, [f"a book with a long title {i}" for i in range(21)]))


@pytest.fixture(scope="module")
def survey():
    """Four thousand records that go through 150 first centers."""
    rng = np.random.default_rng(0)
    records = pl.DataFrame({f"q{i}": rng.integers(0, 4, 4_000) for i in range(8)}).cast(pl.String)
    return cluster_axes(multiple_correspondence(records, axes=4), clusters=9, first_step=150)


def text_boxes(figure):
    figure.draw_without_rendering()
    texts = [text for ax in figure.axes for text in ax.texts if text.get_text()]
    return [text.get_window_extent() for text in texts]


def test_brackets_are_those_of_scipy_and_no_two_branches_cross(books):
    tree = tree_of(books)
    expected = hierarchy.dendrogram(books.merges, no_plot=True)["dcoord"]
    heights = 100 * np.sort(np.array(expected)[:, 1]) / books.total_inertia
    np.testing.assert_allclose(np.sort(tree.brackets[:, 1, 1]), heights)
    assert sorted(tree.order.tolist()) == list(range(21))
    spans = {i: {place} for place, i in enumerate(tree.order.tolist())}
    for row, (a, b) in enumerate(books.merges[:, :2].astype(int).tolist()):
        spans[21 + row] = spans[a] | spans[b]
        assert max(spans[21 + row]) - min(spans[21 + row]) == len(spans[21 + row]) - 1


def test_branches_run_along_the_first_axis(books):
    tree = tree_of(books)
    place = np.argsort(tree.order)
    for a, b in books.merges[-1:, :2].astype(int).tolist():

        def members(node):
            return (
                [node]
                if node < 21
                else [i for part in books.merges[node - 21, :2] for i in members(int(part))]
            )

        one, other = members(a), members(b)
        means = [np.average(books.points[part, 0], weights=books.weights[part]) for part in (one, other)]
        assert (means[0] < means[1]) == (place[one].max() < place[other].min())


def test_branches_below_the_cut_have_the_colors_of_their_clusters(books):
    tree = tree_of(books)
    assert (tree.owners[-(books.clusters - 1) :] == 0).all()
    assert (tree.owners[: -(books.clusters - 1)] > 0).all()
    assert (tree.clusters == books.ward_labels).all()
    named = {text.get_text(): text.get_color() for text in dendrogram(books).axes[0].texts}
    for name, cluster in zip(books.names.tokens, books.ward_labels.tolist(), strict=True):
        assert named[name] == cluster_color(cluster)


def test_the_cut_lies_between_the_last_merge_undone_and_the_next(books):
    line = next(line for line in dendrogram(books).axes[0].lines if line.get_linestyle() == "--")
    height = line.get_ydata()[0] * books.total_inertia / 100
    assert books.gains[books.clusters - 1] < height < books.gains[books.clusters - 2]


def test_bars_are_the_gains_and_those_of_cuts_made_are_dark(books):
    bars = dendrogram(books).axes[1].patches
    np.testing.assert_allclose(
        [bar.get_height() for bar in bars], 100 * books.gains[:10] / books.total_inertia
    )
    dark = [sum(bar.get_facecolor()[:3]) < 1 for bar in bars]
    assert dark == [True] * (books.clusters - 1) + [False] * (11 - books.clusters)


def test_names_and_captions_stay_apart_and_inside(books, survey):
    for clusters in (books, survey):
        figure = dendrogram(clusters)
        boxes = text_boxes(figure)
        for i, box in enumerate(boxes):
            assert box.x0 >= 0
            assert box.y0 >= 0
            assert box.x1 <= figure.bbox.x1
            assert not any(box.overlaps(other) for other in boxes[:i])


def test_leaves_are_named_only_where_names_fit(books, survey):
    assert len(survey.merges) + 1 > MOST_LABELED
    texts = [text.get_text() for text in dendrogram(survey).axes[0].texts]
    assert len(texts) == 2 * 9 + 1
    assert "a book with a long title 3" not in [
        text.get_text() for text in dendrogram(books, labels=False).axes[0].texts
    ]


def test_a_tree_of_first_centers_says_so(survey, books):
    def said(clusters):
        return dendrogram(clusters).axes[0].texts[-1].get_text()

    assert said(survey).startswith("Ward's tree of 150 first centers of 4,000 points on 4 axes, cut into 9")
    assert said(books).startswith("Ward's tree of 21 points on 5 axes, cut into 3 clusters")


def test_a_tree_of_different_points_says_so():
    records = {"a": ["x", "y"] * 30, "b": ["u", "u", "v", "v"] * 15, "c": ["r", "s", "t"] * 20}
    found = cluster_axes(multiple_correspondence(records), first_step=12)
    texts = [text.get_text() for text in dendrogram(found).axes[0].texts]
    assert texts[-1].startswith("Ward's tree of 12 different points of 60 points on")


def test_sizes_are_those_of_the_tree_which_says_that_consolidation_changed_them(survey):
    texts = [text.get_text() for text in dendrogram(survey).axes[0].texts]
    for size in np.bincount(survey.ward_labels)[1:].tolist():
        assert f"n = {size:,}" in texts
    assert texts[-1].endswith("not yet consolidated")


def test_the_tree_alone_is_drawn_into_axes_given(books):
    ax = new_axes(6, 4, (0.7, 0.2, 1.2, 0.5))
    figure = dendrogram(books, ax=ax)
    assert figure.axes == [ax]


def test_the_same_picture_has_the_same_bytes(books, tmp_path):
    for name in ("one.svg", "two.svg"):
        save_figure(dendrogram(books), tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
