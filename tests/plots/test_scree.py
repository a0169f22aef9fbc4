import numpy as np
import polars as pl
import pytest

from firth.ca import multiple_correspondence
from firth.errors import InputError
from firth.plots import broken_stick, scree


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
    (ax,) = scree(fisher).axes
    assert [bar.get_height() for bar in ax.patches] == pytest.approx(100 * fisher.shares)
    lines = {line.get_label(): line.get_ydata() for line in ax.lines}
    np.testing.assert_allclose(lines["cumulative"], 100 * np.cumsum(fisher.shares))
    np.testing.assert_allclose(lines["broken stick"], 100 * broken_stick(3))
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1\n86.6 %", "2\n13.1 %", "3\n0.4 %"]


def test_the_stick_has_as_many_pieces_as_the_table_has_axes_even_if_few_are_kept(large):
    (ax,) = scree(large).axes
    stick = next(line for line in ax.lines if line.get_label() == "broken stick")
    np.testing.assert_allclose(stick.get_ydata(), 100 * broken_stick(89)[:3])


def test_of_records_the_stick_has_a_piece_for_each_category_beyond_one_of_each_variable():
    rng = np.random.default_rng(0)
    sizes = {"sex": 2, "age": 4, "edu": 5}
    records = pl.DataFrame({name: rng.integers(0, size, 200).astype(str) for name, size in sizes.items()})
    for axes in (None, 3):
        (ax,) = scree(multiple_correspondence(records, axes=axes)).axes
        stick = next(line for line in ax.lines if line.get_label() == "broken stick").get_ydata()
        np.testing.assert_allclose(stick, 100 * broken_stick(2 + 4 + 5 - 3)[:axes])


def test_long_spectra_are_cut_and_ticked_sparsely(crowd):
    (ax,) = scree(crowd, top=20).axes
    assert len(ax.patches) == 20
    assert len(ax.get_xticks()) <= 15


def test_refusals(fisher):
    with pytest.raises(InputError, match=r"^top is 0; "):
        scree(fisher, top=0)
    with pytest.raises(InputError, match=r"^pieces is 0; "):
        broken_stick(0)
