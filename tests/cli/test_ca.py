"""firth ca, firth nlca and firth gini, from files to files."""

import json
from typing import get_args

import numpy as np
import polars as pl
import pytest

from firth.plots import canvas
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
    wide, other = firth(f"ca {smoking}").stdout, firth(f"ca {tmp_path}/long.csv --long").stdout
    assert wide.partition("\n")[0] == (
        "taken     rows are named by column 'staff': 5 rows × 4 columns of counts, n = 193"
    )
    assert other.partition("\n")[0] == (
        "taken     a long table of 'staff' by 'smokes': 5 rows × 4 columns of counts, n = 193"
    )
    assert other.partition("\n")[2] == wide.partition("\n")[2]


ANSWERS = ["f,no,old", "m,yes,young", "f,yes,young", "m,no,old", "f,no,young"] * 4
SURVEY = "\n".join(
    [
        "sex,smokes,age,years",
        *(f"{answer},{20 + i + 40 * answer.endswith('old')}" for i, answer in enumerate(ANSWERS)),
    ]
)


@pytest.fixture
def survey(tmp_path):
    path = tmp_path / "survey.csv"
    path.write_text(SURVEY)
    return path


def test_ca_of_records(firth, survey, tmp_path):
    result = firth(f"ca {survey} --mca --quali age --quanti years -o {tmp_path}/results")
    assert result.exit_code == 0, result.output
    assert "20 records, 2 variables, 4 categories" in result.stdout
    assert "supplementary: 1 categorical variable, 1 quantitative variable" in result.stdout
    placed = pl.read_csv(tmp_path / "results" / "supplementary_categories.csv")
    assert placed["name"].to_list() == ["age:old", "age:young"]
    assert "v1" in placed.columns
    assert not [name for name in placed.columns if name.startswith("ctr")]
    assert "age:old" in result.stdout
    numbers = pl.read_csv(tmp_path / "results" / "supplementary_quantities.csv")
    assert numbers["name"].to_list() == ["years"]


def test_individuals_may_be_supplementary_by_number(firth, survey, tmp_path):
    result = firth(f"ca {survey} --mca --drop years --sup-rows 2 --sup-rows 19-20 -o {tmp_path}/results")
    assert result.exit_code == 0, result.output
    assert "17 records, 3 variables" in result.stdout
    placed = pl.read_csv(tmp_path / "results" / "supplementary_rows.csv")
    assert placed["name"].to_list() == [2, 19, 20]
    # Record 2 answered as record 7 did, which is active: they lie in one place.
    rows = pl.read_csv(tmp_path / "results" / "rows.csv").filter(pl.col("name") == 7)
    assert placed["F1"][0] == pytest.approx(rows["F1"][0], abs=1e-12)


def test_a_weight_column_stands_for_repeated_records(firth, survey, tmp_path):
    pl.read_csv(survey).drop("years").group_by(pl.all(), maintain_order=True).len("n").write_csv(
        tmp_path / "w.csv"
    )
    weighed = firth(f"ca {tmp_path}/w.csv --mca --weight n -o {tmp_path}/a")
    assert weighed.exit_code == 0, weighed.output
    assert "weight 20" in weighed.stdout
    assert firth(f"ca {survey} --mca --drop years -o {tmp_path}/b").exit_code == 0
    a, b = (pl.read_csv(tmp_path / name / "columns.csv") for name in "ab")
    assert a["name"].to_list() == b["name"].to_list()
    assert a["cos2_1"].to_list() == pytest.approx(b["cos2_1"].to_list(), abs=1e-12)
    assert a["v1"].to_list() == pytest.approx(list(b["v1"]), abs=1e-9)


