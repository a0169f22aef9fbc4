"""What a long command says when it is done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from firth.cli.show import print_json

if TYPE_CHECKING:
    from firth.core import Corpus, Counts, Embedding
    from firth.distributed import DistributedCounts


@dataclass
class Summary:
    """Figures of each stage, filled as the stages end."""

    corpus: dict[str, int] = field(default_factory=dict)
    counts: dict[str, float] = field(default_factory=dict)
    pairs: dict[str, int] = field(default_factory=dict)
    vectors: dict[str, Any] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    saved: list[str] = field(default_factory=list)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Time what is done inside."""
        start = time.perf_counter()
        yield
        self.seconds[stage] = round(time.perf_counter() - start, 3)

    def note_corpus(self, corpus: Corpus) -> None:
        """Keep what was read."""
        self.corpus = {
            "documents": corpus.documents,
            "tokens": corpus.tokens,
            "vocabulary": len(corpus.vocabulary),
            "bytes_replaced": corpus.bytes_replaced,
        }

    def note_counts(self, counts: Counts) -> None:
        """Keep what was counted."""
        rows, columns = counts.matrix.shape
        self.counts = {
            "rows": rows,
            "columns": columns,
            "non_zeros": counts.matrix.nnz,
            "total": counts.total,
        }

    def note_counted(self, counts: DistributedCounts) -> None:
        """Keep what workers read and counted."""
        text = counts.how["text"]
        self.corpus = {
            "documents": text["document_count"],
            "tokens": text["token_count"],
            "vocabulary": len(counts.rows),
            "bytes_replaced": counts.bytes_replaced,
        }
        non_zeros, total = counts.cells()
        self.counts = {
            "rows": len(counts.rows),
            "columns": len(counts.columns),
            "non_zeros": non_zeros,
            "total": total,
        }

    def note_pairs(self, used: int, given: int) -> None:
        """Keep how many of the scored pairs were learned from."""
        self.pairs = {"used": used, "given": given}

    def note_vectors(self, embedding: Embedding, recipe: str) -> None:
        """Keep what was made."""
        self.vectors = {
            "words": len(embedding),
            "dim": embedding.dim,
            "recipe": recipe,
            "digest": embedding.recipe.digest,
        }

    def note_saved(self, path: Path) -> None:
        """Keep where it went."""
        self.saved.append(str(path))

    def show(self, *, json: bool, quiet: bool) -> None:
        """Print it: JSON where asked for, else a few lines, else nothing."""
        if json:
            print_json({name: value for name, value in vars(self).items() if value})
        elif not quiet:
            for line in self.lines():
                typer.echo(line)

    def lines(self) -> list[str]:
        """A line for each stage that was run."""
        lines = []
        if self.corpus:
            c = self.corpus
            lines.append(
                f"read      {_number(c['tokens'], 'token')} in {_number(c['documents'], 'document')}"
            )
            if c["bytes_replaced"]:
                lines.append(
                    f"          {_number(c['bytes_replaced'], 'byte')} not UTF-8, replaced by spaces"
                )
        if self.counts:
            n = self.counts
            lines.append(f"counted   {n['rows']:,} × {n['columns']:,}, {_number(n['non_zeros'], 'non-zero')}")
        if self.pairs:
            used, given = self.pairs["used"], self.pairs["given"]
            rest = (
                "" if used == given else "; the others have an unknown word, one word twice, or are repeated"
            )
            lines.append(f"learned   from {used:,} of {_number(given, 'pair')}{rest}")
        if self.vectors:
            v = self.vectors
            lines.append(f"embedded  {_number(v['words'], 'word')} in {v['dim']} dimensions by {v['recipe']}")
            alone = int(self.counts.get("rows", v["words"])) - v["words"]
            if alone:
                lines.append(
                    f"          {_number(alone, 'word')} without a neighbor in any window got no vector"
                )
        if self.seconds:
            lines.append("took      " + " · ".join(f"{stage} {s:.2f} s" for stage, s in self.seconds.items()))
        return lines + [f"saved     {path} ({_size(path)})" for path in self.saved]


def _number(number: float, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _size(path: str) -> str:
    from firth.runtime.memory import format_size

    return format_size(Path(path).stat().st_size)
