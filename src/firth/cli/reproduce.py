"""firth reproduce."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from firth.cli.options import limit_threads
from firth.cli.progress import progress_bars
from firth.cli.signals import goes_on_from
from firth_papers import EXPERIMENTS


def reproduce(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help=f"Which one: {', '.join(EXPERIMENTS)}.", show_default=False)
    ],
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILES", help="Your own, where it is done on such: ner.", show_default=False),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="With the data sets in it.", show_default="$FIRTH_DATA"),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FOLDER", help="For results.", show_default="reproduced/NAME"),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A part of it, in one to ten minutes.")] = False,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Same seed, same numbers.")] = 0,
    threads: Annotated[int | None, typer.Option(metavar="N", min=1, help="How many to use.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
) -> None:
    """Do a published experiment again, and print its numbers beside ours.

    Results go to a folder, as JSON, as the page that is printed and as a picture. What was stopped goes on
    with the same command from what is kept in that folder.

    [bold]Examples[/bold]

    $ FIRTH_DATA=data firth reproduce reuters --quick

    $ firth reproduce reuters --data data -o results

    $ firth reproduce ner train.txt testa.txt testb.txt --data data
    """
    if threads is not None:
        limit_threads(threads)
    from firth_papers import reproduce as run

    folder = output or Path("reproduced") / name
    goes_on_from(folder / "cache", lambda: None)  # what is done is kept there already
    with progress_bars(quiet=quiet) as progress:
        report = run(
            name,
            files=files or (),
            data=data,
            output=folder,
            quick=quick,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    typer.echo(report, nl=False)
