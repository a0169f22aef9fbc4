import sys

import numpy as np
import polars as pl
import pytest
from matplotlib.colors import to_hex
from matplotlib.image import AxesImage
from matplotlib.path import Path
from scipy.spatial import ConvexHull

from firth.ca import cluster_axes, multiple_correspondence
from firth.errors import InputError
from firth.plots import cluster_map, save_figure
from firth.plots.cluster_map import cluster_color
from plots.conftest import analysis_of


@pytest.fixture(scope="module")
def books():
    rng = np.random.default_rng(0)
    table = rng.poisson(np.repeat(rng.dirichlet(np.ones(9), 3), 7, axis=0) * 500) + 1
    return analysis_of(table, [f"book {i}" for i in range(21)])


@pytest.fixture(scope="module")
def survey():
    rng = np.random.default_rng(0)
    records = pl.DataFrame({f"q{i}": rng.integers(0, 4, 2_000) for i in range(8)}).cast(pl.String)
    return multiple_correspondence(records, axes=4)


def outlines(ax):
    return {
        int(patch.get_gid().rsplit(" ", 1)[1]): patch.get_xy()
        for patch in ax.patches
        if (patch.get_gid() or "").startswith("outline")
    }


def written(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_hulls_are_the_convex_hulls_of_the_clusters(books):
    found = cluster_axes(books)
    (ax,) = cluster_map(books, found, outline="hull").axes
    for cluster, corners in outlines(ax).items():
        points = books.rows.principal[found.labels == cluster, :2]
        expected = points[ConvexHull(points).vertices]
        assert {tuple(corner) for corner in corners} == {tuple(corner) for corner in expected}


def test_ellipses_hold_nineteen_of_twenty_points_of_a_normal_cloud(survey):
    found = cluster_axes(survey, clusters=2)
    (ax,) = cluster_map(survey, found).axes
    for cluster, corners in outlines(ax).items():
        points = survey.rows.principal[found.labels == cluster, :2]
        assert Path(corners).contains_points(points).mean() == pytest.approx(0.95, abs=0.03)


def test_disks_with_numbers_stand_at_the_barycenters(books):
    found = cluster_axes(books, axes=2)
    (ax,) = cluster_map(books, found).axes
    numbers = {text.get_text(): text.xy for text in ax.texts if text.get_text() in ("1", "2", "3")}
    for cluster in (1, 2, 3):
        np.testing.assert_allclose(numbers[str(cluster)], found.centers[cluster - 1])


def test_every_point_is_drawn_in_the_color_of_its_cluster(books):
    found = cluster_axes(books)
    (ax,) = cluster_map(books, found).axes
    drawn = {
        (*place, to_hex(cloud.get_facecolor()[0]))
        for cloud in ax.collections
        for place in cloud.get_offsets().tolist()
    }
    for place, cluster in zip(
        books.rows.principal[:, :2].round(9).tolist(), found.labels.tolist(), strict=True
    ):
        assert (*place, cluster_color(cluster).lower()) in drawn


def test_all_of_few_points_are_named_and_the_paragons_of_many(books, survey):
    assert {f"book {i}" for i in range(21)} <= set(written(cluster_map(books, cluster_axes(books))))
    found = cluster_axes(survey, clusters=3)
    names = set(written(cluster_map(survey, found)))
    nearest = [found.paragons[cluster][0].name for cluster in range(3)]
    assert all(any(name in label.split(", ") for label in names) for name in nearest)
    assert len(names) <= 3 + 9 + 1
    assert not set(written(cluster_map(books, cluster_axes(books), named="none"))) & {"book 1", "book 2"}


def test_points_at_one_place_share_a_marker_and_a_label():
    records = {"a": list("xxxxxyyz"), "b": list("uuuuuvvv"), "c": list("rrrrrsst")}
    analysis = multiple_correspondence(records)
    figure = cluster_map(analysis, cluster_axes(analysis, clusters=3))
    assert "1, 2, 3 + 2" in written(figure)
    assert "6, 7" in written(figure)


def test_the_legend_tells_the_sizes_and_the_note_what_clusters_explain(books):
    found = cluster_axes(books)
    figure = cluster_map(books, found)
    legend = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert legend == [f"cluster {i + 1} ({size})" for i, size in enumerate(found.sizes)]
    share = 100 * found.between / found.total_inertia
    assert written(figure)[-1].startswith(f"{share:.0f} % of the inertia on 5 axes is between clusters")


def test_legend_and_note_stay_inside_and_apart(survey):
    figure = cluster_map(survey, cluster_axes(survey, clusters=10))
    figure.draw_without_rendering()
    (ax,) = figure.axes
    legend, note = ax.get_legend().get_window_extent(), ax.texts[-1].get_window_extent()
    assert not legend.overlaps(note)
    assert legend.y0 >= ax.get_window_extent().y1 - 1
    for box in (legend, note):
        assert box.x1 <= figure.bbox.x1
        assert box.y1 <= figure.bbox.y1


def test_very_many_points_are_shades(survey, monkeypatch):
    found = cluster_axes(survey, clusters=3)
    assert not cluster_map(survey, found).axes[0].images
    monkeypatch.setattr(sys.modules["firth.plots.cluster_map"], "MOST_MARKERS", 1_000)
    (ax,) = cluster_map(survey, found).axes
    assert sum(len(cloud.get_offsets()) for cloud in ax.collections) < 50
    (shade,) = [artist for artist in ax.get_children() if isinstance(artist, AxesImage)]
    assert shade.get_array().max() <= 1


def test_one_axis_and_other_axes(books):
    found = cluster_axes(books)
    assert cluster_map(books, found, axes=(3, 6)).axes[0].get_xlabel().startswith("Axis 3 (")
    assert not outlines(cluster_map(books, found, axes=(1,)).axes[0])


def test_columns_have_clusters_too(books):
    found = cluster_axes(books, side="columns", clusters=3)
    assert "column 4" in written(cluster_map(books, found))


def test_the_same_picture_has_the_same_bytes(books, tmp_path):
    found = cluster_axes(books)
    for name in ("one.svg", "two.svg"):
        save_figure(cluster_map(books, found), tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_refusals(books, survey):
    found = cluster_axes(books)
    with pytest.raises(InputError, match=r"^the clusters are of 21 points, and the analysis has 2,000 rows"):
        cluster_map(survey, found)
    with pytest.raises(InputError, match=r"^outline is 'circle'; "):
        cluster_map(books, found, outline="circle")
    with pytest.raises(InputError, match=r"^named is 'some'; "):
        cluster_map(books, found, named="some")
    with pytest.raises(InputError, match=r"^axis 9 was asked for"):
        cluster_map(books, found, axes=(1, 9))
