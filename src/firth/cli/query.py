"""firth neighbors, firth similarity and firth analogy: questions to a file of vectors."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from firth.cli.options import ANALOGY_METHOD, Json, Top, VectorsFile
from firth.cli.show import print_json, print_ranking, ranking_as_list


def neighbors(
    vectors: VectorsFile,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="WORD", help="The words whose neighbors are shown, one or several.", show_default=False
        ),
    ],
    top: Top = 10,
    json: Json = False,
) -> None:
    """Show the words nearest to a word, or to each of several.

    [bold]Examples[/bold]

    $ firth neighbors vectors.safetensors king

    $ firth neighbors vectors.safetensors tea coffee -n 5

    $ firth neighbors vectors.bin paris -n 25 --json
    """
    from firth.query import neighbors_many
    from firth.store import load_embedding

    found = neighbors_many(load_embedding(vectors), words, top)
    if json:
        lists = [
            {"word": word, "neighbors": ranking_as_list(near)}
            for word, near in zip(words, found, strict=True)
        ]
        print_json(lists[0] if len(lists) == 1 else lists)
        return
    for place, (word, near) in enumerate(zip(words, found, strict=True)):
        if len(words) > 1:
            typer.echo(("\n" if place else "") + word)
        print_ranking(near)


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
        typer.echo(f"{value:z.4f}")


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
