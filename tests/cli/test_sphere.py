"""firth sphere, from files of points to maps and pictures."""

import inspect
import json
import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from firth.core import Recipe
from firth.estimators import UnitBallEmbedding
from firth.sphere import neighbor_graph, unit_ball
from firth.sphere.graph import FEWEST, MOST, usual_neighbors

QUICK = "--sweeps 20"


def three_groups(each=20):
    """Points in six dimensions around three places, and the names of these."""
    rng = np.random.default_rng(0)
    places = np.repeat(10 * np.eye(6)[:3], each, axis=0)
    return places + rng.normal(size=places.shape), np.repeat(["tea", "milk", "salt"], each)


@pytest.fixture
def points(tmp_path):
    X, y = three_groups()
    np.savez(tmp_path / "points.npz", X=X, y=y)
    return tmp_path / "points.npz"


@pytest.fixture
def mapped(firth, points, tmp_path):
    """Map the points with these options; the result must be a success."""

    def run(options="", output="map.npz"):
        result = firth(f"sphere {points} -o {tmp_path}/{output} {QUICK} {options}")
        assert result.exit_code == 0, result.output
        return result

    return run


def test_the_map_is_that_of_the_library_with_its_labels_objective_and_recipe(mapped, tmp_path):
    mapped("--neighbors 7 --degree 1 --optimizer gradient --seed 3")
    X, y = three_groups()
    expected = unit_ball(neighbor_graph(X, 7), 3, optimizer="gradient", degree=1, sweeps=20, seed=3)
    with np.load(tmp_path / "map.npz", allow_pickle=False) as found:
        assert set(found) == {"vectors", "labels", "objective", "recipe"}
        np.testing.assert_array_equal(found["vectors"], expected.points)
        np.testing.assert_array_equal(found["objective"], expected.objective)
        np.testing.assert_array_equal(found["labels"], y)
        recipe = Recipe.from_json(str(found["recipe"]))
    assert recipe["neighbours"]["n_neighbors"] == 7
    assert recipe["unit-ball"] == {
        "dim": 3, "optimizer": "gradient", "kernel_degree": 1, "n_sweeps": 20, "seed": 3
    }  # fmt: skip


def test_vectors_are_of_length_1_in_as_many_dimensions_as_asked_for(mapped, tmp_path):
    mapped("--dim 5")
    vectors = np.load(tmp_path / "map.npz")["vectors"]
    assert vectors.shape == (60, 5)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1)


def test_unasked_the_command_does_what_the_library_does(mapped, firth, tmp_path):
    from typer.main import get_command

    from firth.cli.app import app

    options = {o.name: o for o in get_command(app).commands["sphere"].params}
    library = inspect.signature(unit_ball).parameters
    for name in ("degree", "sweeps", "optimizer"):
        assert options[name].default == library[name].default
    assert options["neighbors"].show_default == f"√points, {FEWEST} to {MOST}"
    mapped()
    recipe = Recipe.from_json(str(np.load(tmp_path / "map.npz")["recipe"]))
    points = len(np.load(tmp_path / "map.npz")["vectors"])
    assert recipe["neighbours"]["n_neighbors"] == usual_neighbors(points)


def test_unasked_the_map_is_that_of_the_estimator(firth, points, tmp_path):
    assert firth(f"sphere {points} -o {tmp_path}/map.npz").exit_code == 0
    estimator = UnitBallEmbedding(n_components=3, random_state=0)
    vectors = estimator.fit_transform(three_groups()[0])
    with np.load(tmp_path / "map.npz") as found:
        np.testing.assert_array_equal(found["vectors"], vectors)
        np.testing.assert_array_equal(found["objective"], estimator.objective_)


def test_the_same_points_are_the_same_bytes_for_any_number_of_threads(
    mapped, firth_process, points, tmp_path
):
    mapped()
    mapped(output="again.npz")
    one = firth_process(f"sphere {points} -o {tmp_path}/one.npz {QUICK} --threads 1 --quiet")
    assert (one.returncode, one.stdout, one.stderr) == (0, "", "")
    first = (tmp_path / "map.npz").read_bytes()
    assert first == (tmp_path / "again.npz").read_bytes() == (tmp_path / "one.npz").read_bytes()
    mapped("--seed 1", output="other.npz")
    assert first != (tmp_path / "other.npz").read_bytes()


