import numpy as np
import polars as pl
import pytest

from firth.datasets.points import read_points
from firth.errors import FormatError, InputError

X = np.array([[1.0, 2.0, 3.0, 4.0], [0.0, -1.0, 0.5, 9.0], [7.0, 7.0, 7.0, 7.0]])


def written(folder, name="points.npz", **arrays):
    np.savez(folder / name, **arrays)
    return folder / name


@pytest.mark.parametrize("key", ["X", "data", "vectors", "whatever"])
def test_points_of_an_archive(tmp_path, key):
    found = read_points(written(tmp_path, **{key: X, "weights": np.ones(3)}))
    np.testing.assert_array_equal(found.coordinates, X)
    assert (found.labels, found.image_shape) == (None, None)


@pytest.mark.parametrize("key", ["y", "labels"])
@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (np.array([3, 1, 3]), ("3", "1", "3")),
        (np.array([3.0, 1.0, -2.0]), ("3", "1", "-2")),
        (np.array([0.5, 1.0, 2.0]), ("0.5", "1.0", "2.0")),
        (np.array(["tea", "日本", ""]), ("tea", "日本", "")),
        (np.array([b"tea", b"caf\xc3\xa9", b"\xff"]), ("tea", "café", "\ufffd")),
        (np.array([[1], [2], [1]]), ("1", "2", "1")),
    ],
)
def test_labels_are_found_by_their_usual_names(tmp_path, key, labels, expected):
    assert read_points(written(tmp_path, **{"X": X, key: labels})).labels == expected


def test_labels_may_have_another_name(tmp_path):
    path = written(tmp_path, X=X, y=np.arange(3), kinds=np.array(["a", "b", "c"]))
    assert read_points(path, label="kinds").labels == ("a", "b", "c")


def test_images_are_points_with_a_shape(tmp_path):
    images = X.reshape(3, 2, 2)
    found = read_points(written(tmp_path, X=images))
    np.testing.assert_array_equal(found.coordinates, X)
    assert found.image_shape == (2, 2)
    assert read_points(written(tmp_path, X=X, image_shape=np.array([4, 1]))).image_shape == (4, 1)


def test_a_single_array(tmp_path):
    np.save(tmp_path / "points.npy", X.astype(np.float32))
    found = read_points(tmp_path / "points.npy")
    assert found.coordinates.dtype == np.float32
    np.testing.assert_array_equal(found.coordinates, X)


@pytest.mark.parametrize("suffix", ["csv", "tsv", "parquet"])
def test_tables(tmp_path, suffix):
    path = tmp_path / f"points.{suffix}"
    frame = pl.DataFrame(
        {"kind": ["a", "b", "a"], "n": [1, 2, 3], "x": [0.5, 1.5, -2.0], "is": [True, False, True]}
    )
    if suffix == "parquet":
        frame.write_parquet(path)
    else:
        frame.with_columns(pl.col("is").cast(int)).write_csv(path, separator="\t" if suffix == "tsv" else ",")
    found = read_points(path, label="kind")
    np.testing.assert_array_equal(found.coordinates, [[1, 0.5, 1], [2, 1.5, 0], [3, -2, 1]])
    assert found.labels == ("a", "b", "a")


@pytest.mark.parametrize(
    ("arrays", "labels", "says"),
    [
        ({"X": X[0]}, None, "holds an array of shape (4,), and points take points × dimensions."),
        ({"X": X[:0]}, None, "holds an array of shape (0, 4), and"),
        (
            {"a": X, "b": X},
            None,
            "has the arrays a, b, and which one holds the points is not clear; name it X.",
        ),
        ({"a": np.ones(3)}, None, "has the arrays a, and which one"),
        ({"X": X, "y": np.arange(2)}, None, "has 2 labels for 3 points; there must be as many."),
        ({"X": X}, "kinds", "has no array 'kinds'; it has X."),
        (
            {"X": np.where(X == 0.5, np.nan, X)},
            None,
            "coordinate 3 of point 2 is empty or not a finite number; ",
        ),
        ({"X": np.where(X == 9, np.inf, X)}, None, "coordinate 4 of point 2 is empty or not"),
        ({"X": X.astype(str)}, None, "they must be numbers."),
        ({"X": X + 1j}, None, "holds points of type complex128; they must be numbers."),
    ],
)
def test_bad_archives_are_refused_in_a_sentence(tmp_path, arrays, labels, says):
    path = written(tmp_path, **arrays)
    with pytest.raises(InputError) as caught:
        read_points(path, label=labels)
    assert str(caught.value).startswith(str(path))
    assert says in str(caught.value)


