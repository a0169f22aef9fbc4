"""firth evaluate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from firth.cli.bars import progress_bars
from firth.cli.json_output import print_json
from firth.cli.options import Json, VectorsFile, limit_threads


def evaluate(
    vectors: VectorsFile,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="With wordsim/ and analogies/ in it.", show_default="$FIRTH_DATA"
        ),
    ] = None,
    set: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME|FILE", help="A set of word pairs instead of all; may be repeated."),
    ] = None,
    missing: Annotated[
        Literal["skip", "zero"],
        typer.Option(help="Leave out pairs with unknown words, or count them as 0."),
    ] = "skip",
    analogies: Annotated[bool, typer.Option(help="Answer the Google analogies too.")] = True,
    method: Annotated[Literal["mul", "add"], typer.Option(help="How analogies are answered.")] = "mul",
    threads: Annotated[int | None, typer.Option(metavar="N", min=1, help="Threads of BLAS.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
    json: Json = False,
) -> None:
    """Compare vectors with people: word similarity and analogies.

    [bold]Examples[/bold]

    $ FIRTH_DATA=data firth evaluate vectors.safetensors

    $ firth evaluate vectors.safetensors --data data --missing zero --json

    $ firth evaluate vectors.safetensors --set my-pairs.txt --no-analogies
    """
    if threads is not None:
        limit_threads(threads)
    from firth.evaluate import evaluate as evaluate_all
    from firth.store import load_embedding

    with progress_bars(quiet=quiet) as progress:
        report = evaluate_all(
            load_embedding(vectors),
            data=data,
            sets=set,
            missing=missing,
            analogies=analogies,
            method=method,
            progress=progress,
        )
    if json:
        print_json(report.as_dict())
        return
    from rich.console import Console

    for table in report.tables():
        Console().print(table)
