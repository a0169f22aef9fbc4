"""firth count."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from firth.cli.counted import counted
from firth.cli.options import Corpora, CountingOptions, RunOptions, TextOptions
from firth.cli.outputs import check_counts_path
from firth.cli.progress import progress_bars
from firth.cli.summary import Summary


def count(
    corpus: Corpora,
    output: Annotated[Path, typer.Option("-o", "--output", help="Where the counts go (.safetensors).")],
    text: TextOptions,
    counting: CountingOptions,
    run: RunOptions,
) -> None:
    """Count which words stand near each other in a text.

    The counts are exact, and the file can be made into vectors many times over with `firth embed`.

    [bold]Examples[/bold]

    $ firth count corpus.txt.gz -o counts.safetensors

    $ firth count 'letters/*.txt' -o counts.safetensors --documents file --window 5 --weights flat

    $ firth count reviews.parquet -o counts.safetensors --column body --memory 1GB
    """
    run.arguments()  # before anything below is imported
    check_counts_path(output)
    from firth.store import save

    summary = Summary()
    with progress_bars(quiet=run.quiet) as progress:
        counts = counted(corpus, text, counting, run, progress=progress, summary=summary)
        with summary.timed("save"):
            save(counts, output)
    summary.note_saved(output)
    summary.show(json=run.json, quiet=run.quiet)
