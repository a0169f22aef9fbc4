"""Text → counts, as several commands begin; or counts made earlier."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from firth.cli.options import CountingOptions, RunOptions, TextOptions
from firth.cli.summary import Summary
from firth.errors import InputError

if TYPE_CHECKING:
    from firth.core import Counts
    from firth.runtime.run import Progress


def counted(
    sources: list[str],
    text: TextOptions,
    counting: CountingOptions,
    run: RunOptions,
    *,
    progress: Progress,
    summary: Summary,
    wanted: Mapping[str, Any] = MappingProxyType({}),
) -> Counts:
    """Read, encode and count; wanted: how a recipe would have it, where nothing else is asked for."""
    resources = run.arguments()  # before anything below is imported
    window = counting.arguments(wanted)
    from firth.counting import count
    from firth.text import encode

    with summary.timed("read"):
        corpus = encode(sources, **text.arguments(), **resources, progress=progress)
    summary.note_corpus(corpus)
    with summary.timed("count"):
        counts = count(corpus, **window, **resources, progress=progress)
    summary.note_counts(counts)
    return counts


def stored_counts(corpus: list[str], text: TextOptions, counting: CountingOptions) -> Counts | None:
    """The counts in the only file given, if it is a counts file."""
    path = Path(corpus[0])
    if len(corpus) != 1 or path.suffix != ".safetensors":
        return None
    from firth.store import load_counts

    if text != TextOptions() or counting != CountingOptions():
        raise InputError(
            f"{path} is counted already; options for reading and counting belong to the text it came from."
        )
    return load_counts(path)
