"""The files of a map onto the sphere: its points, and a picture."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from firth.errors import InputError, OutputError

if TYPE_CHECKING:
    from firth.core import Recipe
    from firth.datasets.points import Points
    from firth.runtime.arrays import Array
    from firth.sphere import UnitBall

MAP_SUFFIXES = (".npz", ".csv", ".parquet")
PICTURE_SUFFIXES = (".png", ".svg", ".pdf", ".html")

_MOST_CLASSES = 100
_MOST_NAMED = 40


def check_paths(points: Path, output: Path, figure: Path | None) -> None:
    """Refuse, before any work, what could not be written."""
    from firth.runtime.atomic import refuse_unwritable

    for path, what, suffixes in ((output, "a map", MAP_SUFFIXES), (figure, "a picture", PICTURE_SUFFIXES)):
        if path is None:
            continue
        refuse_unwritable(path)
        if path.suffix.lower() not in suffixes:
            raise OutputError(
                f"{path} could not be written: {what} goes to a file ending in {', '.join(suffixes)}."
            )
        if path.resolve() == points.resolve():
            raise OutputError(f"{path} holds the points; name another file for {what}.")


def write_map(path: Path, placed: UnitBall, labels: tuple[str, ...] | None, recipe: Recipe) -> None:
    """Vectors and labels; in .npz also the objective after each sweep and the recipe, as JSON."""
    import numpy as np

    from firth.runtime.atomic import whole_file

    with whole_file(path) as temporary:
        if path.suffix.lower() == ".npz":
            arrays: dict[str, Any] = {"vectors": placed.points, "objective": placed.objective}
            if labels is not None:
                arrays["labels"] = np.array(labels, dtype=str)
            with temporary.open("wb") as file:
                np.savez(file, **arrays, recipe=np.array(recipe.to_json()))
            return
        import polars as pl

        columns: dict[str, Any] = {} if labels is None else {"label": list(labels)}
        columns |= {f"y{axis + 1}": placed.points[:, axis] for axis in range(placed.points.shape[1])}
        frame = pl.DataFrame(columns)
        frame.write_csv(temporary) if path.suffix.lower() == ".csv" else frame.write_parquet(temporary)


@dataclass(frozen=True)
class Drawing:
    """The picture asked for: its file, its title, and the images that points are, such as "64x64"."""

    path: Path
    title: str
    dim: int
    images: str | None
    pixels: Literal["rows", "columns"]

    def check(self, points: Points) -> None:
        """Refuse, before long work, what could not be drawn."""
        if self.dim != 3:
            raise InputError(
                f"--figure draws three dimensions, and --dim is {self.dim}; leave out one of them."
            )
        if self.images is not None and not self._interactive:
            raise InputError(
                f"--images is for pages, and {self.path} is none; write --figure to a file ending in .html."
            )
        shape, dimensions = self._shape(points), points.coordinates.shape[1]
        if shape is not None and (len(shape) not in (2, 3) or prod(shape) != dimensions):
            raise InputError(
                f"images of {' × '.join(map(str, shape))} do not fit points of {dimensions:,} coordinates; "
                "give their height and width with --images."
            )

    def draw(self, vectors: Array, points: Points) -> None:
        """Write the picture. Labels that recur are classes; others are the names of points."""
        from firth.plots import interactive_sphere, save_figure, sphere

        labels = points.labels
        classes = (
            labels if labels is not None and len(set(labels)) <= min(_MOST_CLASSES, len(labels) / 2) else None
        )
        names = labels if classes is None else None
        if self._interactive:
            figure = interactive_sphere(
                vectors, classes, labels=names, images=self._pictures(points), title=self.title
            )
        else:
            shown = range(0, len(vectors), -(-len(vectors) // _MOST_NAMED))
            named = None if names is None else {place: names[place] for place in shown}
            figure = sphere(vectors, classes, labels=named, title=self.title)
        save_figure(figure, self.path)

    @property
    def _interactive(self) -> bool:
        return self.path.suffix.lower() == ".html"

    def _shape(self, points: Points) -> tuple[int, ...] | None:
        if not self._interactive:
            return None
        if self.images is None:
            return points.image_shape
        found = re.fullmatch(r"(\d+)x(\d+)(?:x(3))?", self.images, re.IGNORECASE)
        if found is None:
            raise InputError(f"--images {self.images!r} is not HEIGHTxWIDTH, such as 28x28.")
        return tuple(int(side) for side in found.groups() if side)

    def _pictures(self, points: Points) -> Array | None:
        shape = self._shape(points)
        if shape is None:
            return None
        if self.pixels == "rows":
            return points.coordinates.reshape(-1, *shape)
        turned = points.coordinates.reshape(-1, *shape[2:], shape[1], shape[0])
        return turned.transpose(0, *range(turned.ndim - 1, 0, -1))
