import numpy as np
import polars as pl
import pytest

from firth.ca import multiple_correspondence
from firth.errors import InputError
from firth.plots import broken_stick, scree


def lines_of(figure) -> dict:
    return {line.get_label(): line.get_ydata() for line in figure.axes[0].lines}


def records(sizes=(2, 4, 5), n=200) -> pl.DataFrame:
    rng = np.random.default_rng(0)
    hidden = rng.integers(0, 60, n)
    return pl.DataFrame(
        {
            f"v{j}": ((hidden + rng.integers(0, 30, n)) * size // 90).astype(str)
            for j, size in enumerate(sizes)
        }
    )


def test_broken_stick_by_hand():
    np.testing.assert_allclose(broken_stick(1), [1])
    np.testing.assert_allclose(broken_stick(2), [(1 + 1 / 2) / 2, (1 / 2) / 2])
    expected = [
        (1 + 1 / 2 + 1 / 3 + 1 / 4) / 4,
        (1 / 2 + 1 / 3 + 1 / 4) / 4,
        (1 / 3 + 1 / 4) / 4,
        (1 / 4) / 4,
    ]
    np.testing.assert_allclose(broken_stick(4), expected)


def test_the_pieces_of_a_broken_stick_make_the_stick():
    assert broken_stick(1000).sum() == pytest.approx(1)


def test_bars_lines_and_ticks_are_the_shares(fisher):
    figure = scree(fisher)
    (ax,) = figure.axes
    assert [bar.get_height() for bar in ax.patches] == pytest.approx(100 * fisher.shares)
    np.testing.assert_allclose(lines_of(figure)["broken stick"], 100 * broken_stick(3))
    assert [text.get_text() for text in ax.texts] == ["86.6", "13.1", "0.4"]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1\n86.6 %", "2\n99.6 %", "3\n100.0 %"]


def test_permuted_inertias_are_drawn_as_parts_of_the_total_and_take_the_place_of_the_stick(fisher):
    mean, upper = [0.0020, 0.0005, 0.0001], [0.0034, 0.0010, 0.0003]
    lines = lines_of(scree(fisher, permuted=(mean, upper)))
    np.testing.assert_allclose(lines["mean by chance"], 100 * np.array(mean) / fisher.total_inertia)
    np.testing.assert_allclose(lines["95 % by chance"], 100 * np.array(upper) / fisher.total_inertia)
    assert "broken stick" not in lines
    assert "broken stick" in lines_of(scree(fisher, permuted=(mean, upper), stick=True))


def test_permuted_inertias_of_more_axes_than_are_shown_are_cut(large):
    lines = lines_of(scree(large, permuted=(np.full(89, 0.01), np.full(89, 0.02)), top=2))
    assert len(lines["95 % by chance"]) == 2


def test_the_picture_is_high_enough_for_every_line(fisher):
    (ax,) = scree(fisher, permuted=([0.1], [2 * fisher.total_inertia])).axes
    assert ax.get_ylim()[1] > 200


def test_axes_beyond_those_recommended_are_pale(fisher):
    (ax,) = scree(fisher, recommended=2).axes
    colors = [bar.get_facecolor() for bar in ax.patches]
    assert colors[0] == colors[1] != colors[2]
    assert "2 axes to interpret" in [text.get_text() for text in ax.texts]
    assert [line.get_xdata()[0] for line in ax.lines if len(set(line.get_xdata())) == 1] == [2.5]


@pytest.mark.parametrize(
    ("recommended", "said"),
    [(0, "no axis to interpret"), (1, "1 axis to interpret"), (3, "3 axes to interpret")],
)
def test_the_number_of_axes_is_said_and_meets_no_share(fisher, recommended, said):
    figure = scree(fisher, recommended=recommended)
    figure.draw_without_rendering()
    texts = {text.get_text(): text.get_window_extent() for text in figure.axes[0].texts}
    assert not any(texts[said].overlaps(box) for text, box in texts.items() if text != said)


def test_the_legend_is_inside_the_picture(fisher):
    figure = scree(fisher, permuted=([0.1], [0.2]), stick=True)
    legend = figure.axes[0].get_legend().get_window_extent(figure.canvas.get_renderer())
    assert legend.x1 <= figure.bbox.x1
    assert legend.y1 <= figure.bbox.y1


@pytest.mark.parametrize("inertia", [None, "adjusted"])
def test_adjusted_shares_are_called_so_and_end_with_those_above_zero(inertia):
    analysis = multiple_correspondence(records(), inertia=inertia)
    adjusted = analysis.greenacre_shares
    assert len(adjusted) < len(multiple_correspondence(records()).singular_values)
    figure = scree(analysis)
    (ax,) = figure.axes
    assert ax.get_ylabel() == "Adjusted share of inertia (%)"
    assert [bar.get_height() for bar in ax.patches] == pytest.approx(100 * adjusted)
    assert "broken stick" not in lines_of(figure)


@pytest.mark.parametrize("inertia", [None, "adjusted", "burt", "indicator"])
def test_permuted_inertias_are_parts_of_what_the_shares_are_parts_of(inertia):
    inertias = multiple_correspondence(records()).indicator_values ** 2
    figure = scree(multiple_correspondence(records(), inertia=inertia), permuted=(inertias, 0 * inertias))
    heights = [bar.get_height() for bar in figure.axes[0].patches]
    np.testing.assert_allclose(lines_of(figure)["mean by chance"], heights, rtol=1e-9)
    np.testing.assert_allclose(lines_of(figure)["95 % by chance"], 0, atol=1e-12)


@pytest.mark.parametrize(
    ("inertia", "table"), [("burt", "the Burt table"), ("indicator", "the indicator table")]
)
def test_the_table_that_shares_are_of_is_named(inertia, table):
    (ax,) = scree(multiple_correspondence(records(), inertia=inertia)).axes
    assert ax.get_ylabel() == f"Share of {table}'s inertia (%)"


def test_a_joint_analysis_has_shares_but_no_chance_to_compare_with():
    analysis = multiple_correspondence(records(), inertia="joint")
    assert len(scree(analysis).axes[0].patches) > 0
    with pytest.raises(
        InputError, match=r"^permuted inertias cannot be compared with those of a joint analysis"
    ):
        scree(analysis, permuted=([0.1], [0.2]))


def test_the_stick_of_adjusted_shares_is_their_sum():
    analysis = multiple_correspondence(records())
    stick = lines_of(scree(analysis, stick=True))["broken stick"]
    shares = analysis.greenacre_shares
    np.testing.assert_allclose(stick, 100 * shares.sum() * broken_stick(len(shares)))


def test_the_stick_has_as_many_pieces_as_the_table_has_axes_even_if_few_are_kept(large):
    np.testing.assert_allclose(lines_of(scree(large))["broken stick"], 100 * broken_stick(89)[:3])


def test_of_records_the_stick_has_a_piece_for_each_category_beyond_one_of_each_variable():
    for axes in (None, 3):
        analysis = multiple_correspondence(records((2, 4, 5)), axes=axes, inertia="indicator")
        stick = lines_of(scree(analysis, stick=True))["broken stick"]
        np.testing.assert_allclose(stick, 100 * broken_stick(2 + 4 + 5 - 3)[:axes])


def test_long_spectra_are_cut_and_ticked_sparsely(crowd):
    (ax,) = scree(crowd, top=20).axes
    assert len(ax.patches) == 20
    assert len(ax.get_xticks()) <= 15
    together = 100 * crowd.shares[:20].sum()
    assert ax.get_xlabel() == f"Axis (those shown have {together:.1f} % together)"


def test_refusals(fisher):
    with pytest.raises(InputError, match=r"^top is 0; "):
        scree(fisher, top=0)
    with pytest.raises(InputError, match=r"^pieces is 0; "):
        broken_stick(0)
    with pytest.raises(InputError, match=r"^recommended is -1; "):
        scree(fisher, recommended=-1)
    with pytest.raises(InputError, match=r"^permuted has 3 parts; give two arrays"):
        scree(fisher, permuted=([1], [1], [1]))
