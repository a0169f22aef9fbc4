"""firth nlca."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firth.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from firth.association.nonlinear import QuotientFunction
    from firth.core import Association, Factors
    from firth.core.arrays import Array


def nlca(
    table: Annotated[
        Path,
        typer.Argument(metavar="TABLE", help="Documents × words: .csv, .tsv, .parquet.", show_default=False),
    ],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FOLDER", help="Where the results go.")],
    f: Annotated[
        Literal["power", "presence", "log"], typer.Option("--function", help="Of the independence quotients.")
    ] = "power",
    beta: Annotated[float, typer.Option(metavar="B", help="The power; 1 is correspondence analysis.")] = 0.75,
    pseudo_count: Annotated[
        float | None, typer.Option(metavar="C", help="Added to quotients, with --function log.")
    ] = None,
    long: Annotated[
        bool, typer.Option("--long", help="Lines of document, word and perhaps a count.")
    ] = False,
    axes: Annotated[int, typer.Option(metavar="N", min=1, help="Axes to keep.")] = 2,
    separator: Annotated[str | None, typer.Option(metavar="SIGN", help="What separates cells.")] = None,
    format: Annotated[Literal["csv", "parquet"], typer.Option(help="Of the tables written.")] = "csv",
    plot: Annotated[bool, typer.Option("--plot", help="Draw biplots and a scree plot too.")] = False,
    map: Annotated[
        Literal["symmetric", "gravity"] | None,
        typer.Option(
            help="Where biplots put documents: at x, or at x*, the centres of gravity of their words.",
            show_default="symmetric",
        ),
    ] = None,
) -> None:
    """Non-linear correspondence analysis of documents and words.

    Writes rows (x: F1 …; centres of gravity of their words, x*: G1 …), columns (y: F1 …) and axes, and with
    --plot pictures.

    [bold]Examples[/bold]

    $ firth nlca documents.parquet --long -o results --axes 50

    $ firth nlca table.csv -o results --beta 0.5 --axes 10 --plot --map gravity

    $ firth nlca table.csv -o results --function log --pseudo-count 0.1
    """
    if map is not None and not plot:
        raise InputError(f"--map {map} is for pictures; ask for them with --plot.")
    from firth.association import logarithm, nonlinear_quotient, power, presence
    from firth.cli.analysis_files import write_figures, write_frames
    from firth.coordinates.gravity import centres_of_gravity, principal_pair
    from firth.counting import counts_from_long, counts_from_table
    from firth.datasets import read_table
    from firth.factorize import decompose

    functions: dict[str, Callable[[], QuotientFunction]] = {
        "power": lambda: power(beta),
        "presence": presence,
        "log": lambda: logarithm(pseudo_count=pseudo_count),
    }
    frame = read_table(table, separator=separator)
    counts = counts_from_long(frame) if long else counts_from_table(frame)
    association = nonlinear_quotient(counts, f=functions[f]())
    factors = decompose(association, axes, tolerance=1e-10, patience=4)
    rows, columns = principal_pair(association, factors)
    centres = centres_of_gravity(counts.matrix, columns)
    frames = {
        "rows": _frame(counts.rows.tokens, {"F": rows, "G": centres}),
        "columns": _frame(counts.columns.tokens, {"F": columns}),
        "axes": _frame([str(k + 1) for k in range(axes)], {"singular_value": factors.values[:, None]}),
    }
    typer.echo("singular values " + " ".join(f"{value:.6f}" for value in factors.values[:10]))
    written = write_frames(frames, output, format)
    if plot:
        figures = _figures(association, factors, centres if map == "gravity" else None)
        written += write_figures(figures, output)
    for path in written:
        typer.echo(f"saved     {path}")


def _figures(association: Association, factors: Factors, centres: Array | None) -> dict[str, Any]:
    from firth.cli.analysis_files import biplot_figures
    from firth.plots.scenes import nonlinear_scene
    from firth.plots.screes import draw_scree, possible_axes

    scene = nonlinear_scene(association, factors, centres=centres)
    return {
        **biplot_figures(scene, "Non-linear correspondence analysis"),
        "scree.png": draw_scree(scene.shares, possible_axes(association)),
    }


def _frame(names: Any, blocks: dict[str, Array]) -> Any:
    import polars as pl

    columns: dict[str, Any] = {"name": list(names)}
    for label, values in blocks.items():
        for k in range(values.shape[1]):
            columns[label if label == "singular_value" else f"{label}{k + 1}"] = values[:, k]
    return pl.DataFrame(columns)
