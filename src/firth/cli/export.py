"""firth export."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from firth.cli.options import VectorsFile


def export(
    vectors: VectorsFile,
    output: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.", show_default=False)],
    format: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="native, word2vec, word2vec-binary or glove.",
            show_default="by the suffix of OUT",
        ),
    ] = None,
) -> None:
    """Copy vectors into another format.

    [bold]Examples[/bold]

    $ firth export vectors.safetensors vectors.txt

    $ firth export vectors.safetensors vectors.bin

    $ firth export vectors.safetensors vectors.txt --format glove

    $ firth export GoogleNews-vectors.bin vectors.safetensors
    """
    from firth.store import load_embedding, refuse_unwritable, save

    refuse_unwritable(output)
    embedding = load_embedding(vectors)
    save(embedding, output, format=format)
    typer.echo(f"saved     {output} ({len(embedding):,} words in {embedding.dim} dimensions)")
