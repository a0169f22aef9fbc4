"""firth nlca."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from firth.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from firth.association.nonlinear import QuotientFunction


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
    plot: Annotated[bool, typer.Option("--plot", help="Draw biplots, scree and contributions.")] = False,
    map: Annotated[
        Literal["symmetric", "gravity"] | None,
        typer.Option(
            help="Where biplots put documents: at x, or at x*, the centres of gravity of their words.",
            show_default="symmetric",
        ),
    ] = None,
) -> None:
    """Non-linear correspondence analysis of documents and words.

    Prints a summary; writes rows (x: F1 …; centres of gravity of their words, x*: G1 …) and columns (y: F1 …)
    with their statistics, axes, summary.txt, and with --plot pictures.

    [bold]Examples[/bold]

    $ firth nlca documents.parquet --long -o results --axes 50

    $ firth nlca table.csv -o results --beta 0.5 --axes 10 --plot --map gravity

    $ firth nlca table.csv -o results --function log --pseudo-count 0.1
    """
    if map is not None and not plot:
        raise InputError(f"--map {map} is for pictures; ask for them with --plot.")
    from firth.association import logarithm, power, presence
    from firth.ca import nonlinear_correspondence, summary
    from firth.cli.analysis_files import write_analysis
    from firth.counting import counts_from_long, counts_from_table
    from firth.datasets import read_table

    functions: dict[str, Callable[[], QuotientFunction]] = {
        "power": lambda: power(beta),
        "presence": presence,
        "log": lambda: logarithm(pseudo_count=pseudo_count),
    }
    frame = read_table(table, separator=separator)
    counts = counts_from_long(frame) if long else counts_from_table(frame)
    analysis = nonlinear_correspondence(counts, f=functions[f](), axes=axes)
    text = summary(analysis)
    typer.echo(text, nl=False)
    drawn = (map or "symmetric") if plot else None
    for path in write_analysis(analysis, output, text, {}, format=format, map=drawn):
        typer.echo(f"saved     {path}")