@pytest.mark.parametrize("version", ["indicator", "burt", "adjusted", "joint"])
def test_every_version_of_inertia_reaches_files_and_summary(firth, tmp_path, version):
    rng = np.random.default_rng(0)
    base = rng.integers(0, 3, 80)
    pl.DataFrame(
        {
            f"q{j}": [f"c{v}" for v in np.where(rng.random(80) < 0.7, base, rng.integers(0, 3, 80))]
            for j in range(4)
        }
    ).write_csv(tmp_path / "answers.csv")
    result = firth(f"ca {tmp_path}/answers.csv --mca --inertia {version} -o {tmp_path}/{version}")
    assert result.exit_code == 0, result.output
    assert f"Principal inertias ({version})" in result.stdout
    axes = pl.read_csv(tmp_path / version / "axes.csv")
    assert axes["share"].is_not_null().all()
    if version in ("indicator", "burt", "adjusted"):
        assert axes["share"][0] == pytest.approx(axes[f"{version}_share"][0])


def test_no_more_than_ten_axes_are_kept_of_records_unless_asked_for(firth, tmp_path):
    rng = np.random.default_rng(0)
    pl.DataFrame({f"q{j}": rng.integers(0, 6, 60).astype(str) for j in range(4)}).with_columns(
        pl.all().map_elements(lambda v: f"a{v}", pl.String)
    ).write_csv(tmp_path / "r.csv")
    assert firth(f"ca {tmp_path}/r.csv --mca -o {tmp_path}/all").exit_code == 0
    assert "F10" in (columns := pl.read_csv(tmp_path / "all" / "rows.csv").columns)
    assert "F11" not in columns
    assert firth(f"ca {tmp_path}/r.csv --mca --axes 3 -o {tmp_path}/three").exit_code == 0
    assert "F4" not in pl.read_csv(tmp_path / "three" / "rows.csv").columns


def test_files_of_an_earlier_run_do_not_stay_and_those_of_others_do(firth, smoking, tmp_path):
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    assert firth(f"ca {smoking} -o {folder} --sup-rows SC --plot").exit_code == 0
    assert (folder / "supplementary_rows.csv").exists()
    assert firth(f"ca {smoking} -o {folder} --force").exit_code == 0
    assert not (folder / "supplementary_rows.csv").exists()
    assert not (folder / "biplot.png").exists()
    assert (folder / "notes.txt").read_text() == "mine"
    assert (folder / "rows.csv").exists()


def test_files_that_firth_did_not_write_are_neither_replaced_nor_removed(firth, smoking, tmp_path):
    for name, content in (("rows.csv", "mine"), ("analysis.json", '{"files": ["notes.txt"]}')):
        folder = tmp_path / name.partition(".")[0]
        folder.mkdir()
        (folder / name).write_text(content)
        (folder / "notes.txt").write_text("mine")
        refused = firth(f"ca {smoking} -o {folder}")
        assert refused.exit_code == 2
        assert f"{name} is there already and was not written by firth; name another folder" in refused.stderr
        assert (folder / name).read_text() == content
        assert (folder / "notes.txt").exists()


def test_a_run_that_is_stopped_leaves_the_files_of_the_one_before(firth, smoking, tmp_path, monkeypatch):
    def stop(*given):
        raise KeyboardInterrupt

    folder = tmp_path / "results"
    assert firth(f"ca {smoking} -o {folder}").exit_code == 0
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert json.loads(before["analysis.json"])["finished"]
    monkeypatch.setattr("firth.cli.ca.write_text", stop)
    assert firth(f"ca {smoking} -o {folder} --sup-rows SC").exit_code == 130
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert firth(f"ca {smoking} -o {tmp_path}/other").exit_code == 130
    assert {path.name for path in tmp_path.iterdir()} == {"results", smoking.name}


@pytest.mark.parametrize(
    ("place", "says"),
    [("table.csv", "is a file, and -o names a folder"), ("table.csv/results", "is a file, and -o names")],
)
def test_a_folder_that_cannot_be_is_told_before_the_table_is_read(firth, tmp_path, place, says):
    (tmp_path / "table.csv").write_text("no table at all")
    refused = firth(f"ca {tmp_path}/table.csv -o {tmp_path}/{place}")
    assert (refused.exit_code, says in refused.stderr) == (2, True), refused.stderr


