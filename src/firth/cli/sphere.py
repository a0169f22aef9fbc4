"""firth sphere: the map, its summary and its picture."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firth.cli.options import (
    LABEL,
    PRINT_JSON,
    RUNNING,
    Force,
    PlainCells,
    Quiet,
    Seed,
    Threads,
    limit_threads,
)
from firth.cli.outputs import check_path
from firth.cli.progress import progress_bars
from firth.cli.summary import Summary
from firth.errors import InputError, OutputError

if TYPE_CHECKING:
    from firth.datasets.points import Points
    from firth.runtime.arrays import Array

PICTURE_SUFFIXES = (".png", ".svg", ".pdf", ".html")

_MOST_CLASSES = 100
_MOST_NAMED = 40


def sphere(
    points: Annotated[
        Path,
        typer.Argument(
            metavar="POINTS", help="A file of points (.npz .npy .csv .tsv .parquet).", show_default=False
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="FILE", help="The file of the map to write (.npz .csv .parquet)."
        ),
    ],
    dim: Annotated[int, typer.Option(metavar="N", help="Number of dimensions; at least 3.")] = 3,
    figure: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The picture of the sphere to draw (.png .svg .pdf; .html can be turned)."
        ),
    ] = None,
    label: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN", help=f"{LABEL}; in .npz files, of the array.", show_default="y, labels"
        ),
    ] = None,
    images: Annotated[
        str | None,
        typer.Option(
            metavar="HxW",
            help="Height and width of points that are images, which the .html shows; HxWx3 for color.",
            show_default="the file's image_shape",
        ),
    ] = None,
    pixels: Annotated[
        Literal["rows", "columns"],
        typer.Option(help="The order of the pixels of an image: row by row, or column by column."),
    ] = "rows",
    optimizer: Annotated[
        Literal["newton", "gradient"],
        typer.Option(help="The optimizer: Newton's method, or gradient descent."),
    ] = "newton",
    neighbors: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Number of nearest neighbors that attract a point.",
            show_default="√points, 15 to 50",
        ),
    ] = None,
    sweeps: Annotated[
        int, typer.Option(metavar="N", help="Number of sweeps; each moves every point once.")
    ] = 250,
    degree: Annotated[
        int, typer.Option(metavar="P", help="Degree of the polynomial kernel, ((1 + y·y')/2)^P.")
    ] = 2,
    plain_cells: PlainCells = False,
    seed: Seed = 0,
    force: Force = False,
    threads: Threads = None,
    quiet: Quiet = False,
    json: Annotated[bool, typer.Option("--json", help=PRINT_JSON, rich_help_panel=RUNNING)] = False,
) -> None:
    """Map points of many dimensions onto the unit sphere, with neighbors near each other.

    The coordinates are all numeric columns of a table, or the array X, data or vectors of an .npz file. An
    .npz that is written holds vectors, labels, the objective after each sweep, and the recipe.

    [bold]Examples[/bold]

    $ firth sphere digits.npz -o map.npz --figure map.png

    $ firth sphere faces.npz -o map.npz --figure map.html --images 64x64 --pixels columns

    $ firth sphere flowers.csv -o map.csv --label species --neighbors 10 --figure map.svg
    """
    limit_threads(threads)  # before anything below is imported
    if images is not None and figure is None:
        raise InputError("--images is for pages; name one with --figure, such as map.html.")
    from firth.core import Recipe
    from firth.datasets import read_points
    from firth.sphere import neighbor_graph, unit_ball, usual_neighbors
    from firth.store.matrices import MAP_SUFFIXES, save_map

    for path, what in ((output, "map"), (figure, "picture")):
        if path is not None and path.resolve() == points.resolve():
            raise OutputError(f"{path} holds the points; name another file for the {what}.")
    check_path(output, MAP_SUFFIXES, "maps", force=force)
    if figure is not None:
        check_path(figure, PICTURE_SUFFIXES, "pictures", force=force)
    drawing = None if figure is None else Drawing(figure, points.stem, dim, images, pixels)
    summary = SphereSummary()
    with progress_bars(quiet=quiet) as progress:
        with summary.timed("read"):
            given = read_points(points, label=label)
        if drawing is not None:
            drawing.check(given)
        count = len(given.coordinates)
        most = _neighbors(neighbors, count, usual_neighbors(count))
        with summary.timed("neighbours"):
            graph = neighbor_graph(given.coordinates, most, threads=threads, progress=progress)
        with summary.timed("sweeps"):
            placed = unit_ball(
                graph,
                dim,
                optimizer=optimizer,
                degree=degree,
                sweeps=sweeps,
                seed=seed,
                threads=threads,
                progress=progress,
            )
        recipe = Recipe().then("neighbours", metric="euclidean", n_neighbors=most)
        recipe = recipe.then("unit-ball", dim=dim, optimizer=optimizer, kernel_degree=degree,
                             n_sweeps=sweeps, seed=seed)  # fmt: skip
        with summary.timed("save"):
            save_map(placed, given.labels, recipe, output, plain_cells=plain_cells)
        summary.note_saved(output)
        if drawing is not None:
            with summary.timed("draw"):
                drawing.draw(placed.points, given)
            summary.note_saved(drawing.path)
    summary.note_map(given.coordinates.shape, graph.nnz / graph.shape[0], placed.objective)
    summary.show(json=json, quiet=quiet)


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


@dataclass
class SphereSummary(Summary):
    """What was mapped, and how well."""

    map: dict[str, Any] = field(default_factory=dict)

    def note_map(self, shape: tuple[int, ...], neighbors: float, objective: Any) -> None:
        """Keep what was made. neighbors: of a point, on average."""
        self.map = {
            "points": shape[0],
            "dimensions": shape[1],
            "neighbours": round(neighbors, 2),
            "sweeps": len(objective),
            "first_objective": float(objective[0]),
            "last_objective": float(objective[-1]),
        }

    def lines(self) -> list[str]:
        """What was mapped, then what every summary has."""
        m = self.map
        first, last = (_digits(m[f"{which}_objective"]) for which in ("first", "last"))
        return [
            f"read      {m['points']:,} points of {m['dimensions']:,} dimensions",
            f"joined    {m['neighbours']:.1f} neighbors per point",
            f"swept     {m['sweeps']:,} times, objective {first} → {last}",
            *super().lines(),
        ]


def _digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 100_000 else f"{value:,.6g}"


def _neighbors(asked: int | None, points: int, unasked: int) -> int:
    if asked is not None and not 1 <= asked < points:
        raise InputError(f"--neighbors is {asked}, and each of {points:,} points has {points - 1:,} others.")
    return unasked if asked is None else asked
