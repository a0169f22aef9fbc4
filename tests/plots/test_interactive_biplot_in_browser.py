"""The page of an interactive biplot, opened in a browser and used with the mouse."""

import re
import shutil
from itertools import combinations

import numpy as np
import pytest

from firth.plots import Supplementary, interactive_biplot, save_figure
from plots.conftest import FISHER, analysis_of

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this system")

QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"]
NAMES = ".annotation"
POINTS = ".scatterlayer .point"
MENUS = ".updatemenu-header"
HOVER = ".hoverlayer .hovertext"


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=QUIET)
        yield browser
        browser.close()


class Opened:
    """A page in the browser, with what it complained of and asked for."""

    def __init__(self, page):
        self.page, self.complaints, self.requests = page, [], []
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def boxes(self, selector):
        """Left, top, right, bottom of everything that matches, as it stands on the screen."""
        found = [element.bounding_box() for element in self.page.locator(selector).all()]
        return np.array([[b["x"], b["y"], b["x"] + b["width"], b["y"] + b["height"]] for b in found])

    def names(self):
        return self.page.locator(NAMES).all_text_contents()

    def choose(self, menu, entry):
        """Open a menu, counted from the left, and click an entry."""
        self.page.locator(MENUS).nth(menu).click()
        self.page.locator(".updatemenu-dropdown-button").nth(entry).click()
        self.settle()

    def settle(self):
        """Wait for what the page has set itself to do a little later, and for two frames after that."""
        frames = "requestAnimationFrame(() => requestAnimationFrame(done))"
        self.page.evaluate(f"() => new Promise(done => setTimeout(() => {frames}, 300))")

    def zoom_in(self, point):
        """Turn the wheel of the mouse over a point of the map."""
        self.page.mouse.move(*self.on_screen(point))
        unit = self.axis("x")[1]
        self.page.mouse.wheel(0, -300)
        self.page.wait_for_function(
            "unit => figure._fullLayout.xaxis.c2p(1) - figure._fullLayout.xaxis.c2p(0) > 1.1 * unit", arg=unit
        )
        self.settle()

    def axis(self, direction):
        """Pixels of 0 and of one unit, from the picture's own corner."""
        zero, one = self.page.evaluate(
            "d => [0, 1].map(v => figure._fullLayout[d + 'axis'].c2p(v))", direction
        )
        return zero, one - zero

    def on_screen(self, point):
        """Where a point of the map is on the screen."""
        box = self.page.locator(".nsewdrag").bounding_box()
        (x0, dx), (y0, dy) = self.axis("x"), self.axis("y")
        return box["x"] + x0 + dx * point[0], box["y"] + y0 + dy * point[1]


@pytest.fixture
def opened(browser, tmp_path):
    contexts = []

    def open_figure(figure, size=(1200, 800)):
        save_figure(figure, tmp_path / "biplot.html")
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, offline=True)
        contexts.append(context)
        opened = Opened(context.new_page())
        opened.page.goto((tmp_path / "biplot.html").as_uri())
        opened.page.wait_for_selector(NAMES)
        opened.settle()
        assert not opened.complaints
        assert opened.requests == [(tmp_path / "biplot.html").as_uri()]
        return opened

    yield open_figure
    for context in contexts:
        context.close()


def overlaps(boxes):
    return [
        (i, j)
        for (i, a), (j, b) in combinations(enumerate(boxes), 2)
        if min(a[2], b[2]) - max(a[0], b[0]) > 0.5 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5
    ]


def test_points_stand_where_the_coordinates_say(opened, fisher):
    page = opened(interactive_biplot(fisher))
    boxes = page.boxes(POINTS)
    centers = (boxes[:, :2] + boxes[:, 2:]) / 2
    expected = [
        page.on_screen(point)
        for side in (fisher.columns, fisher.rows)  # the smaller side is drawn last
        for point in side.principal
    ]
    np.testing.assert_allclose(centers, expected, atol=2)
    # The page rounds the ends of axes to hundredths of a pixel.
    assert page.axis("x")[1] == pytest.approx(-page.axis("y")[1], abs=0.02)


def test_every_point_of_a_small_table_is_named_beside_it(opened, fisher):
    page = opened(interactive_biplot(fisher))
    assert sorted(page.names()) == sorted([*fisher.rows.names, *fisher.columns.names])
    places = dict(zip(fisher.rows.names, fisher.rows.principal, strict=True))
    for name, box in zip(page.names(), page.boxes(NAMES), strict=True):
        if name in places:
            x, y = page.on_screen(places[name])
            assert abs(np.clip(x, box[0], box[2]) - x) < 12
            assert abs(np.clip(y, box[1], box[3]) - y) < 12


@pytest.mark.parametrize("size", [(1200, 800), (800, 600)])
@pytest.mark.parametrize("table", ["fisher", "crowd", "large"])
def test_no_two_names_overlap_and_all_lie_in_the_picture(opened, table, size, request):
    page = opened(interactive_biplot(request.getfixturevalue(table)), size)
    boxes = page.boxes(NAMES)
    assert len(boxes) >= 9
    assert not overlaps(boxes)
    (view,) = page.boxes(".nsewdrag")
    assert np.all(boxes[:, :2] >= view[:2] - 1)
    assert np.all(boxes[:, 2:] <= view[2:] + 1)