def test_numbers_name_rows_and_supplementary_rows(firth, tmp_path):
    (tmp_path / "years.csv").write_text("year,a,b,c\n1990,4,2,3\n1995,4,3,7\n2000,25,10,12\n2005,18,24,33\n")
    result = firth(f"ca {tmp_path}/years.csv --sup-rows 1995 -o {tmp_path}/results")
    assert result.exit_code == 0, result.output
    assert "rows are named by column 'year': 3 rows × 3 columns of counts, n = 131" in result.stdout
    assert pl.read_csv(tmp_path / "results" / "rows.csv")["name"].to_list() == [1990, 2000, 2005]
    plain = firth(f"ca {tmp_path}/years.csv --no-names")
    assert "rows are numbered: 4 rows × 4 columns of counts" in plain.stdout


def test_a_table_as_r_writes_it_has_its_row_names(firth, tmp_path):
    (tmp_path / "r.csv").write_text('"","a","b","c"\n"1",4,2,3\n"2",4,3,7\n"3",25,10,12\n')
    assert "3 rows × 3 columns of counts, n = 70" in firth(f"ca {tmp_path}/r.csv").stdout


def test_numbers_name_the_columns_that_r_writes_without_a_name_for_the_rows(firth, tmp_path):
    (tmp_path / "table.txt").write_text('"1" "2" "3"\n"1" 50 19 26\n"2" 16 40 34\n"3" 12 35 65\n')
    assert "3 rows × 3 columns of counts, n = 297" in firth(f"ca {tmp_path}/table.txt").stdout


def test_supplementary_columns_and_categories_are_both_in_the_summary(firth, tmp_path):
    (tmp_path / "towns.csv").write_text("town,x,y,z,sea\na,9,1,2,yes\nb,1,8,2,no\nc,2,2,7,yes\nd,5,2,4,no\n")
    printed = firth(f"ca {tmp_path}/towns.csv --sup-columns z --quali sea").stdout
    assert printed.index("Supplementary columns") < printed.index("Supplementary categories")


def test_shares_are_not_tested_unless_their_number_is_given(firth, tmp_path):
    (tmp_path / "p.csv").write_text("g,a,b,c\nx,50.0,30.0,20.0\ny,20.0,30.0,50.0\nz,10.5,80.0,9.5\n")
    told = firth(f"ca {tmp_path}/p.csv")
    assert "each row sums to 100" in told.stdout
    assert "no test of independence: the cells are shares, not counts" in told.stdout
    known = firth(f"ca {tmp_path}/p.csv --observations 600")
    assert "n = 600" in known.stdout
    assert "χ² = " in known.stdout


def test_decimal_commas_semicolons_and_latin_1_are_found_out(firth, tmp_path):
    text = "métier;café;thé;eau\nmaçon;1,5;2,5;3\nprêtre;2;1;4,5\nélève;7;2,5;1\n"
    (tmp_path / "t.csv").write_bytes(text.encode("latin-1"))
    result = firth(f"ca {tmp_path}/t.csv")
    assert result.exit_code == 0, result.output
    assert "rows are named by column 'métier': 3 rows × 3 columns" in result.stdout
    assert "note      Latin-1" in result.stdout
    assert "prêtre" in result.stdout


def test_letters_that_pictures_cannot_show_are_told(firth, tmp_path, monkeypatch):
    monkeypatch.setattr(canvas, "font_family", lambda: ["DejaVu Sans", "sans-serif"])
    table = tmp_path / "cities.csv"
    table.write_text("city,rice,wheat,tea\n東京,30,5,9\nZürich,4,40,8\nŁódź,6,11,25\n", encoding="utf-8")
    result = firth(f"ca {table} -o {tmp_path}/out --plot --plot-formats svg --replicates 0 --clusters none")
    assert result.exit_code == 0, result.output
    assert "firth: note: no font on this machine has 東 京, so pictures show boxes instead" in result.stderr
    assert "東京" in (tmp_path / "out" / "biplot.svg").read_text(encoding="utf-8")


