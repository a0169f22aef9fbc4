import re

import numpy as np
import pytest

from firth.errors import InputError
from firth.plots import Supplementary, interactive_biplot, save_figure
from plots.conftest import FISHER, analysis_of
from plots.survey import ACTIVE, ages_and_sexes, survey


def traces(figure):
    return {trace.name: trace for trace in figure.data}


def test_points_and_statistics_are_those_of_the_analysis(fisher):
    drawn = traces(interactive_biplot(fisher, axes=(2, 1)))
    rows, columns = drawn["rows"], drawn["columns"]
    np.testing.assert_allclose(rows.x, fisher.rows.principal[:, 1], rtol=1e-5)
    np.testing.assert_allclose(columns.y, fisher.columns.principal[:, 0], rtol=1e-5)
    expected = np.column_stack(
        [
            fisher.columns.masses,
            fisher.columns.inertias,
            *(
                values[:, axis]
                for axis in range(3)
                for values in (fisher.columns.principal, fisher.columns.contributions, fisher.columns.cos2)
            ),
        ]
    )
    np.testing.assert_allclose(columns.customdata, expected, rtol=1e-6)
    for word in ("mass", "inertia", "contribution", "cos²", "axis 3"):
        assert word in columns.hovertemplate


def test_menus_offer_every_axis_kept_in_both_directions(fisher):
    figure = interactive_biplot(fisher, map="rows", axes=(1, 3))
    horizontal, vertical = figure.layout.updatemenus[:2]
    assert [b.label for b in horizontal.buttons] == [
        "→ Axis 1 (86.6 %)",
        "→ Axis 2 (13.1 %)",
        "→ Axis 3 (0.4 %)",
    ]
    assert (horizontal.active, vertical.active) == (0, 2)
    moved, titled = vertical.buttons[1].args
    at = [trace.name for trace in figure.data].index("columns")
    np.testing.assert_allclose(moved["y"][at], fisher.columns.standard[:, 1], rtol=1e-5)
    assert titled["yaxis.title.text"] == "Axis 2 (13.1 %)"


def test_buttons_show_one_side(fisher):
    figure = interactive_biplot(fisher, supplementary=Supplementary(rows={"x": np.zeros(3)}))
    names = [trace.name for trace in figure.data]
    shown = {
        button.label: {name for name, visible in zip(names, button.args[1], strict=True) if visible}
        for button in figure.layout.updatemenus[2].buttons
    }
    assert shown == {
        "rows and columns": {"rows", "columns", "supplementary rows"},
        "rows": {"rows", "supplementary rows"},
        "columns": {"columns"},
    }


def test_choosing_an_axis_moves_all_points_in_its_direction_and_nothing_else(fisher):
    figure = interactive_biplot(fisher, supplementary=Supplementary(columns={"x": np.ones(3)}))
    positions = {"rows": fisher.rows.principal, "columns": fisher.columns.principal}
    for direction, menu in zip("xy", figure.layout.updatemenus[:2], strict=True):
        for axis, button in enumerate(menu.buttons):
            moved, titled = button.args
            assert (button.method, set(moved)) == ("update", {direction})
            assert set(titled) == {f"{direction}axis.title.text", f"{direction}axis.autorange"}
            for trace, places in zip(figure.data, moved[direction], strict=True):
                expected = positions.get(trace.name, np.ones((1, 3)))[:, axis]
                np.testing.assert_allclose(places, expected, rtol=1e-5)


def test_the_last_menu_shows_names_or_points_alone(fisher):
    menu = interactive_biplot(fisher).layout.updatemenus[-1]
    assert {button.label: button.args for button in menu.buttons} == {
        "names": ("mode", "markers+text"),
        "no names": ("mode", "markers"),
    }


def test_menus_stand_side_by_side_above_the_picture(fisher):
    menus = interactive_biplot(fisher).layout.updatemenus
    assert {(menu.x, menu.y, menu.xanchor, menu.yanchor) for menu in menus} == {(0, 1, "left", "bottom")}
    assert np.diff([menu.pad.l for menu in menus]).min() >= 150


def test_the_smaller_cloud_is_drawn_over_the_larger_and_rows_come_first_in_the_legend():
    for shape in ((4, 7), (7, 4)):
        table = np.random.default_rng(0).poisson(5, shape) + 1
        figure = interactive_biplot(analysis_of(table))
        assert [len(trace.x) for trace in figure.data] == [7, 4]
        drawn = traces(figure)
        assert drawn["rows"].legendrank < drawn["columns"].legendrank


