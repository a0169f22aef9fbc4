"""firth ca, firth nlca and firth gini, from files to files."""

from typing import get_args

import polars as pl
import pytest

from firth.plots.ca_map import MAP_NAMES, Map

SMOKING = (
    "staff,none,light,medium,heavy\nSM,4,2,3,2\nJM,4,3,7,4\nSE,25,10,12,4\nJE,18,24,33,13\nSC,10,6,7,2\n"
)


@pytest.fixture
def smoking(tmp_path):
    path = tmp_path / "smoking.csv"
    path.write_text(SMOKING)
    return path


def test_ca_writes_rows_columns_axes_and_a_summary(firth, smoking, tmp_path):
    result = firth(f"ca {smoking} -o {tmp_path}/results")
    assert result.exit_code == 0, result.output
    rows = pl.read_csv(tmp_path / "results" / "rows.csv")
    assert rows.columns[:5] == ["name", "mass", "inertia", "distance", "F1"]
    assert rows["name"].to_list() == ["SM", "JM", "SE", "JE", "SC"]
    axes = pl.read_csv(tmp_path / "results" / "axes.csv")
    assert axes["singular_value"][0] == pytest.approx(0.273421114557299, rel=1e-12)  # R's ca
    summary = (tmp_path / "results" / "summary.txt").read_text()
    assert summary in result.stdout
    assert "χ² = 16.4416 with 12 degrees of freedom" in summary


def test_ca_draws_pictures_and_places_supplementary_rows(firth, smoking, tmp_path):
    result = firth(f"ca {smoking} -o {tmp_path}/results --plot --sup-rows SC --format parquet")
    assert result.exit_code == 0, result.output
    assert pl.read_parquet(tmp_path / "results" / "rows.parquet").height == 4
    assert pl.read_parquet(tmp_path / "results" / "supplementary_rows.parquet")["name"].to_list() == ["SC"]
    names = {path.name for path in (tmp_path / "results").iterdir()}
    assert {"biplot.png", "biplot.html", "scree.png", "contributions.png"} <= names


@pytest.mark.parametrize("map", get_args(Map))
def test_ca_draws_the_map_asked_for_on_the_page_too(firth, smoking, tmp_path, map):
    result = firth(f"ca {smoking} -o {tmp_path}/results --plot --map {map}")
    assert result.exit_code == 0, result.output
    assert MAP_NAMES[map] in (tmp_path / "results" / "biplot.html").read_text()
    other = "rows" if map == "columns" else "columns"
    assert firth(f"ca {smoking} -o {tmp_path}/other --plot --map {other}").exit_code == 0
    drawn, different = ((tmp_path / name / "biplot.png").read_bytes() for name in ("results", "other"))
    assert drawn != different


def test_ca_of_two_columns_draws_its_only_axis(firth, tmp_path):
    (tmp_path / "table.csv").write_text("a,b,c\nx,5,1\ny,2,7\nz,3,3\n")
    result = firth(f"ca {tmp_path}/table.csv -o {tmp_path}/results --plot")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "results" / "contributions.png").exists()


def test_a_long_table_gives_the_same_analysis_as_a_wide_one(firth, smoking, tmp_path):
    long = pl.read_csv(smoking).unpivot(index="staff", variable_name="smokes", value_name="count")
    long.write_csv(tmp_path / "long.csv")
    wide = firth(f"ca {smoking}").stdout
    assert firth(f"ca {tmp_path}/long.csv --long").stdout == wide


def test_ca_of_records(firth, tmp_path):
    lines = ["sex,smokes,age", *["f,no,old", "m,yes,young", "f,yes,young", "m,no,old", "f,no,young"] * 4]
    (tmp_path / "survey.csv").write_text("\n".join(lines))
    result = firth(f"ca {tmp_path}/survey.csv --mca --sup-columns age -o {tmp_path}/results")
    assert result.exit_code == 0, result.output
    assert "20 records, 2 variables, 4 categories" in result.stdout
    placed = pl.read_csv(tmp_path / "results" / "supplementary_columns.csv")
    assert placed["name"].to_list() == ["age:old", "age:young"]


