"""firth nlca: non-linear correspondence analysis."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from firth.cli.options import Force, Plot, Separator
from firth.cli.outputs import check_folder, write_frame, write_results, write_text
from firth.cli.table_options import Long, TableFormat
from firth.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from firth.association import QuotientFunction
    from firth.ca import NonlinearCorrespondence
    from firth.plots.ca_map import NonlinearMap


_NAMES = ("rows.*", "columns.*", "axes.*", "summary.txt", "biplot.*", "scree.png", "contributions.png")
"""Of the files that are written."""


def nlca(
    table: Annotated[
        Path,
        typer.Argument(
            metavar="TABLE", help="A table of documents × words (.csv .tsv .parquet).", show_default=False
        ),
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FOLDER", help="The folder for the results.")
    ],
    function: Annotated[
        Literal["power", "presence", "log"],
        typer.Option(help="The increasing function that is applied to the independence quotients."),
    ] = "power",
    beta: Annotated[
        float,
        typer.Option(metavar="B", help="The exponent of --function power; 1 is correspondence analysis."),
    ] = 0.75,
    pseudo_count: Annotated[
        float | None,
        typer.Option(metavar="C", help="The number added to the quotients, with --function log."),
    ] = None,
    long: Long = False,
    axes: Annotated[int, typer.Option(metavar="N", min=1, help="Number of axes to keep.")] = 2,
    separator: Separator = None,
    format: TableFormat = "csv",
    plot: Plot = False,
    map: Annotated[
        Literal["symmetric", "gravity"] | None,
        typer.Option(
            help="The map that biplots draw: documents at their coordinates x (symmetric), or at x*, the "
            "centers of gravity of their words.",
            show_default="symmetric",
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Non-linear correspondence analysis of documents and words.

    It prints a summary. It writes rows (x: F1 …; the centers of gravity of their words, x*: G1 …) and columns
    (y: F1 …) with their statistics, axes, summary.txt, and with --plot biplots, a scree plot and the
    contributions.

    [bold]Examples[/bold]

    $ firth nlca documents.parquet --long -o results --axes 50

    $ firth nlca table.csv -o results --beta 0.5 --axes 10 --plot --map gravity

    $ firth nlca table.csv -o results --function log --pseudo-count 0.1
    """
    if map is not None and not plot:
        raise InputError(f"--map {map} is for pictures; ask for them with --plot.")
    check_folder(output, *_NAMES, force=force)
    from firth.association import logarithm, power, presence
    from firth.ca import nonlinear_correspondence, summary
    from firth.counting import counts_from_long, counts_from_table
    from firth.datasets import read_table

    functions: dict[str, Callable[[], QuotientFunction]] = {
        "power": lambda: power(beta),
        "presence": presence,
        "log": lambda: logarithm(pseudo_count=pseudo_count),
    }
    frame = read_table(table, separator=separator)
    counts = counts_from_long(frame) if long else counts_from_table(frame)
    analysis = nonlinear_correspondence(counts, function=functions[function](), axes=axes)
    text = summary(analysis)
    typer.echo(text, nl=False)
    for path in write_results(
        output, _files(analysis, text, format, map if plot else None, plot), {"command": "nlca"}, force=force
    ):
        typer.echo(f"saved     {path}")


def _files(
    analysis: NonlinearCorrespondence, text: str, format: str, map: NonlinearMap | None, plot: bool
) -> Iterator[tuple[str, Callable[[Path], object]]]:
    for name, frame in (
        ("rows", analysis.rows_to_polars()),
        ("columns", analysis.columns.to_polars()),
        ("axes", analysis.axes_to_polars()),
    ):
        yield f"{name}.{format}", partial(write_frame, frame)
    yield "summary.txt", partial(write_text, text)
    if plot:
        from firth.plots import biplot, contribution_bars, interactive_biplot, save_figure, scree

        axes = (1, 2) if len(analysis.singular_values) > 1 else (1,)
        chosen = map or "symmetric"
        title = "Non-linear correspondence analysis"
        for name, figure in (
            ("biplot.png", biplot(analysis, axes=axes, map=chosen)),
            ("biplot.html", interactive_biplot(analysis, axes=axes, map=chosen, title=title)),
            ("scree.png", scree(analysis)),
            ("contributions.png", contribution_bars(analysis, axes=axes)),
        ):
            yield name, partial(save_figure, figure)
