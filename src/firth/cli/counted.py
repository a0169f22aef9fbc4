"""Text → counts, as `count` and `embed` both begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firth.cli.options import CountingOptions, RunOptions, TextOptions
from firth.cli.summary import Summary

if TYPE_CHECKING:
    from firth.core import Counts
    from firth.core.progress import Progress


def counted(
    sources: list[str],
    text: TextOptions,
    counting: CountingOptions,
    run: RunOptions,
    *,
    progress: Progress,
    summary: Summary,
) -> Counts:
    """Read, encode and count."""
    resources = run.arguments()  # before anything below is imported
    window = counting.arguments()
    from firth.counting import count
    from firth.text import encode

    with summary.timed("read"):
        corpus = encode(sources, **text.arguments(), **resources, progress=progress)
    summary.note_corpus(corpus)
    with summary.timed("count"):
        counts = count(corpus, **window, **resources, progress=progress)
    summary.note_counts(counts)
    return counts