def test_the_most_contributing_points_are_kept_of_many_and_the_title_says_so(large):
    figure = interactive_biplot(large, max_points=100)
    assert [len(trace.x) for trace in figure.data] == [100, 90]
    assert "the 100 most contributing of 600 rows" in figure.layout.title.subtitle.text


def test_many_points_are_drawn_by_the_graphics_card():
    rng = np.random.default_rng(0)
    figure = interactive_biplot(analysis_of(rng.poisson(5, (3_100, 4)) + 1), labels=0)
    # Both: what is drawn without the card would lie below what is drawn by it.
    assert [trace.type for trace in figure.data] == ["scattergl", "scattergl"]
    assert not any(figure.data[0].text)


def test_as_many_names_as_asked_for(large):
    names = [name for trace in interactive_biplot(large, labels=7).data for name in trace.text if name]
    assert len(names) == 7


def test_one_axis_makes_one_menu():
    figure = interactive_biplot(analysis_of([[5, 1], [2, 7], [3, 3]]), axes=(1,))
    assert len(figure.layout.updatemenus) == 3
    assert not np.any(figure.data[0].y)


def test_the_page_is_self_contained(fisher, tmp_path):
    save_figure(interactive_biplot(fisher, title="Eyes & hair"), tmp_path / "biplot.html")
    page = (tmp_path / "biplot.html").read_text()
    assert len(page) > 1_000_000  # plotly's JavaScript is inside
    assert not re.search(r"<script[^>]*\ssrc=", page)
    assert not re.search(r"<link\b", page)
    assert "<title>Eyes &amp; hair</title>" in page
    ours = page[page.rindex("Plotly.newPlot") :]
    assert not re.search(r"https?://(?!plot\.ly\b)", ours)


def test_names_cannot_become_markup(tmp_path):
    analysis = analysis_of(FISHER, rows=["</script><script>alert(1)</script>", "<b>b", "c", "d"])
    figure = interactive_biplot(analysis)
    assert traces(figure)["rows"].hovertext[1] == "&lt;b&gt;b"
    save_figure(figure, tmp_path / "biplot.html")
    assert "<script>alert" not in (tmp_path / "biplot.html").read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"axes": (1, 9)}, "axis 9 was asked for, but"),
        ({"map": "flat"}, "there is no map 'flat'"),
        ({"labels": -1}, "labels is -1; it must be at least 0."),
        ({"max_axes": 0}, "max_axes is 0; it must be at least 1."),
        ({"max_points": 0}, "max_points is 0; it must be at least 1."),
    ],
)
def test_refusals_say_what_to_do(fisher, options, message):
    with pytest.raises(InputError) as caught:
        interactive_biplot(fisher, **options)
    assert str(caught.value).startswith(message)


def test_individuals_and_categories_have_their_names_on_a_page():
    figure = interactive_biplot(survey(), supplementary=Supplementary(columns=ages_and_sexes()))
    drawn = traces(figure)
    assert set(drawn) == {"individuals", "categories", "supplementary categories"}
    assert [button.label for button in figure.layout.updatemenus[2].buttons] == [
        "all points",
        "individuals",
        "categories",
    ]
    assert "(category)" in drawn["categories"].hovertemplate
    assert "Not.sophisticated" in drawn["categories"].hovertext
    assert not any(drawn["individuals"].text)
    assert "Axis 1 (" + f"{100 * survey().shares[0]:.1f} %)" == figure.layout.xaxis.title.text


def test_supplementary_points_of_an_analysis_show_their_cos2():
    side = ages_and_sexes()
    trace = traces(interactive_biplot(survey(), supplementary=Supplementary(columns=side)))
    found = trace["supplementary categories"].customdata
    np.testing.assert_allclose(found, np.hstack([side.principal, side.cos2]), rtol=1e-5)


def test_categories_can_have_the_colors_of_their_variables():
    categories = traces(interactive_biplot(survey(), color="variable"))["categories"]
    colors = dict(zip(categories.hovertext, categories.marker.color, strict=True))
    assert colors["Earl Grey"] == colors["black"] != colors["tea bag"]
    assert len(set(colors.values())) == len(ACTIVE)


def test_of_thousands_of_individuals_an_even_choice_is_drawn():
    figure = interactive_biplot(survey(6_000), max_points=500)
    drawn = traces(figure)["individuals"]
    np.testing.assert_allclose(drawn.x, survey(6_000).rows.principal[::12, 0], rtol=1e-5)
    assert "500 of 6,000 individuals" in figure.layout.title.subtitle.text