def test_ca_demo_is_fishers_table(firth):
    result = firth("ca --demo")
    assert result.exit_code == 0
    assert "n = 5,387" in result.stdout


def test_gini_prints_correlations(firth, tmp_path):
    (tmp_path / "survey.csv").write_text("a,b\nx,u\nx,u\ny,v\ny,v\n")
    result = firth(f"gini {tmp_path}/survey.csv -o {tmp_path}/results --plot")
    assert result.exit_code == 0, result.output
    assert "1.0000   1.0000" in result.stdout
    assert (tmp_path / "results" / "correlations.png").exists()


def test_nlca_with_power_one_is_correspondence_analysis(firth, smoking, tmp_path):
    assert firth(f"nlca {smoking} -o {tmp_path}/one --beta 1 --axes 3").exit_code == 0
    assert firth(f"ca {smoking} -o {tmp_path}/ca").exit_code == 0
    one, ca = (pl.read_csv(tmp_path / name / "rows.csv") for name in ("one", "ca"))
    for axis in ("F1", "F2", "F3"):
        assert one[axis].to_list() == pytest.approx(ca[axis].to_list(), abs=1e-12)
    assert {"G1", "G2", "G3"} <= set(one.columns)


@pytest.mark.parametrize(
    ("options", "says"),
    [("", "symmetric map"), ("--map gravity", "centres of gravity"), ("--axes 1", "symmetric map")],
)
def test_nlca_draws_biplots_and_a_scree_plot(firth, smoking, tmp_path, options, says):
    result = firth(f"nlca {smoking} -o {tmp_path}/results --plot {options}")
    assert result.exit_code == 0, result.output
    for name in ("biplot.png", "biplot.html", "scree.png"):
        assert f"saved     {tmp_path}/results/{name}" in result.stdout
    assert says in (tmp_path / "results" / "biplot.html").read_text()


def test_nlca_with_power_one_draws_the_same_scree_plot_as_ca(firth, smoking, tmp_path):
    assert firth(f"nlca {smoking} -o {tmp_path}/one --beta 1 --axes 3 --plot").exit_code == 0
    assert firth(f"ca {smoking} -o {tmp_path}/ca --plot").exit_code == 0
    one, ca = ((tmp_path / name / "scree.png").read_bytes() for name in ("one", "ca"))
    assert one == ca


def test_a_map_without_pictures_is_refused(firth, smoking, tmp_path):
    for command in (f"ca {smoking} --map rows", f"nlca {smoking} -o {tmp_path}/results --map gravity"):
        refused = firth(command)
        assert refused.exit_code == 2
        assert "is for pictures; ask for them with --plot." in refused.stderr


def test_nlca_by_logarithm_asks_for_a_pseudo_count(firth, smoking, tmp_path):
    refused = firth(f"nlca {smoking} -o {tmp_path}/log --function log")
    assert (refused.exit_code, "pseudo" in refused.stderr) == (2, True)
    assert firth(f"nlca {smoking} -o {tmp_path}/log --function log --pseudo-count 0.1").exit_code == 0


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        (SMOKING.replace("25", "-25"), "", "row 'SE' and column 'none' is -25"),
        (SMOKING.replace("25", "many"), "", "column 'none' has 'many' in row 'SE'"),
        (SMOKING.replace("JM", "SM"), "", "'SM' stands twice among the rows"),
        ("a,b\n", "", "no rows"),
        (SMOKING, "--axes 9", "axes is 9; this table has at most 3"),
        (SMOKING, "--sup-rows nobody", "there is no 'nobody' among the rows"),
        (SMOKING, "--exclude a:b", "--exclude is for --mca"),
        (SMOKING, "--plot", "--plot needs a folder"),
        (SMOKING, "-o x --plot --map contribution --sup-columns heavy", "supplementary columns have none"),
    ],
)
def test_bad_tables_get_one_sentence(firth, tmp_path, text, options, says):
    (tmp_path / "table.csv").write_text(text)
    result = firth(f"ca {tmp_path}/table.csv {options}")
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("firth: ")
    assert says in result.stderr