def test_the_summary_tells_points_neighbours_and_objective(mapped, tmp_path):
    lines = mapped().stdout.splitlines()
    objective = np.load(tmp_path / "map.npz")["objective"]
    mean = neighbor_graph(three_groups()[0]).nnz / 60
    assert lines[0] == "read      60 points of 6 dimensions"
    assert lines[1] == f"joined    {mean:.1f} neighbors per point"
    assert lines[2] == f"swept     20 times, objective {objective[0]:,.6g} → {objective[-1]:,.6g}"
    assert re.match(r"took      read .* · neighbours .* · sweeps .* · save ", lines[3])
    assert lines[4].startswith(f"saved     {tmp_path}/map.npz (")


def test_the_summary_as_json(mapped, tmp_path):
    summary = json.loads(mapped(f"--json --figure {tmp_path}/map.png").stdout)
    objective = np.load(tmp_path / "map.npz")["objective"]
    assert summary["map"]["points"] == 60
    assert summary["map"]["last_objective"] == objective[-1]
    assert set(summary["seconds"]) == {"read", "neighbours", "sweeps", "save", "draw"}
    assert summary["saved"] == [f"{tmp_path}/map.npz", f"{tmp_path}/map.png"]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_maps_as_tables(mapped, firth, tmp_path, suffix):
    mapped()
    mapped(output=f"map.{suffix}")
    frame = (pl.read_csv if suffix == "csv" else pl.read_parquet)(tmp_path / f"map.{suffix}")
    assert frame.columns == ["label", "y1", "y2", "y3"]
    assert frame["label"].to_list() == three_groups()[1].tolist()
    vectors = np.load(tmp_path / "map.npz")["vectors"]
    np.testing.assert_array_equal(frame.drop("label").to_numpy(), vectors)


@pytest.mark.parametrize(
    ("name", "begins"),
    [("m.png", b"\x89PNG"), ("m.svg", b"<?xml"), ("m.pdf", b"%PDF"), ("m.HTML", b"<!doctype")],
)
def test_the_suffix_chooses_the_kind_of_picture(mapped, tmp_path, name, begins):
    result = mapped(f"--figure {tmp_path}/{name}")
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert f"saved     {tmp_path}/{name} (" in result.stdout


def page_of(tmp_path, name="map.html"):
    """What the figure on a page is made of: plotly's JavaScript left out."""
    return (tmp_path / name).read_text().rpartition("Plotly.newPlot")[2]


def test_labels_that_recur_are_classes_and_others_are_names(firth, mapped, tmp_path):
    mapped(f"--figure {tmp_path}/map.html")
    assert '"name":"milk"' in page_of(tmp_path)
    X, _ = three_groups()
    np.savez(tmp_path / "named.npz", X=X, names=[f"<cup {i}>" for i in range(60)])
    command = f"sphere {tmp_path}/named.npz -o {tmp_path}/m.npz --label names {QUICK}"
    assert firth(f"{command} --figure {tmp_path}/named.html").exit_code == 0
    assert "\\u003ccup 7" not in page_of(tmp_path, "named.html")
    assert "cup 7" in page_of(tmp_path, "named.html")
    assert '"showlegend":false' in page_of(tmp_path, "named.html")
    assert firth(f"{command} --figure {tmp_path}/named.svg --force").exit_code == 0


def test_points_that_are_images_show_them_on_the_page(firth, mapped, tmp_path):
    mapped(f"--figure {tmp_path}/map.html")
    assert "thumbnails" not in page_of(tmp_path)
    mapped(f"--figure {tmp_path}/map.html --images 2x3 --force")
    assert '"width":3,"height":2' in page_of(tmp_path)
    X, y = three_groups()
    np.savez(tmp_path / "images.npz", X=X.reshape(-1, 3, 2), y=y)
    made = firth(
        f"sphere {tmp_path}/images.npz -o {tmp_path}/m.npz {QUICK} --figure {tmp_path}/images.html -f"
    )
    assert made.exit_code == 0
    assert '"width":2,"height":3' in page_of(tmp_path, "images.html")


