"""firth clusters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from firth.cli.options import VectorsFile
from firth.cli.progress import progress_bars


def clusters(
    vectors: VectorsFile,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", help="The paths, as text.", show_default=False),
    ],
    clusters: Annotated[int, typer.Option("--clusters", metavar="N", help="How many to make.")] = 100,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
) -> None:
    """Clusters of words in a tree, as Brown's: a path of bits for each word.

    The file has a line for each word: path, word and count, apart by tabs. Words whose paths begin alike are
    near each other.

    [bold]Examples[/bold]

    $ firth clusters vectors.safetensors -o paths.txt

    $ firth clusters vectors.safetensors -o paths.txt --clusters 1000
    """
    from firth.clusters.tree import cluster_words
    from firth.store import load_embedding, refuse_unwritable, whole_file

    refuse_unwritable(output)
    embedding = load_embedding(vectors)
    with progress_bars(quiet=quiet) as progress:
        found = cluster_words(embedding, clusters, progress=progress)
    with whole_file(output) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(found.lines())
    if not quiet:
        typer.echo(f"saved     {output} ({len(embedding):,} words in {len(found):,} clusters)")
