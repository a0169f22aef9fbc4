"""firth neighbors, firth similarity and firth analogy: questions to a file of vectors."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from firth.cli.options import Json, Top, VectorsFile
from firth.cli.show import print_json, print_ranking, ranking_as_list


def neighbors(
    vectors: VectorsFile,
    word: Annotated[str, typer.Argument(metavar="WORD", help="The word to look around.", show_default=False)],
    n: Top = 10,
    json: Json = False,
) -> None:
    """Show the words nearest to a word.

    [bold]Examples[/bold]

    $ firth neighbors vectors.safetensors king

    $ firth neighbors vectors.bin paris -n 25 --json
    """
    from firth.query import neighbors as nearest
    from firth.store import load_embedding

    found = nearest(load_embedding(vectors), word, n)
    if json:
        print_json({"word": word, "neighbors": ranking_as_list(found)})
    else:
        print_ranking(found)


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
