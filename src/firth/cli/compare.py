"""firth compare."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any

import typer

from firth.cli.bars import progress_bars
from firth.cli.evaluation_options import EvaluationOptions
from firth.errors import InputError


def compare(
    vectors: Annotated[
        list[Path],
        typer.Argument(metavar="VECTORS", help="Files of vectors, in any format.", show_default=False),
    ],
    options: EvaluationOptions,
    own: Annotated[
        bool,
        typer.Option("--own", help="Score each on what it covers itself, not on what all cover."),
    ] = False,
    words: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Show the neighbours of these words side by side.")
    ] = None,
    top: Annotated[int, typer.Option("-n", "--top", metavar="N", min=1, help="Neighbours to show.")] = 10,
) -> None:
    """Compare embeddings side by side: all scores, with intervals and the significance of each difference.

    All are scored on what every one covers. The best is bold; * marks what is below it beyond chance.

    [bold]Examples[/bold]

    $ FIRTH_DATA=data firth compare vectors.safetensors glove.txt

    $ firth compare one.safetensors two.bin --data data --plot scores.png --markdown

    $ firth compare one.safetensors two.bin --set my-pairs.txt --no-analogies --words tea,king
    """
    if len(vectors) < 2:
        raise InputError(f"{vectors[0]} is alone; name two files or more to compare, or use firth evaluate.")
    arguments = options.arguments()
    named = dict(zip(labels(vectors), vectors, strict=True))
    from firth.evaluate import compare as compare_all
    from firth.evaluate import neighbor_report
    from firth.store import load_embedding

    embeddings = {name: load_embedding(path) for name, path in named.items()}
    nearest = neighbor_report(embeddings, _split(words), top) if words is not None else None
    with progress_bars(quiet=options.quiet) as progress:
        found = compare_all(embeddings, **arguments, own=own, progress=progress)
    if not found.contests and nearest is None:
        raise InputError("nothing is asked; give sets, analogies, categories, outliers or --words.")

    def as_dict() -> dict[str, Any]:
        return found.as_dict() | ({"neighbors": nearest.as_dict()} if nearest else {})

    grids = [*found.grids(), *(nearest.grids() if nearest else [])]
    options.show(as_dict, grids, found.notes, found.reports)


def labels(paths: Sequence[Path]) -> list[str]:
    """Short names that differ: stems, else names of files, else paths.

    >>> labels([Path("a/v.txt"), Path("b/v.txt"), Path("w.bin")])
    ['a/v.txt', 'b/v.txt', 'w.bin']
    """
    for name in (attrgetter("stem"), attrgetter("name"), str):
        names = [name(path) for path in paths]
        if len(set(names)) == len(names):
            return names
    raise InputError(f"a file is named twice among {', '.join(map(str, paths))}; compare different ones.")


def _split(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]
