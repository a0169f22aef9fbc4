import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from matplotlib.legend import Legend

from firth.errors import InputError
from firth.plots import Supplementary, biplot
from firth.plots.ca_map import ca_map
from firth.plots.point_colors import CLASS_COLORS, SCALE, UNKNOWN, legible, point_colors
from plots.survey import ACTIVE, ages_and_sexes, answers, survey


def legends(figure):
    return [
        [text.get_text() for text in legend.get_texts()]
        for legend in figure.axes[0].get_children()
        if isinstance(legend, Legend)
    ]


def test_categories_of_a_variable_share_a_color_and_variables_differ():
    shown = ca_map(survey(), "symmetric", Supplementary(columns=ages_and_sexes()))
    colors = point_colors(shown, (1, 2), "variable", None)
    by_variable = {
        variable: set(own[[name == variable for name in part.variables]].tolist())
        for part, own in zip(shown.points, colors.points, strict=True)
        if part.variables
        for variable in part.variables
    }
    assert all(len(found) == 1 for found in by_variable.values())
    assert len(set.union(*by_variable.values())) == 7
    assert [name for name, _ in colors.classes] == [*ACTIVE, "age", "sex"]


def test_a_notebook_which_trims_pictures_keeps_the_legend_below_the_map():
    figure = biplot(survey(), color="group", groups=answers()["sex"])
    below = next(legend for legend in figure.axes[0].artists if isinstance(legend, Legend))
    figure.draw_without_rendering()
    kept = figure.get_tightbbox().transformed(figure.dpi_scale_trans)
    assert kept.y0 <= below.get_window_extent().y0 + 1e-6


def test_a_legend_explains_variables_and_groups():
    assert sorted(map(len, legends(biplot(survey(), color="variable")))) == [2, 5]
    found = legends(biplot(survey(), color="group", groups=answers()["sex"]))
    assert ["F", "M"] in found
    assert ["individuals", "categories"] in found


def test_colors_of_groups_follow_the_rows():
    groups = answers()["sex"].to_list()
    shown = ca_map(survey())
    rows = point_colors(shown, (1, 2), "group", groups).points[0]
    assert set(rows[[value == "F" for value in groups]]) == {CLASS_COLORS[0]}
    assert set(rows[[value == "M" for value in groups]]) == {CLASS_COLORS[1]}


@pytest.mark.parametrize("what", ["cos2", "contribution"])
def test_the_largest_statistic_has_the_last_color_and_a_bar_shows_the_scale(what):
    analysis = survey()
    shown = ca_map(analysis)
    shares = analysis.inertias[:2] / analysis.inertias[:2].sum()
    values = [
        side.cos2[:, :2].sum(axis=1) if what == "cos2" else side.contributions[:, :2] @ shares
        for side in (analysis.rows, analysis.columns)
    ]
    colors = point_colors(shown, (1, 2), what, None)
    found, expected = np.concatenate(colors.points), np.concatenate(values)
    assert found[expected.argmax()] == SCALE[-1].lower()
    assert found[expected.argmin()] != SCALE[-1].lower()
    assert colors.scale[1] == pytest.approx(expected.max())
    (bar,) = biplot(analysis, color=what).axes[0].child_axes
    assert ("cos²" if what == "cos2" else "contribution") in bar.get_ylabel()


def test_supplementary_points_have_cos2_but_no_contribution():
    side = ages_and_sexes()
    figure = biplot(survey(), supplementary=Supplementary(columns=side), color="cos2", hide="rows")
    hollow = [c for c in figure.axes[0].collections if c.get_label() == "supplementary categories"]
    assert len({to_hex(color) for c in hollow for color in c.get_edgecolor()}) > 2
    figure = biplot(survey(), supplementary=Supplementary(columns=side), color="contribution")
    hollow = [c for c in figure.axes[0].collections if c.get_label() == "supplementary categories"]
    assert len({to_hex(color) for c in hollow for color in c.get_edgecolor()}) == 1


def test_refusals_say_what_to_do(fisher):
    refused = {
        "color is 'red'; choose": {"color": "red"},
        "color='variable' is for the categories": {"color": "variable"},
        "color='group' and groups belong together": {"color": "group"},
        "groups has 3 values, and the analysis has 4 rows": {"color": "group", "groups": ["a"] * 3},
    }
    for message, options in refused.items():
        with pytest.raises(InputError) as caught:
            biplot(fisher, **options)
        assert str(caught.value).startswith(message)
    with pytest.raises(InputError, match="groups has 200 different values; colors tell 20 apart"):
        biplot(survey(), color="group", groups=np.arange(200))


def contrast_to_white(color):
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in to_rgb(color)]
    return 1.05 / (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)


def test_letters_stay_legible_in_print_where_markers_are_pale():
    figure = biplot(survey(), color="contribution", supplementary=Supplementary(columns=ages_and_sexes()))
    names = [text for text in figure.axes[0].texts if text.get_fontstyle() == "italic"]
    assert names
    assert contrast_to_white(UNKNOWN) < 3
    assert all(contrast_to_white(text.get_color()) > 3.9 for text in names)
    assert all(contrast_to_white(legible(color)) > 3.9 for color in (*CLASS_COLORS, *SCALE, "white"))


def test_the_legend_of_groups_says_what_they_are_values_of():
    def titles(groups):
        figure = biplot(survey(), color="group", groups=groups)
        found = [child for child in figure.axes[0].get_children() if isinstance(child, Legend)]
        assert all(box.get_window_extent().y0 >= 0 for box in found)
        return [legend.get_title().get_text() for legend in found]

    assert "sex" in titles(answers()["sex"])
    assert set(titles(answers()["sex"].to_list())) == {""}
