"""firth similarity."""

from __future__ import annotations

from typing import Annotated

import typer

from firth.cli.json_output import print_json
from firth.cli.options import Json, VectorsFile


def similarity(
    vectors: VectorsFile,
    a: Annotated[str, typer.Argument(metavar="A", help="A word.", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="Another word.", show_default=False)],
    json: Json = False,
) -> None:
    """Show how alike two words are.

    [bold]Examples[/bold]

    $ firth similarity vectors.safetensors tea coffee
    """
    from firth.query import similarity as compare
    from firth.store import load_embedding

    embedding = load_embedding(vectors)
    value = float(compare(embedding, a, b))
    if json:
        print_json({"a": a, "b": b, "similarity": value, "measure": embedding.measure})
    else:
        typer.echo(f"{value:.4f}")
