"""Points in files: arrays (.npz, .npy) and tables (.csv, .tsv, .parquet), perhaps with a label for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.datasets.tables import read_table
from firth.errors import FirthError, FormatError, InputError
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    import polars as pl

POINT_SUFFIXES = (".npz", ".npy", ".csv", ".tsv", ".parquet")

_POINTS = ("X", "data", "vectors")
_LABELS = ("y", "labels")
_SHAPE = "image_shape"


@dataclass(frozen=True, eq=False)
class Points:
    """Points to be mapped.

    Attributes
    ----------
    coordinates : array of shape (points, dimensions)
        The points.
    labels : tuple of str, optional
        A label for each point.
    image_shape : tuple of int, optional
        The shape of each point as an image.
    """

    coordinates: Array
    labels: tuple[str, ...] | None = None
    image_shape: tuple[int, ...] | None = None


def read_points(path: str | Path, *, label: str | None = None) -> Points:
    """Read points from arrays or a table.

    Parameters
    ----------
    path : str or Path
        A file whose suffix tells what it holds. .npz: the array X, data or vectors, or else the only one with
        several dimensions, and y or labels, and image_shape, if they are there. .npy: the array; more than
        two dimensions mean images. .csv, .tsv, .parquet: every column but that of the labels is a coordinate.
    label : str, optional
        The array or column with the labels, where it has another name.

    Returns
    -------
    Points
        The coordinates, and labels and image shape where the file has them.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "points.csv"
    >>> _ = path.write_text("name,x,y\\ntea,1,0\\nmilk,0,2\\n")
    >>> found = read_points(path, label="name")
    >>> found.coordinates.tolist(), found.labels
    ([[1.0, 0.0], [0.0, 2.0]], ('tea', 'milk'))
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in POINT_SUFFIXES:
        ending = f"ends in {suffix!r}" if suffix else "has no ending"
        raise InputError(f"{path} {ending}; points are read from {', '.join(POINT_SUFFIXES)}.")
    if not path.is_file():
        raise InputError(f"there is no file {path}.")
    points = _from_arrays(path, label) if suffix in (".npz", ".npy") else _from_table(path, label)
    _refuse_non_numbers(path, points.coordinates)
    return points


def _from_arrays(path: Path, label: str | None) -> Points:
    with _readable(path), path.open("rb") as file:
        content = np.load(file, allow_pickle=False)
        if isinstance(content, np.ndarray):
            if label is not None:
                raise InputError(f"{path} is one array, without labels; keep both in an .npz file.")
            return _points(path, content, None, None)
        with content:
            found = _points_in(path, content)
            name = label if label is not None else next((n for n in _LABELS if n in content), None)
            if name is not None and name not in content:
                raise InputError(f"{path} has no array {name!r}; it has {', '.join(content)}.")
            shape = content.get(_SHAPE)
            return _points(path, found, None if name is None else content[name], shape)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Turn what numpy and zlib raise for damaged files, or for files of objects, into one sentence."""
    try:
        yield
    except (FirthError, MemoryError):
        raise
    except Exception as error:  # hostile files make numpy raise whatever it can
        if "Object arrays" in str(error):
            raise FormatError(
                f"{path} holds Python objects, which may run code and are not read; save numbers, and labels "
                "as text, with numpy.savez."
            ) from error
        raise FormatError(f"{path} could not be read as arrays: it is damaged, or no numpy file.") from error


def _points_in(path: Path, content: Mapping[str, Array]) -> Array:
    """The points among the arrays of a file."""
    for name in _POINTS:
        if name in content:
            return content[name]
    several = [name for name in content if content[name].ndim > 1]
    if len(several) != 1:
        raise InputError(
            f"{path} has the arrays {', '.join(content) or '(none)'}, and which one holds the points is not "
            f"clear; name it {_POINTS[0]}."
        )
    return content[several[0]]


def _points(path: Path, found: Array, labels: Array | None, shape: Array | None) -> Points:
    """Points as rows; what has more dimensions are images."""
    if found.ndim < 2 or 0 in found.shape:
        raise InputError(
            f"{path} holds an array of shape {found.shape}, and points take points × dimensions."
        )
    named = None if labels is None else _texts(labels.reshape(-1))
    if named is not None and len(named) != len(found):
        raise InputError(
            f"{path} has {len(named):,} labels for {len(found):,} points; there must be as many."
        )
    image_shape = found.shape[1:] if found.ndim > 2 else None
    if shape is not None:
        image_shape = tuple(int(side) for side in shape.reshape(-1))
    return Points(found.reshape(len(found), -1), named, image_shape)


def _texts(labels: Array) -> tuple[str, ...]:
    """Labels as text: whole numbers without a decimal point."""
    if labels.dtype.kind == "S":
        return tuple(label.decode("utf-8", "replace") for label in labels.tolist())
    if labels.dtype.kind == "f" and np.all(labels == np.rint(labels)):
        labels = labels.astype(np.int64)
    return tuple(map(str, labels.tolist()))


def _from_table(path: Path, label: str | None) -> Points:
    import polars as pl

    frame = read_table(path)
    if label is not None and label not in frame.columns:
        raise InputError(f"{path} has no column {label!r}; it has {', '.join(frame.columns)}.")
    kept = frame if label is None else frame.drop(label)
    for column in kept:
        if not (column.dtype.is_numeric() or column.dtype == pl.Boolean):
            raise InputError(
                f"column {column.name!r} of {path} holds {_odd_value(column)}, which is no coordinate; name "
                "it with label=NAME, or leave it out."
            )
    if not kept.width:
        raise InputError(f"{path} has no column but the labels; points need coordinates.")
    named = None if label is None else tuple(map(str, frame[label].to_list()))
    return Points(kept.to_numpy().astype(np.float64), named)


def _odd_value(column: pl.Series) -> str:
    """The first value that makes a column one of text, or of whatever else."""
    odd = (value for value in column if value is not None and not _is_finite(value))
    return repr(next(odd, column[0]))


def _is_finite(value: Any) -> bool:
    try:
        return isfinite(float(value))
    except (TypeError, ValueError):
        return False


def _refuse_non_numbers(path: Path, coordinates: Array) -> None:
    if coordinates.dtype.kind not in "biuf":
        raise InputError(f"{path} holds points of type {coordinates.dtype}; they must be numbers.")
    finite = np.isfinite(coordinates)
    if not finite.all():
        row, column = (int(i) for i in np.argwhere(~finite)[0])
        raise InputError(
            f"{path}: coordinate {column + 1} of point {row + 1} is empty or not a finite number; fill it "
            "in, or leave the point out."
        )
