"""The page of an interactive sphere, opened in a browser and used with the mouse."""

import sys

import numpy as np
import pytest

from firth.plots import interactive_sphere, save_figure
from plots.globe_points import CORNERS, KINDS, blobs, seen_from
from plots.test_interactive_biplot_in_browser import BROWSER, Opened, browser

pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this system")
__all__ = ["browser"]  # the fixture

CARD = ".thumbnail"
HOVER = ".hovertext"


class Globe(Opened):
    """A page with a sphere on it."""

    def middle(self):
        """Where on the screen the middle of the sphere is."""
        box = self.page.locator("#scene").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def point_at_the_middle(self):
        x, y = self.middle()
        self.page.mouse.move(x - 3, y)
        self.page.mouse.move(x, y)
        self.page.wait_for_selector(HOVER)

    def turn(self, across):
        """Drag the sphere; wait until the eye is somewhere else."""
        before = self.eye()
        self.page.mouse.move(*self.middle())
        self.page.mouse.down()
        self.page.mouse.move(self.middle()[0] + across, self.middle()[1], steps=5)
        self.page.mouse.up()
        self.page.wait_for_function(
            "before => Math.abs(figure._fullLayout.scene._scene.getCamera().eye.x - before) > 0.05",
            arg=before[0],
        )
        self.settle()

    def eye(self):
        eye = self.page.evaluate("() => figure._fullLayout.scene._scene.getCamera().eye")
        return np.array([eye["x"], eye["y"], eye["z"]])


@pytest.fixture
def opened(request, tmp_path):
    contexts = []

    def open_figure(figure):
        save_figure(figure, tmp_path / "sphere.html")
        context = request.getfixturevalue("browser").new_context(
            viewport={"width": 900, "height": 700}, offline=True
        )
        contexts.append(context)
        opened = Globe(context.new_page())
        opened.page.goto((tmp_path / "sphere.html").as_uri())
        opened.page.wait_for_selector("#scene canvas")
        opened.settle()
        assert not opened.complaints
        assert [url for url in opened.requests if not url.startswith(("data:", "blob:"))] == [
            (tmp_path / "sphere.html").as_uri()
        ]
        return opened

    yield open_figure
    for context in contexts:
        context.close()


def test_pointing_at_a_point_shows_its_name_and_class_as_they_are_written(opened):
    names = ["<b>bold", "R&D %{x}", "</script><script>alert(1)</script>", "d", "e", "f"]
    kinds = ["<i>x", "y", "z & more", "x", "y", "z"]
    for place in (0, 2):
        page = opened(interactive_sphere(CORNERS, kinds, labels=names, view=seen_from(CORNERS[place])))
        page.point_at_the_middle()
        shown = page.page.locator(f"{HOVER} .line").all_text_contents()
        assert shown == [names[place], kinds[place]]


def test_the_picture_of_the_point_is_shown_while_the_pointer_is_on_it(opened):
    shades = np.arange(6).reshape(6, 1, 1) * np.ones((1, 8, 8))  # from black to white
    for place in (0, 4):
        page = opened(interactive_sphere(CORNERS, KINDS, images=shades, view=seen_from(CORNERS[place])))
        assert not page.page.locator(CARD).is_visible()
        page.point_at_the_middle()
        page.page.wait_for_selector(CARD)
        assert color_in_the_middle(page.page.locator(CARD)) == pytest.approx(255 * place / 5, abs=3)
        page.page.mouse.move(5, 5)
        page.page.wait_for_selector(CARD, state="hidden")


def test_points_without_a_picture_show_none(opened, monkeypatch):
    monkeypatch.setattr(sys.modules[interactive_sphere.__module__], "thumbnails", few_thumbnails)
    page = opened(interactive_sphere(CORNERS, images=np.zeros((6, 2, 2)), view=seen_from(CORNERS[1])))
    page.point_at_the_middle()
    page.settle()
    assert not page.page.locator(CARD).is_visible()


def test_dragging_turns_the_sphere_and_brings_other_points_to_the_front(opened):
    page = opened(interactive_sphere(*blobs(4, 30), view=(0, 0)))
    before = page.eye()
    page.turn(150)
    after = page.eye()
    assert np.linalg.norm(before) == pytest.approx(np.linalg.norm(after), rel=1e-2)
    assert before @ after / (before @ before) < 0.99


def test_a_click_in_the_legend_hides_a_class(opened):
    page = opened(interactive_sphere(CORNERS, KINDS))
    page.page.locator(".legendtoggle").nth(1).click()
    page.page.wait_for_function("() => figure._fullData.some(trace => trace.visible === 'legendonly')")
    hidden = page.page.evaluate(
        "() => figure._fullData.filter(t => t.visible === 'legendonly').map(t => t.name)"
    )
    assert hidden == ["y"]


def few_thumbnails(images):
    from firth.plots.thumbnails import thumbnails

    return thumbnails(images, max_bytes=4)


def color_in_the_middle(locator):
    """Of an element, as it is on the screen: the mean of red, green and blue."""
    import io

    from matplotlib.image import imread

    pixels = imread(io.BytesIO(locator.screenshot()), format="png")
    return float(pixels[pixels.shape[0] // 2, pixels.shape[1] // 2, :3].mean() * 255)