@pytest.mark.parametrize("name", ["X", "y"])
def test_objects_are_never_unpickled(tmp_path, name):
    class Trap:
        def __reduce__(self):
            return exec, (f"open({str(tmp_path / 'sprung')!r}, 'w')",)

    arrays = {"X": X, "y": np.arange(3)} | {name: np.array([Trap(), Trap(), Trap()], dtype=object)}
    np.savez(tmp_path / "points.npz", **arrays)
    np.save(tmp_path / "points.npy", arrays[name])
    for path in (tmp_path / "points.npz", tmp_path / "points.npy"):
        with pytest.raises(
            FormatError, match=r" holds Python objects, which may run code and are not read; "
        ):
            read_points(path)
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("suffix", ["npz", "npy"])
@pytest.mark.parametrize("keep", [0, 5, 0.5, -9])
def test_files_that_were_cut_short_are_refused(tmp_path, suffix, keep):
    path = tmp_path / f"points.{suffix}"
    np.savez_compressed(path, X=X) if suffix == "npz" else np.save(path, X)
    content = path.read_bytes()
    path.write_bytes(content[: int(keep * len(content)) if keep == 0.5 else keep])
    with pytest.raises(FormatError, match=r" could not be read as arrays: "):
        read_points(path)


def test_files_that_were_changed_are_refused(tmp_path):
    np.savez_compressed(tmp_path / "points.npz", X=np.random.default_rng(0).normal(size=(50, 9)))
    content = bytearray((tmp_path / "points.npz").read_bytes())
    middle = len(content) // 2
    content[middle : middle + 40] = b"\x00\xff" * 20
    (tmp_path / "points.npz").write_bytes(content)
    with pytest.raises(FormatError, match=r" could not be read as arrays: "):
        read_points(tmp_path / "points.npz")


@pytest.mark.parametrize(
    ("text", "labels", "says"),
    [
        (
            "kind,x\ntea,1\nmilk,2\n",
            None,
            "column 'kind' of {path} holds 'tea', which is no coordinate; name it with label=NAME, or",
        ),
        ("kind,x\ntea,1\nmilk,2\n", "sort", "{path} has no column 'sort'; it has kind, x."),
        (
            "kind,x\ntea,1\nmilk,\n",
            "kind",
            "{path}: coordinate 1 of point 2 is empty or not a finite number; ",
        ),
        ("x,y\n1,2\n3,NaN\n", None, "{path}: coordinate 2 of point 2 is empty"),
        ("x,y\n1,2\n3,nan\n", None, "column 'y' of {path} holds 'nan', which is no coordinate; "),
        ("x,y\n1,2\n3,unknown\n", None, "column 'y' of {path} holds 'unknown', which is no coordinate; "),
        ("x\n1\n2\n", None, "{path} has only one column"),
    ],
)
def test_bad_tables_are_refused_in_a_sentence(tmp_path, text, labels, says):
    path = tmp_path / "points.csv"
    path.write_text(text)
    with pytest.raises((InputError, FormatError)) as caught:
        read_points(path, label=labels)
    assert str(caught.value).startswith(says.format(path=path))


def test_files_that_are_missing_or_of_another_kind_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"absent\.npz\.$"):
        read_points(tmp_path / "absent.npz")
    with pytest.raises(InputError, match=r"ends in '\.mat'; points are read from \.npz, \.npy, \.csv"):
        read_points("points.mat")
    with pytest.raises(InputError, match=r"points has no ending; "):
        read_points("points")
    np.save(tmp_path / "points.npy", X)
    with pytest.raises(InputError, match=r"is one array, without labels; keep both in an \.npz file\.$"):
        read_points(tmp_path / "points.npy", label="y")


def test_a_table_of_labels_alone_is_refused(tmp_path):
    pl.DataFrame({"kind": ["a", "b"]}).write_parquet(tmp_path / "points.parquet")
    with pytest.raises(InputError, match=r"has no column but the labels; points need coordinates\.$"):
        read_points(tmp_path / "points.parquet", label="kind")
