"""firth count, and how text is read and counted by every command that begins with text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firth.cli.options import Corpora, RunOptions
from firth.cli.outputs import check_counts_path
from firth.cli.progress import progress_bars
from firth.cli.summary import Summary
from firth.errors import InputError

if TYPE_CHECKING:
    from firth.core import Counts
    from firth.runtime.run import Progress

_TEXT = "Reading text"
_COUNTING = "Counting"


@dataclass(frozen=True)
class TextOptions:
    """How text is read and cut into words."""

    documents: Annotated[
        Literal["line", "file", "stream"],
        typer.Option(help="What one document is.", rich_help_panel=_TEXT),
    ] = "line"
    column: Annotated[
        str, typer.Option(help="The column with the text, in tables.", rich_help_panel=_TEXT)
    ] = "text"
    tokenizer: Annotated[
        Literal["words", "whitespace"], typer.Option(help="What a word is.", rich_help_panel=_TEXT)
    ] = "words"
    case: Annotated[
        Literal["lower", "keep"], typer.Option(help="What becomes of capitals.", rich_help_panel=_TEXT)
    ] = "lower"
    normalize: Annotated[
        Literal["NFKC", "NFC", "none"], typer.Option(help="Unicode normal form.", rich_help_panel=_TEXT)
    ] = "NFKC"
    digits: Annotated[
        Literal["keep", "spell", "drop"],
        typer.Option(help="What becomes of digits.", rich_help_panel=_TEXT),
    ] = "keep"
    min_count: Annotated[
        int, typer.Option(metavar="N", help="Leave out words seen less often.", rich_help_panel=_TEXT)
    ] = 5
    max_vocabulary: Annotated[
        int | None, typer.Option(metavar="N", help="Keep the N most frequent words.", rich_help_panel=_TEXT)
    ] = None
    allow: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep only the words in this file.", rich_help_panel=_TEXT),
    ] = None

    def arguments(self) -> dict[str, Any]:
        """What `firth.text.encode` takes."""
        return asdict(self)


@dataclass(frozen=True)
class CountingOptions:
    """What counts as near."""

    window: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="How many words a window reaches.",
            show_default="10",
            rich_help_panel=_COUNTING,
        ),
    ] = None
    weights: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|W1,W2,…",
            help="Weight by distance: flat, harmonic, dynamic, or a number for each distance.",
            show_default="harmonic",
            rich_help_panel=_COUNTING,
        ),
    ] = None
    contexts: Annotated[
        Literal["both", "left", "right", "positional"] | None,
        typer.Option(
            help="On which side; positional counts each place apart.",
            show_default="both",
            rich_help_panel=_COUNTING,
        ),
    ] = None
    cut: Annotated[
        Literal["none", "independence", "printed"] | None,
        typer.Option(
            help="Leave out, at each distance, what chance explains (tail-cut).",
            show_default="none",
            rich_help_panel=_COUNTING,
        ),
    ] = None
    close_gaps: Annotated[
        bool,
        typer.Option("--close-gaps", help="Drop rare words before counting.", rich_help_panel=_COUNTING),
    ] = False
    subsample: Annotated[
        float | None,
        typer.Option(
            metavar="T",
            help="Count words with a larger share of the text less often, such as 1e-4.",
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


def _weights(text: str) -> str | list[float]:
    parts = text.split(",")
    try:
        return [float(part) for part in parts]
    except ValueError:
        if len(parts) > 1:
            raise InputError(f"--weights {text!r} is not a list of numbers such as 1,0.5,0.25.") from None
        return text
