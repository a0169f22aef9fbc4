import polars as pl
import pytest

from firth.store.spreadsheet_cells import as_text_cell, with_text_cells

CELLS = {
    "=1+1": "'=1+1", "+tea": "'+tea", "-ing": "'-ing", "@name": "'@name", "\tx": "'\tx",
    "-": "'-", "--1": "'--1",
    "-1e": "'-1e", "+1-1": "'+1-1", "-1\n=x": "'-1\n=x", "+1": "+1", "-3.5": "-3.5", "-.5": "-.5",
    "-1,5": "-1,5",
    "+1e-5": "+1e-5", "-5%": "-5%", "tea=": "tea=", "": "", "'=x": "'=x", " =x": " =x",
}  # fmt: skip


@pytest.mark.parametrize(("text", "cell"), CELLS.items())
def test_what_would_be_a_formula_gets_an_apostrophe_and_a_number_none(text, cell):
    assert as_text_cell(text) == cell


def test_a_frame_is_guarded_as_each_of_its_cells_is_with_the_names_of_columns():
    frame = pl.DataFrame({"=a": list(CELLS), "b": [-1.5] * len(CELLS)})
    frame = frame.with_columns(pl.col("=a").cast(pl.Categorical).alias("c"))
    guarded = with_text_cells(frame)
    assert guarded.columns == ["'=a", "b", "c"]
    assert guarded["'=a"].to_list() == guarded["c"].to_list() == list(CELLS.values())
    assert guarded["b"].to_list() == frame["b"].to_list()


def test_what_is_missing_stays_missing():
    assert with_text_cells(pl.DataFrame({"a": [None, "=x"]}))["a"].to_list() == [None, "'=x"]
