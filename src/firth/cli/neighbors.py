"""firth neighbors."""

from __future__ import annotations

from typing import Annotated

import typer

from firth.cli.json_output import print_json
from firth.cli.options import Json, Top, VectorsFile
from firth.cli.ranking import print_ranking, ranking_as_list


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
