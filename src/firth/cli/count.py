"""firth count, and how text is read and counted by every command that begins with text."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firth.cli.cluster_options import ClusterOptions
from firth.cli.options import READING, Column, Corpora, Force, Resume, RunOptions
from firth.cli.outputs import check_counts_path
from firth.cli.progress import progress_bars
from firth.cli.summary import Summary
from firth.cli.unfinished import text_and_counting, unfinished_blocks
from firth.errors import InputError

if TYPE_CHECKING:
    from firth.core import Counts
    from firth.distributed import DistributedCounts, Workers
    from firth.runtime.run import Progress

_COUNTING = "Counting"


@dataclass(frozen=True)
class TextOptions:
    """How text is read and cut into words."""

    documents: Annotated[
        Literal["line", "file", "stream"],
        typer.Option(
            help="The unit that no window crosses: a line (or record), a file, or nothing (stream).",
            rich_help_panel=READING,
        ),
    ] = "line"
    column: Column = "text"
    tokenizer: Annotated[
        Literal["words", "whitespace", "icu", "characters", "bigrams", "trigrams"],
        typer.Option(
            help="The tokenizer: words keeps letters and digits, whitespace cuts at white space only. For "
            "Chinese, Japanese, Thai and other scripts without spaces: icu finds their words (extra "
            "firth[icu]), characters, bigrams and trigrams are n-grams of characters.",
            rich_help_panel=READING,
        ),
    ] = "words"
    case: Annotated[
        Literal["lower", "keep", "turkish"],
        typer.Option(
            help="The case of words: lower folds capitals, keep leaves them, turkish makes I ı and İ i.",
            rich_help_panel=READING,
        ),
    ] = "lower"
    normalize: Annotated[
        Literal["NFKC", "NFC", "none"],
        typer.Option(help="The Unicode normal form of the text.", rich_help_panel=READING),
    ] = "NFKC"
    digits: Annotated[
        Literal["keep", "spell", "drop"],
        typer.Option(
            help="The treatment of digits: spell makes each digit a word, drop removes them.",
            rich_help_panel=READING,
        ),
    ] = "keep"
    min_count: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Words that occur fewer than N times are left out.",
            rich_help_panel=READING,
        ),
    ] = 5
    max_vocabulary: Annotated[
        int | None,
        typer.Option(metavar="N", help="Only the N most frequent words are kept.", rich_help_panel=READING),
    ] = None
    allow: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Only the words in this file are kept, one a line.",
            rich_help_panel=READING,
        ),
    ] = None

    def arguments(self) -> dict[str, Any]:
        """What `firth.text.encode` takes."""
        return asdict(self)


@dataclass(frozen=True)
class CountingOptions:
    """Which words count as neighbors, and how much."""

    window: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Number of words that the window reaches on each side.",
            show_default="10",
            rich_help_panel=_COUNTING,
        ),
    ] = None
    weights: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|W1,W2,…",
            help="Weights by distance: flat (all 1), harmonic (1, 1/2, 1/3, …), dynamic (falling in a "
            "straight line), or a number for each distance.",
            show_default="harmonic",
            rich_help_panel=_COUNTING,
        ),
    ] = None
    contexts: Annotated[
        Literal["both", "left", "right", "positional"] | None,
        typer.Option(
            help="The side of the window; positional counts each place in the window separately.",
            show_default="both",
            rich_help_panel=_COUNTING,
        ),
    ] = None
    cut: Annotated[
        Literal["none", "independence", "published"] | None,
        typer.Option(
            help="The tail-cut: independence drops a pair of words at a distance where it is no more "
            "frequent than chance; published takes the formula as the paper prints it, which drops almost "
            "nothing.",
            show_default="none",
            rich_help_panel=_COUNTING,
        ),
    ] = None
    close_gaps: Annotated[
        bool,
        typer.Option(
            "--close-gaps",
            help="Drop rare words before counting, so that they no longer take a position in the window.",
            rich_help_panel=_COUNTING,
        ),
    ] = False
    subsample: Annotated[
        float | None,
        typer.Option(
            metavar="T",
            help="Threshold of subsampling, such as 1e-4; words with a larger share of the text count less.",
            rich_help_panel=_COUNTING,
        ),
    ] = None

    def arguments(self, wanted: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
        """What `firth.counting.count` takes; refuses what it would refuse, before any text is read.

        wanted: by a recipe, where nothing is asked for on the command line.
        """
        from firth.counting import make_window

        given: dict[str, Any] = {"window": 10, "weights": "harmonic", "contexts": "both", "cut": "none"}
        asked = {name: value for name, value in asdict(self).items() if value is not None}
        given |= {"subsample": None} | dict(wanted) | asked
        given["weights"] = _weights(given["weights"])
        make_window(given["window"], given["weights"], given["contexts"], given["cut"])
        if self.subsample is not None and not 0 < self.subsample < 1:
            raise InputError(f"subsample is {self.subsample}; it is a share between 0 and 1, such as 1e-4.")
        return given


def count(
    corpus: Corpora,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", help="The file of counts to write (.safetensors)."),
    ],
    text: TextOptions,
    counting: CountingOptions,
    run: RunOptions,
    cluster: ClusterOptions,
    resume: Resume = False,
    force: Force = False,
) -> None:
    """Count which words stand near each other in a text.

    The counts are exact, and the file can be made into vectors many times over with `firth embed`.

    [bold]Examples[/bold]

    $ firth count corpus.txt.gz -o counts.safetensors

    $ firth count 'letters/*.txt' -o counts.safetensors --documents file --window 5 --weights flat

    $ firth count reviews.parquet -o counts.safetensors --column body --memory 1GB

    $ firth count 'corpus/*.txt' -o counts.safetensors --cluster local:2
    """
    run.arguments()  # before anything below is imported
    cluster.check(resume=resume)
    check_counts_path(output, force=force)
    from firth.store import save

    summary = Summary()
    with (
        unfinished_counts(output, corpus, text, counting, resume=resume, quiet=run.quiet),
        progress_bars(quiet=run.quiet) as progress,
        cluster.workers(run.memory, progress) as workers,
    ):
        if workers is None:
            counts = counted(corpus, text, counting, run, progress=progress, summary=summary)
        else:
            counts = counted_by(workers, corpus, text, counting, summary).collect()
        with summary.timed("save"):
            save(counts, output)
    summary.note_saved(output)
    summary.show(json=run.json, quiet=run.quiet)


def unfinished_counts(
    output: Path,
    corpus: list[str],
    text: TextOptions,
    counting: CountingOptions,
    *,
    resume: bool,
    quiet: bool,
    wanted: Mapping[str, Any] = MappingProxyType({}),
) -> AbstractContextManager[None]:
    """Where parts of a text that is read and counted are kept, beside an output; nowhere without --resume."""

    def recipe() -> dict[str, Any]:
        return text_and_counting(corpus, text, counting.arguments(wanted))

    return unfinished_blocks(output, recipe, resume=resume, quiet=quiet)


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


def counted_by(
    workers: Workers,
    sources: list[str],
    text: TextOptions,
    counting: CountingOptions,
    summary: Summary,
    wanted: Mapping[str, Any] = MappingProxyType({}),
) -> DistributedCounts:
    """Text that workers read and count, or counts of a file that are sent to them."""
    from firth.distributed import count, distribute

    stored = stored_counts(sources, text, counting)
    if stored is not None:
        summary.note_counts(stored)
        return distribute(stored, workers)
    with summary.timed("count"):
        made = count(sources, workers, **text.arguments(), **counting.arguments(wanted))
        summary.note_counted(made)
    return made


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


def _weights(text: str) -> str | list[float]:
    parts = text.split(",")
    try:
        return [float(part) for part in parts]
    except ValueError:
        if len(parts) > 1:
            raise InputError(f"--weights {text!r} is not a list of numbers such as 1,0.5,0.25.") from None
        return text
