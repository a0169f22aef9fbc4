import re
import sys

import numpy as np
import pytest

from firth.errors import InputError
from firth.plots import interactive_sphere, save_figure
from plots.globe_points import CORNERS, KINDS, blobs

NASTY = ["</script><script>alert(1)</script>", "<b>b", "c & d", "%{x}", "e", "f"]


def classes_in(figure):
    return {trace.name: trace for trace in figure.data if trace.showlegend}


def places(trace):
    return np.column_stack([trace.x, trace.y, trace.z])


def test_each_class_is_a_trace_with_its_points_and_names():
    drawn = classes_in(interactive_sphere(CORNERS, KINDS, labels=list("abcdef")))
    assert list(drawn) == ["x", "y", "z"]
    np.testing.assert_allclose(places(drawn["y"]), CORNERS[[1, 4]])
    assert list(drawn["y"].hovertext) == ["b", "e"]
    assert len({trace.marker.color for trace in drawn.values()}) == 3


def test_points_without_names_have_numbers_and_without_classes_no_legend():
    figure = interactive_sphere(CORNERS)
    (trace,) = classes_in(figure).values()
    assert list(trace.hovertext)[:2] == ["point 0", "point 1"]
    assert not figure.layout.showlegend


def test_the_eye_is_where_the_view_is():
    camera = interactive_sphere(CORNERS, view=(90, 30)).layout.scene.camera
    eye = np.array([camera.eye.x, camera.eye.y, camera.eye.z])
    np.testing.assert_allclose(eye / np.linalg.norm(eye), [0, np.sqrt(0.75), 0.5], atol=1e-3)
    points, classes = blobs(1, 50)
    eye = interactive_sphere(points, classes).layout.scene.camera.eye
    assert np.array([eye.x, eye.y, eye.z]) @ points.mean(axis=0) > 0.7


def test_other_points_in_space_have_no_globe():
    assert [trace.type for trace in interactive_sphere(CORNERS).data] == ["surface", "scatter3d", "scatter3d"]
    assert [trace.type for trace in interactive_sphere(9 * CORNERS + 1).data] == ["scatter3d"]


def test_pictures_are_numbered_as_they_stand_on_the_sheet():
    images = np.arange(6 * 4).reshape(6, 2, 2)
    figure = interactive_sphere(CORNERS, KINDS, images=images)
    assert list(classes_in(figure)["y"].customdata) == [1, 4]
    sheet = figure.layout.meta["thumbnails"]
    assert (sheet["width"], sheet["height"], sheet["across"]) == (2, 2, 3)
    assert sheet["uri"].startswith("data:image/png;base64,")


def test_the_title_says_how_many_points_are_left_out():
    points, classes = blobs(3, 50)
    figure = interactive_sphere(points, classes, max_points=100)
    assert sum(len(trace.x) for trace in classes_in(figure).values()) == 100
    assert figure.layout.title.subtitle.text.startswith("100 of 150 points · ")


def test_a_page_with_too_many_pictures_stays_small_and_says_so(tmp_path):
    count = 3_000
    points = np.tile(CORNERS, (count // 6, 1))
    images = np.random.default_rng(0).integers(0, 256, size=(count, 64, 64)).astype(np.uint8)
    figure = interactive_sphere(points, images=images)
    kept = 10_000_000 // 64**2
    assert f" · pictures of {kept:,} · " in figure.layout.title.subtitle.text
    (trace,) = classes_in(figure).values()
    assert (np.array(trace.customdata) >= 0).sum() == kept
    save_figure(figure, tmp_path / "sphere.html")
    assert (tmp_path / "sphere.html").stat().st_size < 20_000_000


def test_the_page_is_self_contained_and_the_same_every_time(tmp_path):
    for name in ("one", "two"):
        figure = interactive_sphere(CORNERS, KINDS, images=np.zeros((6, 2, 2)), title="Tea & milk")
        save_figure(figure, tmp_path / f"{name}.html")
    page = (tmp_path / "one.html").read_text()
    assert page == (tmp_path / "two.html").read_text()
    assert len(page) > 1_000_000  # plotly's JavaScript is inside
    assert not re.search(r"<script[^>]*\ssrc=|<link\b", page)
    assert "<title>Tea &amp; milk</title>" in page
    assert not re.search(r"https?://(?!plot\.ly\b)", page[page.rindex("Plotly.newPlot") :])


def test_a_page_without_pictures_carries_no_script_for_them(tmp_path):
    save_figure(interactive_sphere(CORNERS), tmp_path / "sphere.html")
    assert "thumbnail" not in (tmp_path / "sphere.html").read_text().rpartition("Plotly.newPlot")[2]


def test_names_cannot_become_markup(tmp_path):
    figure = interactive_sphere(CORNERS, NASTY, labels=NASTY, title=NASTY[0])
    assert classes_in(figure)["&lt;b&gt;b"].hovertext == ("&lt;b&gt;b",)
    save_figure(figure, tmp_path / "sphere.html")
    assert "<script>alert" not in (tmp_path / "sphere.html").read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"labels": ["a"]}, "there are 1 labels for 6 points; give one for each point."),
        ({"images": np.zeros((5, 2, 2))}, "there are 5 images for 6 points; give one for each point."),
        ({"images": np.zeros((6, 2))}, "images have the shape (6, 2); "),
        ({"classes": ["a"]}, "there are 1 classes for 6 points; "),
        ({"max_points": 0}, "max_points is 0; it must be at least 1."),
        ({"view": (0, 91)}, "azimuth 0 and elevation 91 are not a direction; "),
    ],
)
def test_refusals_say_what_to_do(options, message):
    with pytest.raises(InputError) as caught:
        interactive_sphere(CORNERS, **options)
    assert str(caught.value).startswith(message)


def test_without_plotly_the_extra_that_has_it_is_named(monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "plotly"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "plotly", None)
    with pytest.raises(InputError, match=r"^plotly, which draws this, is not installed; .*firth\[plots\]"):
        interactive_sphere(CORNERS)
