"""firth analogy."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from firth.cli.json_output import print_json
from firth.cli.options import Json, Top, VectorsFile
from firth.cli.ranking import print_ranking, ranking_as_list


def analogy(
    vectors: VectorsFile,
    a: Annotated[str, typer.Argument(metavar="A", help="As in: man is to …", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="… king …", show_default=False)],
    c: Annotated[str, typer.Argument(metavar="C", help="… as woman is to?", show_default=False)],
    n: Top = 10,
    method: Annotated[
        Literal["mul", "add"], typer.Option(help="Multiply or add similarities (3CosMul, 3CosAdd).")
    ] = "mul",
    json: Json = False,
) -> None:
    """Answer: A is to B as C is to what?

    [bold]Examples[/bold]

    $ firth analogy vectors.safetensors man king woman

    $ firth analogy vectors.safetensors france paris italy -n 3 --method add --json
    """
    from firth.query import analogy as answers
    from firth.store import load_embedding

    found = answers(load_embedding(vectors), a, b, c, n, method=method)
    if json:
        print_json({"a": a, "b": b, "c": c, "method": method, "answers": ranking_as_list(found)})
    else:
        print_ranking(found)