def test_a_report_is_one_page_with_its_pictures_and_the_same_bytes_again(firth, survey, tmp_path):
    command = f"ca {survey} --mca --quali age --quanti years --report --replicates 19"
    for name in ("one", "two"):
        result = firth(f"{command} -o {tmp_path}/{name}")
        assert result.exit_code == 0, result.output
    page = (tmp_path / "one" / "report.html").read_text()
    assert page.count('src="data:image/png;base64,') >= 6
    assert "http://" not in page
    assert "https://" not in page
    for title in ("The table", "How many axes", "Axis 1", "Supplementary points", "Clusters", "The numbers"):
        assert f">{title}</h2>" in page
    assert "goes along with years" in page
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_pictures_are_saved_in_the_formats_asked_for_with_text_as_text(firth, smoking, tmp_path):
    options = "--plot --plot-formats svg,pdf --plot-axes 2,3 --color cos2 --annotate 4 --title Staff"
    options += " --size mass"
    result = firth(f"ca {smoking} -o {tmp_path}/results {options}")
    assert result.exit_code == 0, result.output
    names = {path.name for path in (tmp_path / "results").iterdir()}
    assert {"biplot.svg", "biplot.pdf", "scree.svg"} <= names
    assert "biplot.png" not in names
    svg = (tmp_path / "results" / "biplot.svg").read_text()
    assert ">Axis 2 (11.8 %)<" in svg
    assert ">Staff<" in svg


def test_points_are_colored_by_a_variable_or_a_cluster(firth, survey, tmp_path):
    for color in ("age", "cluster", "variable"):
        options = f"--quali age --quanti years --plot --replicates 0 --color {color}"
        result = firth(f"ca {survey} --mca -o {tmp_path}/{color} {options}")
        assert result.exit_code == 0, result.output
    drawn = {
        color: (tmp_path / color / "biplot.png").read_bytes() for color in ("age", "cluster", "variable")
    }
    assert len(set(drawn.values())) == 3
    refused = firth(f"ca {survey} --mca --quanti years -o {tmp_path}/x --plot --color height --replicates 0")
    assert "points cannot be colored by 'height'" in refused.stderr


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
    [("", "symmetric map"), ("--map gravity", "centers of gravity"), ("--axes 1", "symmetric map")],
)
def test_nlca_draws_biplots_and_a_scree_plot(firth, smoking, tmp_path, options, says):
    result = firth(f"nlca {smoking} -o {tmp_path}/results --plot {options}")
    assert result.exit_code == 0, result.output
    for name in ("biplot.png", "biplot.html", "scree.png"):
        assert f"saved     {tmp_path}/results/{name}" in result.stdout
    assert says in (tmp_path / "results" / "biplot.html").read_text()


def test_nlca_with_power_one_has_the_axes_of_ca(firth, smoking, tmp_path):
    assert firth(f"nlca {smoking} -o {tmp_path}/one --beta 1 --axes 3").exit_code == 0
    assert firth(f"ca {smoking} -o {tmp_path}/ca").exit_code == 0
    one, ca = (pl.read_csv(tmp_path / name / "axes.csv") for name in ("one", "ca"))
    assert one["share"].to_list() == pytest.approx(ca["share"].to_list(), abs=1e-12)


def test_a_map_without_pictures_is_refused(firth, smoking, tmp_path):
    for command in (f"ca {smoking} --map rows", f"nlca {smoking} -o {tmp_path}/results --map gravity"):
        refused = firth(command)
        assert refused.exit_code == 2
        assert "is for pictures; ask for them with --plot." in refused.stderr