@pytest.mark.parametrize("colors", [(), (3,)])
def test_images_may_be_stored_column_by_column(colors):
    from firth.cli.sphere import Drawing
    from firth.datasets.points import Points

    images = np.random.default_rng(0).normal(size=(5, 4, 6, *colors))
    by_columns = np.stack([image.ravel(order="F") for image in images])
    size = "x".join(map(str, images.shape[1:]))
    for pixels, stored in (("columns", by_columns), ("rows", images.reshape(5, -1))):
        drawing = Drawing(Path("map.html"), "", 3, size, pixels)
        np.testing.assert_array_equal(drawing._pictures(Points(stored)), images)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("absent.npz -o OUT/m.npz", "there is no file absent.npz."),
        ("points.mat -o OUT/m.npz", "points.mat ends in '.mat'; points are read from"),
        (
            "POINTS -o OUT/m.txt",
            "m.txt could not be written: maps go to files ending in .npz, .csv or .parquet.",
        ),
        ("POINTS -o OUT/absent/m.npz", "absent is not a folder"),
        ("POINTS -o POINTS", "holds the points; name another file for the map."),
        (
            "POINTS -o OUT/m.npz --figure OUT/m.gif",
            "pictures go to files ending in .png, .svg, .pdf or .html.",
        ),
        ("POINTS -o OUT/m.npz --dim 2", "is 2; it must be at least 3, since on a circle"),
        (
            "POINTS -o OUT/m.npz --dim 4 --figure OUT/m.png",
            "--figure draws three dimensions, and --dim is 4; ",
        ),
        ("POINTS -o OUT/m.npz --neighbors 60", "--neighbors is 60, and each of 60 points has 59 others."),
        ("POINTS -o OUT/m.npz --neighbors 0", "--neighbors is 0, and"),
        ("POINTS -o OUT/m.npz --sweeps 0", "sweeps is 0; it must be at least 1."),
        ("POINTS -o OUT/m.npz --degree 0", "degree is 0; it must be at least 1."),
        ("POINTS -o OUT/m.npz --seed -1", "seed is -1; it must be 0 or more."),
        ("POINTS -o OUT/m.npz --label kinds", "has no array 'kinds'; it has X, y."),
        ("POINTS -o OUT/m.npz --images 2x3 --figure OUT/m.png", "--images is for pages, and "),
        (
            "POINTS -o OUT/m.npz --images 2x3",
            "--images is for pages; name one with --figure, such as map.html.",
        ),
        (
            "POINTS -o OUT/m.npz --images 3x3 --figure OUT/m.html",
            "images of 3 × 3 do not fit points of 6 coord",
        ),
        (
            "POINTS -o OUT/m.npz --images six --figure OUT/m.html",
            "--images 'six' is not HEIGHTxWIDTH, such as",
        ),
    ],
)
def test_bad_input_gets_one_sentence_and_leaves_no_file(firth, points, tmp_path, options, says):
    before = sorted(tmp_path.iterdir())
    result = firth("sphere " + options.replace("POINTS", str(points)).replace("OUT", str(tmp_path)))
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert result.stderr.startswith("firth: ")
    assert result.stderr.count("\n") == 1
    assert says in result.stderr
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("X", "says"),
    [
        (np.array([[1, np.nan], [2, 3], [4, 5]]), "coordinate 2 of point 1 is empty or not a finite number"),
        (np.array([[object()]]), "holds Python objects, which may run code and are not read"),
        (np.array([["a", "b"], ["c", "d"]]), "they must be numbers."),
        (np.ones((1, 4)), "have no neighbors; give at least 2."),
    ],
)
def test_bad_points_get_one_sentence(firth, tmp_path, X, says):
    np.savez(tmp_path / "bad.npz", X=X)
    result = firth(f"sphere {tmp_path}/bad.npz -o {tmp_path}/m.npz")
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
    assert not (tmp_path / "m.npz").exists()


def test_few_points_have_as_many_neighbours_as_there_are(firth, tmp_path):
    (tmp_path / "few.csv").write_text("x,y\n0,1\n0,2\n5,5\n5,6\n5,6\n")
    result = firth(f"sphere {tmp_path}/few.csv -o {tmp_path}/m.csv {QUICK}")
    assert result.exit_code == 0, result.output
    assert pl.read_csv(tmp_path / "m.csv").shape == (5, 3)