@pytest.mark.parametrize("size", [(1600, 1000), (1200, 800), (800, 600)])
def test_title_menus_legend_and_picture_keep_off_each_other(opened, fisher, size):
    extra = Supplementary(rows={"x": np.zeros(3)}, columns={"y": np.zeros(3)})
    page = opened(interactive_biplot(fisher, supplementary=extra), size)
    parts = [page.boxes(part) for part in (".gtitle", ".gtitle-subtitle", MENUS, ".legend", ".nsewdrag")]
    assert [len(part) for part in parts] == [1, 1, 4, 1, 1]
    assert not overlaps(np.vstack(parts))


def test_pointing_at_a_point_shows_its_statistics(opened, fisher):
    page = opened(interactive_biplot(fisher))
    page.page.mouse.move(*page.on_screen(fisher.columns.principal[4]))
    page.page.wait_for_selector(HOVER)
    shown = page.page.locator(HOVER).text_content()
    column = fisher.columns
    assert shown.startswith("black (column)")
    assert f"mass {column.masses[4]:.4g} " in shown
    for axis in range(3):
        values = column.principal[4, axis], 100 * column.contributions[4, axis], column.cos2[4, axis]
        assert "axis {}: {:.4f} · contribution {:.3g}% · cos² {:.3f}".format(axis + 1, *values) in shown


def test_no_button_sends_the_data_anywhere(opened, fisher):
    page = opened(interactive_biplot(fisher))
    buttons = [button.get_attribute("data-title") for button in page.page.locator(".modebar-btn").all()]
    assert "Download plot as a PNG" in buttons
    assert not [title for title in buttons if re.search("share|cloud|edit|send", title, re.IGNORECASE)]


def test_choosing_an_axis_moves_points_and_their_names(opened, fisher):
    page = opened(interactive_biplot(fisher))
    page.choose(1, 2)
    assert page.page.locator(".ytitle").text_content() == "Axis 3 (0.4 %)"
    where = dict(zip(page.names(), page.boxes(NAMES), strict=True))
    x, y = page.on_screen(fisher.rows.principal[3, [0, 2]])
    assert abs(np.clip(x, *where["dark"][[0, 2]]) - x) < 12
    assert abs(np.clip(y, *where["dark"][[1, 3]]) - y) < 12
    assert not overlaps(page.boxes(NAMES))


def test_menus_show_one_side_and_hide_names(opened, fisher):
    page = opened(interactive_biplot(fisher))
    page.choose(2, 1)
    assert page.page.locator(POINTS).count() == 4
    assert sorted(page.names()) == sorted(fisher.rows.names)
    page.choose(2, 0)
    assert len(page.names()) == 9
    page.choose(3, 1)
    assert page.names() == []
    assert page.page.locator(POINTS).count() == 9


def test_zooming_in_names_points_that_had_no_name(opened, large):
    page = opened(interactive_biplot(large))
    before = set(page.names())
    for _ in range(5):
        page.zoom_in((0, 0))
    after = set(page.names())
    (view,) = page.boxes(".nsewdrag")
    assert after - before
    # The page rounds the ends of axes to hundredths of a pixel.
    assert page.axis("x")[1] == pytest.approx(-page.axis("y")[1], abs=0.02)
    places = {
        name: point
        for side in (large.rows, large.columns)
        for name, point in zip(side.names, side.principal[:, :2], strict=True)
    }
    for name in after:
        x, y = page.on_screen(places[name])
        assert view[0] <= x <= view[2]
        assert view[1] <= y <= view[3]
    assert not overlaps(page.boxes(NAMES))


def test_the_most_contributing_points_are_the_ones_named(opened, large):
    page = opened(interactive_biplot(large, labels=3))
    weight = {
        name: value
        for side in (large.rows, large.columns)
        for name, value in zip(side.names, side.contributions[:, :2] @ large.inertias[:2], strict=True)
    }
    assert set(page.names()) == set(sorted(weight, key=weight.get)[-3:])


def test_names_are_shown_as_they_are_written(opened):
    names = ["<b>bold", "R&D", "</script><script>alert(1)</script>", "日本語"]
    page = opened(interactive_biplot(analysis_of(FISHER, rows=names)))
    assert set(names) <= set(page.names())


def test_supplementary_points_are_named_after_active_ones_and_in_italics(opened, fisher):
    extra = Supplementary(rows={"mean": np.zeros(3)})
    assert "mean" not in opened(interactive_biplot(fisher, supplementary=extra, labels=5)).names()
    page = opened(interactive_biplot(fisher, supplementary=extra, labels=10))
    assert page.names()[-1] == "mean"
    assert "italic" in page.page.locator(f"{NAMES} tspan").get_attribute("style")


def test_large_tables_are_drawn_by_the_graphics_card(opened):
    rng = np.random.default_rng(0)
    table = rng.poisson(rng.dirichlet(np.ones(3), 3_100) @ rng.dirichlet(np.ones(40), 3) * 300) + 1
    page = opened(interactive_biplot(analysis_of(table, axes=3)))
    assert page.page.locator(".gl-canvas").count() > 0
    assert not page.page.locator(POINTS).count()
    assert len(page.names()) >= 20
    assert not overlaps(page.boxes(NAMES))


def test_one_axis_is_a_line(opened):
    page = opened(interactive_biplot(analysis_of([[5, 1], [2, 7], [3, 3]]), axes=(1,)))
    boxes = page.boxes(POINTS)
    assert np.ptp((boxes[:, 1] + boxes[:, 3]) / 2) < 2
    assert page.page.locator(MENUS).count() == 3
    assert len(page.names()) == 5