def test_notes_tell_what_a_table_may_be_and_do_not_stop_it(firth, tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("id,a,b\n" + "".join(f"{i},{i % 2 + 1},{i % 3 + 1}\n" for i in range(12)))
    assert "note      all columns hold numbers from 1 to 3 alone: if these are answers, say --mca" in (
        firth(f"ca {table}").stdout
    )
    table.write_text("town,a,b,Total\nx,1.5,2,10\ny,3,1,12\nz,0,0,0\n")
    shown = firth(f"ca {table}").stdout
    assert "left out, for they have no counts: 1 row ('z')\n" in shown
    assert "note      cells are no whole numbers (first: 1.5 in row 'x' and column 'a')" in shown
    assert "note      column 'Total' is called a total" in shown
    table.write_text("town,a,b,Total\nx,40,60,100\ny,30,70,100\n")
    assert "column 'Total' is the sum of the others" in firth(f"ca {table} --observations 500").stderr


LONG = "a,b,n\nx,u,3\nx,v,2\ny,u,1\ny,v,5\n"


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        (SMOKING + "all,61,45,62,25\n", "", "row 'all' is the sum of the others; take it out of the table"),
        (SURVEY, "", "use firth ca --mca if each line is a record"),
        (LONG, "", "say --long"),
        (LONG, "--long --names a", "--names and --no-names are for wide tables"),
        (SMOKING, "--axes 9", "--axes is 9; this table has at most 4."),
        (SMOKING, "--drop nobody", "there is no column 'nobody'; the columns are staff, none"),
        (SMOKING.partition("\n")[2], "", "say --no-header"),
    ],
)
def test_nlca_refuses_what_is_no_table_of_counts(firth, tmp_path, text, options, says):
    (tmp_path / "table.csv").write_text(text)
    result = firth(f"nlca {tmp_path}/table.csv -o {tmp_path}/results {options}")
    assert (result.exit_code, says in result.stderr) == (2, True), result.stderr


def test_nlca_takes_years_as_names_and_says_so(firth, tmp_path):
    table = tmp_path / "years.csv"
    table.write_text("year;a;b\n1999;3;5,5\n2004;7;1\n2009;2;2\n")
    result = firth(f"nlca {table} -o {tmp_path}/results")
    assert result.stdout.splitlines()[:3] == [
        "taken     rows are named by column 'year': 3 rows × 2 columns of counts, n = 20.5",
        "note      cells cut at ';'",
        "note      decimal commas",
    ]
    assert pl.read_csv(tmp_path / "results" / "rows.csv")["name"].to_list() == [1999, 2004, 2009]


def test_gini_takes_categories_and_what_is_named(firth, tmp_path):
    table = tmp_path / "survey.csv"
    table.write_text("sex,age\n" + "".join(f"{'fm'[i % 2]},{i * 7 % 60}\n" for i in range(60)))
    refused = firth(f"gini {table}")
    assert refused.exit_code == 2
    assert refused.stderr == (
        "firth: variable 'age' has 60 different values in 60 records and seems to be no category; name the "
        "variables to take with --variable, or say --as-is.\n"
    )
    assert firth(f"gini {table} --as-is").exit_code == 0
    assert firth(f"gini {table} --variable sex --variable age --variable sex").exit_code == 0


def test_long_tables_as_r_and_pandas_write_them(firth, tmp_path):
    table = tmp_path / "long.csv"
    lines = [line.split(",") for line in LONG.splitlines()[1:]]
    table.write_text(',"a","b","n"\n' + "".join(f"{i},{','.join(line)}\n" for i, line in enumerate(lines)))
    assert "say --long, or say --mca if each line is a record." in firth(f"ca {table}").stderr
    taken = "taken     a long table of 'a' by 'b': 2 rows × 2 columns of counts, n = 11\n"
    assert firth(f"ca {table} --long").stdout.startswith(taken)
    table.write_text("a,n,b\n" + "".join(f"{a},{n},{b}\n" for a, b, n in lines))
    assert firth(f"ca {table} --long --weight n").stdout.startswith(taken)
    assert "name the column that does with --weight NAME" in firth(f"ca {table} --long").stderr


def test_a_long_table_may_have_gaps_and_shares(firth, tmp_path):
    table = tmp_path / "long.csv"
    table.write_text(LONG.replace("x,v,2", "x,v,NA"))
    assert "--missing zero" in firth(f"ca {table} --long").stderr
    assert "columns of counts, n = 9\n" in firth(f"ca {table} --long --missing zero").stdout
    table.write_text("a,b,share\nx,u,.3\nx,v,.2\ny,u,.1\ny,v,.4\n")
    shares = firth(f"ca {table} --long").stdout
    assert "note      the whole table sums to 1: if these are shares" in shares
    assert "no test of independence: the cells are shares, not counts" in shares
    tested = firth(f"ca {table} --long --observations 200").stdout
    assert "columns of counts, n = 200\n" in tested
    assert "χ² = 33.3333" in tested  # 200 (.3·.4 − .2·.1)² / (.5·.5·.4·.6)


