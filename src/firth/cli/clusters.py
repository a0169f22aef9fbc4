"""firth clusters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from firth.cli.options import Force, Quiet, VectorsFile
from firth.cli.outputs import check_file, text_file
from firth.cli.progress import progress_bars


def clusters(
    vectors: VectorsFile,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", help="The text file of paths to write."),
    ],
    clusters: Annotated[
        int, typer.Option("--clusters", metavar="N", help="Number of clusters to make.")
    ] = 100,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Cluster words in a tree, as Brown clusters do: each word gets a path of bits.

    The file has a line for each word: path, word and count, with tabs between. Words whose paths begin alike
    are near each other.

    [bold]Examples[/bold]

    $ firth clusters vectors.safetensors -o paths.txt

    $ firth clusters vectors.safetensors -o paths.txt --clusters 1000
    """
    from firth.clusters import cluster_words
    from firth.store import load_embedding

    check_file(output, force=force)
    embedding = load_embedding(vectors)
    with progress_bars(quiet=quiet) as progress:
        found = cluster_words(embedding, clusters, progress=progress)
    with text_file(output) as file:
        file.writelines(found.lines())
    if not quiet:
        typer.echo(f"saved     {output} ({len(embedding):,} words in {len(found):,} clusters)")
