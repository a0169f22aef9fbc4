"""firth ca and firth nlca: correspondence analysis, simple, multiple and non-linear."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firth.cli.options import Plot, ResultsFolder, Separator
from firth.cli.outputs import text_file, write_figures, write_frames
from firth.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from firth.association import QuotientFunction
    from firth.ca import Correspondence, Side
    from firth.plots.ca_map import Map, NonlinearMap

_MOST_AXES = 10

Long = Annotated[
    bool,
    typer.Option("--long", help="The table is long: each line has a row, a column and perhaps a count."),
]
TableFormat = Annotated[Literal["csv", "parquet"], typer.Option(help="The format of the tables to write.")]


def ca(
    table: Annotated[
        Path | None,
        typer.Argument(
            metavar="TABLE", help="A table of counts or records (.csv .tsv .parquet).", show_default=False
        ),
    ] = None,
    output: ResultsFolder = None,
    long: Long = False,
    mca: Annotated[
        bool,
        typer.Option(
            "--mca",
            help="The table holds records, with a categorical variable in each column: multiple "
            "correspondence analysis.",
        ),
    ] = False,
    axes: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Number of axes to keep.", show_default="all, 10 at most"),
    ] = None,
    sup_rows: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="The name of a supplementary row; may be repeated."),
    ] = None,
    sup_columns: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="The name of a supplementary column, or variable with --mca; may be repeated.",
        ),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VARIABLE:CATEGORY", help="A category to leave out, with --mca; may be repeated."
        ),
    ] = None,
    separator: Separator = None,
    format: TableFormat = "csv",
    plot: Plot = False,
    map: Annotated[
        Literal["symmetric", "rows", "columns", "contribution"] | None,
        typer.Option(
            help="The map that biplots draw: symmetric shows distances on both sides, rows and columns those "
            "of one side exactly, contribution the contributions of columns.",
            show_default="symmetric",
        ),
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="Analyze Fisher's table of eye and hair colors instead of a file.")
    ] = False,
) -> None:
    """Correspondence analysis of a table, with all its statistics.

    It prints a summary. With -o it also writes rows, columns and axes as tables, summary.txt, and with --plot
    biplots, a scree plot and the contributions.

    [bold]Examples[/bold]

    $ firth ca --demo

    $ firth ca smoking.csv -o results --plot

    $ firth ca smoking.csv -o results --plot --map contribution

    $ firth ca purchases.parquet --long -o results --axes 5

    $ firth ca survey.csv --mca --sup-columns age --sup-columns sex -o results
    """
    if plot and output is None:
        raise InputError("--plot needs a folder for the pictures; name one with -o.")
    if map is not None and not plot:
        raise InputError(f"--map {map} is for pictures; ask for them with --plot.")
    if map == "contribution" and sup_columns:
        raise InputError(
            "--map contribution shows columns by their masses, and supplementary columns have none; choose "
            "--map symmetric or rows."
        )
    from firth.ca.summary import summary

    analysis, supplementary = _analyze(
        _frame(table, separator, demo=demo),
        long=long, mca=mca, axes=axes, sup_rows=sup_rows or [], sup_columns=sup_columns or [],
        exclude=exclude or [],
    )  # fmt: skip
    text = summary(analysis)
    typer.echo(text, nl=False)
    if output is not None:
        chosen = (map or "symmetric") if plot else None
        for path in _write_analysis(analysis, output, text, supplementary, format=format, map=chosen):
            typer.echo(f"saved     {path}")


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
    drawn = (map or "symmetric") if plot else None
    for path in _write_analysis(analysis, output, text, {}, format=format, map=drawn):
        typer.echo(f"saved     {path}")


def _frame(table: Path | None, separator: str | None, *, demo: bool) -> Any:
    from firth.datasets import fisher_eyes_and_hair, read_table

    if demo:
        return fisher_eyes_and_hair()
    if table is None:
        raise InputError("name a table, or see what comes out with firth ca --demo.")
    return read_table(table, separator=separator)


def _analyze(
    frame: Any,
    *,
    long: bool,
    mca: bool,
    axes: int | None,
    sup_rows: list[str],
    sup_columns: list[str],
    exclude: list[str],
) -> tuple[Correspondence, dict[str, Any]]:
    from firth.ca import (
        correspondence,
        multiple_correspondence,
        supplementary_columns,
        supplementary_rows,
        supplementary_variables,
    )
    from firth.counting import counts_from_long, split_table

    if mca:
        if sup_rows:
            raise InputError("--sup-rows is for tables of counts; with --mca use --sup-columns.")
        for name in sup_columns:
            if name not in frame.columns:
                raise InputError(
                    f"the records have no column {name!r}; they have {', '.join(frame.columns)}."
                )
        active = [name for name in frame.columns if name not in sup_columns]
        analysis = multiple_correspondence(frame, variables=active, axes=axes, exclude=exclude)
        of_variables: dict[str, Any] = {}
        if sup_columns:
            of_variables["columns"] = supplementary_variables(analysis, frame.select(sup_columns))
        return analysis, of_variables
    if exclude:
        raise InputError("--exclude is for --mca; leave columns out of a table with --sup-columns.")
    active_counts, rows, columns = split_table(
        counts_from_long(frame) if long else frame, sup_rows, sup_columns
    )
    most = min(active_counts.matrix.shape) - 1
    found = correspondence(active_counts, axes=axes if axes or most <= _MOST_AXES else _MOST_AXES)
    placed: dict[str, Any] = {}
    if rows is not None:
        placed["rows"] = supplementary_rows(found, rows)
    if columns is not None:
        placed["columns"] = supplementary_columns(found, columns)
    return found, placed


def _write_analysis(
    analysis: Correspondence,
    folder: Path,
    text: str,
    supplementary: Mapping[str, Side],
    *,
    format: Literal["csv", "parquet"],
    map: Map | NonlinearMap | None,
) -> list[Path]:
    """Write rows, columns, axes and summary.txt, and pictures if a map is named; each appears when whole."""
    frames = {
        "rows": analysis.rows_to_polars(),
        "columns": analysis.columns.to_polars(),
        "axes": analysis.axes_to_polars(),
    }
    frames |= {f"supplementary_{name}": side.to_polars() for name, side in supplementary.items()}
    written = write_frames(frames, folder, format)
    with text_file(folder / "summary.txt") as file:
        file.write(text)
    written.append(folder / "summary.txt")
    return written + ([] if map is None else write_figures(_figures(analysis, supplementary, map), folder))


def _figures(
    analysis: Correspondence, supplementary: Mapping[str, Side], map: Map | NonlinearMap
) -> dict[str, Any]:
    """On the first two axes, or the only one."""
    from firth.plots import Supplementary, biplot, contribution_bars, interactive_biplot, scree
    from firth.plots.ca_map import analysis_kind

    axes = (1, 2) if len(analysis.singular_values) > 1 else (1,)
    points = Supplementary(
        **{name: dict(zip(side.names, side.principal, strict=True)) for name, side in supplementary.items()}
    )
    title = analysis_kind(analysis).title
    return {
        "biplot.png": biplot(analysis, axes=axes, map=map, supplementary=points),
        "biplot.html": interactive_biplot(analysis, axes=axes, map=map, supplementary=points, title=title),
        "scree.png": scree(analysis),
        "contributions.png": contribution_bars(analysis, axes=axes),
    }