def test_nlca_by_logarithm_asks_for_a_pseudo_count(firth, smoking, tmp_path):
    refused = firth(f"nlca {smoking} -o {tmp_path}/log --function log")
    assert (refused.exit_code, "pseudo" in refused.stderr) == (2, True)
    assert firth(f"nlca {smoking} -o {tmp_path}/log --function log --pseudo-count 0.1").exit_code == 0


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        (SMOKING.replace("25", "-25"), "", "row 'SE' and column 'none' is -25"),
        (
            SMOKING.replace("25", "many"),
            "",
            "column 'none' has 'many' in row 'SE', which is not a number; mend that cell, leave it empty if "
            "its value is missing, or leave the column out.",
        ),
        (SMOKING.replace("JM", "SM"), "", "'SM' stands twice among the rows"),
        ("a,b\n", "", "no rows"),
        (SMOKING, "--axes 9", "axes is 9; this table has at most 3"),
        (SMOKING, "--sup-rows nobody", "there is no 'nobody' among the rows"),
        (SMOKING, "--exclude a:b", "--exclude is for --mca"),
        (SMOKING, "--plot", "--plot needs a folder"),
        (SMOKING, "--report", "--report needs a folder"),
        (SMOKING, "--rare 0.1", "--rare is for records"),
        (SMOKING, "--clusters 3", "written into a folder; name one with -o"),
        (SMOKING, "--weight none", "--weight is for records"),
        (SMOKING, "--names staff --no-names", "contradict each other"),
        (SMOKING, "-o x --plot --plot-axes 1,b", "write two axes, such as 2,3"),
        (SMOKING, "-o x --plot --plot-formats gif", "pictures are png, svg or pdf"),
        (SMOKING, "-o x --clusters many", "give a number, auto or none"),
        (SMOKING.replace("25", ""), "", "is missing; fill it, or say --missing zero if nothing was counted"),
        (
            SMOKING.replace("SE,", ","),
            "",
            "name each row, or say --no-names if this column is no name",
        ),
        (SURVEY.replace("years", "size"), "--mca", "or say --as-is if the numbers are categories."),
        (SMOKING + "all,61,45,62,25\n", "", "--sup-rows all"),
        (SMOKING.replace("none", "light"), "", "light"),
        (SURVEY, "", "--mca"),
        (SURVEY, "--mca", "--quanti years"),
        (",a\nx,1\ny,2\n", '--quali "" --quanti a', "no counts are left"),
        ("a,b\nx,u\ny,v\n", "--mca --quali a --quali b", "no variables are left"),
        ("a,b,c,d\nx,u,p,1\ny,v,q,2\nx,v,p,2\n", "--mca --weight a", "'x' in line 1, which is not a number"),
        ("a,b,c,d\nx,u,p,1\ny,v,q,2\nx,v,p,2\n", "--mca --quanti a", "'x' in line 1, which is not a number"),
        (SMOKING, "--mca", "counts"),
        (SMOKING, "--sup-rows 3-1", "'3-1' is no range of rows; write the smaller number first."),
        (SMOKING, "--rare-as passive", "--rare-as is for records; say --mca"),
        (
            SMOKING,
            "--sup-rows SM --sup-rows JM --sup-rows SE --sup-rows JE --sup-rows SC",
            "all rows are supplementary",
        ),
        (SURVEY, "--mca --drop years --rare-as passive", "say which are with --rare SHARE"),
        (SURVEY, "--mca --sup-rows 1-20 --drop years", "all rows are supplementary, and none are left"),
        (LONG, "--long --no-names", "--names and --no-names are for wide tables"),
        (SMOKING, "-o x --plot --map contribution --sup-columns heavy", "supplementary columns have none"),
    ],
)
def test_bad_tables_get_one_sentence(firth, tmp_path, monkeypatch, text, options, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.csv").write_text(text)
    result = firth(f"ca {tmp_path}/table.csv {options}")
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("firth: ")
    assert says in result.stderr
