"""firth nlca: non-linear correspondence analysis."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from firth.cli.options import Force, PlainCells, Plot
from firth.cli.outputs import check_folder, result_of, write_frame, write_results, write_text
from firth.cli.table_options import Long, NameOptions, ReadingOptions, TableFormat
from firth.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from firth.association import QuotientFunction
    from firth.ca import NonlinearCorrespondence
    from firth.core import Counts
    from firth.datasets import TableFile
    from firth.plots.ca_map import NonlinearMap


_NAMES = ("rows.*", "columns.*", "axes.*", "summary.txt", "biplot.*", "scree.png", "contributions.png")
"""Of the files that are written."""


def nlca(
    table: Annotated[
        Path,
        typer.Argument(
            metavar="TABLE",
            help="A table of documents × words (.csv .tsv .parquet .xlsx .ods).",
            show_default=False,
        ),
    ],
    *,
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
    reading: ReadingOptions,
    naming: NameOptions,
    format: TableFormat = "csv",
    plain_cells: PlainCells = False,
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
    about = result_of("nlca", table, output)
    check_folder(output, *_NAMES, about=about, left_out=() if plot else ("*.png", "*.html"), force=force)
    if plot:
        from firth.plots.canvas import require_matplotlib

        require_matplotlib()
    from firth.association import logarithm, power, presence
    from firth.ca import nonlinear_correspondence, summary

    functions: dict[str, Callable[[], QuotientFunction]] = {
        "power": lambda: power(beta),
        "presence": presence,
        "log": lambda: logarithm(pseudo_count=pseudo_count),
    }
    chosen = functions[function]()
    file = reading.read(table)
    counts, names = _counts(file, naming, long=long, as_is=reading.as_is)
    rows, columns = counts.matrix.shape
    if axes > min(rows, columns):
        raise InputError(f"--axes is {axes}; this table has at most {min(rows, columns)}.")
    analysis = nonlinear_correspondence(counts, function=chosen, axes=axes)
    typer.echo(f"taken     {names}: {rows:,} rows × {columns:,} columns of counts, n = {counts.total:,.10g}")
    for note in file.notes:
        typer.echo(f"note      {note}")
    typer.echo()
    text = summary(analysis)
    typer.echo(text, nl=False)
    files = _files(analysis, text, format, map if plot else None, plot, plain_cells)
    write_results(output, files, about, force=force)


def _counts(file: TableFile, naming: NameOptions, *, long: bool, as_is: bool) -> tuple[Counts, str]:
    """The counts of a table, and what was taken as their names; refused if it is no such table."""
    from firth.counting import counts_from_long, counts_from_table
    from firth.datasets import check_long, check_table, totals

    frame, names = naming.named_first(file.frame, long=long)
    if long:
        if not as_is:
            check_long(frame)
        return counts_from_long(frame), f"a long table of {frame.columns[0]!r} by {frame.columns[1]!r}"
    if not as_is:
        check_table(frame, named=names is not None, records="use firth ca --mca")
    counts = counts_from_table(frame, names="first" if names is not None else False)
    rows, columns = ((), ()) if as_is else totals(counts)
    if rows or columns:
        raise InputError(
            f"{'row' if rows else 'column'} {(rows + columns)[0]!r} is the sum of the others; take it out of "
            "the table (a column with --drop), or say --as-is if it is no total."
        )
    return counts, "rows are numbered" if names is None else f"rows are named by column {names!r}"


def _files(
    analysis: NonlinearCorrespondence,
    text: str,
    format: str,
    map: NonlinearMap | None,
    plot: bool,
    plain_cells: bool,
) -> Iterator[tuple[str, Callable[[Path], object]]]:
    for name, frame in (
        ("rows", analysis.rows_to_polars()),
        ("columns", analysis.columns.to_polars()),
        ("axes", analysis.axes_to_polars()),
    ):
        yield f"{name}.{format}", partial(write_frame, frame, plain_cells=plain_cells)
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
