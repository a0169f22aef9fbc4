"""firth neighbors, firth similarity and firth analogy: questions to a file of vectors."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from firth.cli.options import ANALOGY_METHOD, Json, Top, VectorsFile
from firth.cli.show import print_json, print_ranking, ranking_as_list


def neighbors(
    vectors: VectorsFile,
    word: Annotated[
        str, typer.Argument(metavar="WORD", help="The word whose neighbors are shown.", show_default=False)
    ],
    top: Top = 10,
    json: Json = False,
) -> None:
    """Show the words nearest to a word.

    [bold]Examples[/bold]

    $ firth neighbors vectors.safetensors king

    $ firth neighbors vectors.bin paris -n 25 --json
    """
    from firth.query import neighbors as nearest
    from firth.store import load_embedding

    found = nearest(load_embedding(vectors), word, top)
    if json:
        print_json({"word": word, "neighbors": ranking_as_list(found)})
    else:
        print_ranking(found)


def similarity(
    vectors: VectorsFile,
    a: Annotated[str, typer.Argument(metavar="A", help="The first word.", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="The second word.", show_default=False)],
    json: Json = False,
) -> None:
    """Show the similarity of two words.

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


def analogy(
    vectors: VectorsFile,
    a: Annotated[str, typer.Argument(metavar="A", help="The first word, such as man.", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="The second word, such as king.", show_default=False)],
    c: Annotated[
        str,
        typer.Argument(metavar="C", help="The third word, such as woman.", show_default=False),
    ],
    top: Top = 10,
    method: Annotated[Literal["mul", "add"], typer.Option(help=ANALOGY_METHOD)] = "mul",
    json: Json = False,
) -> None:
    """Answer an analogy: A is to B as C is to what?

    [bold]Examples[/bold]

    $ firth analogy vectors.safetensors man king woman

    $ firth analogy vectors.safetensors france paris japan -n 3 --method add --json
    """
    from firth.query import analogy as answers
    from firth.store import load_embedding

    found = answers(load_embedding(vectors), a, b, c, top, method=method)
    if json:
        print_json({"a": a, "b": b, "c": c, "method": method, "answers": ranking_as_list(found)})
    else:
        print_ranking(found)
