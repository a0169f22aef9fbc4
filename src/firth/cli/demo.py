"""firth demo."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from firth.cli.options import Force, Quiet, Threads, VectorsOutput, limit_threads
from firth.cli.outputs import check_vectors_path
from firth.cli.progress import progress_bars
from firth.cli.show import spectrum_chart
from firth.cli.summary import Summary

if TYPE_CHECKING:
    from rich.console import Console

    from firth.core import Embedding
    from firth.datasets import Documentation

WORDS = ("matrix", "mean", "exception", "directory", "string", "thread", "cluster", "date")
ANALOGIES = (
    ("minimum", "maximum", "min"),
    ("horizontal", "vertical", "width"),
    ("left", "right", "lower"),
    ("file", "files", "directory"),
)
_OUTPUT = Path("firth-demo.safetensors")
"""Always of the demo, so that it is written anew without being asked."""
WINDOW, DIM, MIN_COUNT = 8, 150, 15  # two million words are not many


def demo(
    output: VectorsOutput = _OUTPUT,
    force: Force = False,
    threads: Threads = None,
    quiet: Quiet = False,
) -> None:
    """Make vectors from the documentation of Python on this machine, and show what is in them.

    Nothing is downloaded, and it takes well under a minute.

    [bold]Examples[/bold]

    $ firth demo

    $ firth demo -o python.safetensors
    """
    limit_threads(threads)
    check_vectors_path(output, force=force or output == _OUTPUT)
    from rich.console import Console

    console = Console(highlight=False)
    summary = Summary()
    console.print("[bold]firth[/bold]: you shall know a word by the company it keeps.\n")
    documentation = _gather(console, summary)
    embedding = _train(documentation, output, threads, summary, quiet=quiet)
    _print_training(console, embedding, summary)
    _print_neighbors(console, embedding)
    _print_analogies(console, embedding)
    _print_next(console, output)


def _gather(console: Console, summary: Summary) -> Documentation:
    from rich.table import Table

    from firth.datasets import gather_documentation

    with summary.timed("gather"):
        documentation = gather_documentation()
    table = Table("documentation of", box=None, padding=(0, 2, 0, 0), header_style="bold", show_footer=True)
    shares = documentation.shares
    table.columns[0].footer = "together"
    table.add_column("files", f"{sum(share.files for share in shares):,}", justify="right")
    table.add_column("MB", f"{sum(share.characters for share in shares) / 1e6:.1f}", justify="right")
    table.add_column("words", f"{sum(share.words for share in shares):,}", justify="right")
    for share in shares:
        table.add_row(share.package, f"{share.files:,}", f"{share.characters / 1e6:.1f}", f"{share.words:,}")
    console.print(table)
    return documentation


def _train(
    documentation: Documentation, output: Path, threads: int | None, summary: Summary, *, quiet: bool
) -> Embedding:
    from firth.counting import count
    from firth.recipes import embed
    from firth.store import save
    from firth.text import encode_texts

    with progress_bars(quiet=quiet) as progress:
        with summary.timed("read"):
            corpus = encode_texts(
                documentation.texts, min_count=MIN_COUNT, digits="drop", threads=threads, progress=progress
            )
        summary.note_corpus(corpus)
        with summary.timed("count"):
            counts = count(corpus, window=WINDOW, threads=threads, progress=progress)
        summary.note_counts(counts)
        with summary.timed("embed"):
            embedding = embed(counts, recipe="eigenword", dim=DIM, threads=threads, progress=progress)
        summary.note_vectors(embedding, "eigenword")
        with summary.timed("save"):
            save(embedding, output)
    summary.note_saved(output)
    return embedding


def _print_training(console: Console, embedding: Embedding, summary: Summary) -> None:
    console.print()
    for line in summary.lines():
        console.print(line, markup=False, soft_wrap=True)
    console.print(f"\n[bold]The spectrum[/bold]: how much each of the {embedding.dim} axes holds\n")
    for line in spectrum_chart(embedding.spectrum.tolist()):
        console.print(line, markup=False, style="cyan")


def _print_neighbors(console: Console, embedding: Embedding) -> None:
    console.print("\n[bold]Nearest words[/bold]\n")
    for word in WORDS:
        if word in embedding:
            found = " · ".join(neighbor.word for neighbor in embedding.neighbors(word, 6))
            console.print(f"  [cyan]{word:<10}[/cyan] {found}", soft_wrap=True)


def _print_analogies(console: Console, embedding: Embedding) -> None:
    console.print("\n[bold]Analogies[/bold]\n")
    for a, b, c in ANALOGIES:
        if all(word in embedding for word in (a, b, c)):
            best, *others = (neighbor.word for neighbor in embedding.analogy(a, b, c, 3))
            also = ", ".join(others)
            console.print(f"  {a} is to {b} as {c} is to [bold cyan]{best}[/bold cyan] (then {also})")


def _print_next(console: Console, output: Path) -> None:
    console.print("\n[bold]Now your own text[/bold] (one document a line, compressed or not)\n")
    for command in (
        f"firth neighbors {output} regression -n 20",
        "firth embed corpus.txt -o vectors.safetensors",
        "firth neighbors vectors.safetensors WORD",
        "firth recipes",
        "firth embed --help",
    ):
        console.print(f"  {command}", markup=False, style="green", soft_wrap=True)
