"""firth export."""

from __future__ import annotations

from typing import Annotated

import typer

from firth.cli.options import Force, VectorsFile, VectorsOutput
from firth.cli.outputs import check_file


def export(
    vectors: VectorsFile,
    output: VectorsOutput,
    format: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The format to write: native, word2vec, word2vec-binary or glove.",
            show_default="by the suffix of the output",
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Copy vectors into another format.

    [bold]Examples[/bold]

    $ firth export vectors.safetensors -o vectors.txt

    $ firth export vectors.safetensors -o vectors.bin

    $ firth export vectors.safetensors -o vectors.txt --format glove

    $ firth export GoogleNews-vectors.bin -o vectors.safetensors
    """
    from firth.store import load_embedding, save

    check_file(output, force=force)
    embedding = load_embedding(vectors)
    save(embedding, output, format=format)
    typer.echo(f"saved     {output} ({len(embedding):,} words in {embedding.dim} dimensions)")
