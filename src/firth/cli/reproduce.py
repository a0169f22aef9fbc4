"""firth reproduce."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from firth.cli.options import Quiet, Seed, Threads, limit_threads
from firth.cli.progress import progress_bars
from firth.cli.signals import goes_on_from
from firth_papers import EXPERIMENTS


def reproduce(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help=f"The name of the experiment: {', '.join(EXPERIMENTS)}.", show_default=False
        ),
    ],
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILES", help="Files of your own, which ner takes.", show_default=False),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder with the data sets.", show_default="$FIRTH_DATA"),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FOLDER",
            help="The folder for the results.",
            show_default="reproduced/NAME",
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Do a part of the experiment, in one to ten minutes.")
    ] = False,
    seed: Seed = 0,
    threads: Threads = None,
    quiet: Quiet = False,
) -> None:
    """Repeat a published experiment, and print its numbers beside ours.

    The results go to a folder, as JSON, as the page that is printed, and as a picture. A run that was stopped
    goes on with the same command from what is kept in that folder.

    [bold]Examples[/bold]

    $ FIRTH_DATA=data firth reproduce reuters --quick

    $ firth reproduce reuters --data data -o results

    $ firth reproduce ner train.txt testa.txt testb.txt --data data
    """
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
