"""What text costs as it grows: processor time and peak memory, from 10 to 300 MB and for 1,000 M tokens.

    FIRTH_DATA=… python benchmarks/scale.py [--output scale.json] [--plot scale.png] [--table scale.md]
        [--quick] [--only real|zipf] [--memory 2GB] [--zipf-memory 4GB] [--tokens N] [--folder TMP]

Real text is the beginning of wiki100m with wiki200m behind it. The synthetic one is written to a file of 6
bytes a token, with a fixed seed: half of its words follow Zipf's law, half follow that of a topic, which is
the same law with the words dealt out anew, so that there is something to find. It needs room in the folder
of temporary files: for a thousand million tokens the text takes 6 GB, and the counts some tens.
"""

from __future__ import annotations

import argparse
import lzma
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from firth.plots.canvas import COLUMNS, FAINT, ROWS, figure_of, new_axes, plain_frame, text_style
from measure import Run, firth, write_results

SIZES = (10, 30, 100, 200, 300)
QUICK_SIZES = (1, 2, 4)
MEGABYTE = 1_000_000
SETTINGS = ["--window", "10", "--weights", "harmonic", "--min-count", "5", "--recipe", "eigenword"]

TOKENS, QUICK_TOKENS = 1_000_000_000, 1_000_000
VOCABULARY, QUICK_VOCABULARY = 200_000, 5_000
LETTERS = 5
QUANTILES = 1 << 22
TOPICS = 500
LINE = 500
"""Tokens of a line, which has one topic."""
LINES_AT_ONCE = 2_000


def main() -> None:
    """Run both parts, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--output", type=Path, help="where the results go, as JSON")
    parser.add_argument("--plot", type=Path, help="processor time and peak against size, as a picture")
    parser.add_argument("--table", type=Path, help="the table that is printed, as Markdown")
    parser.add_argument("--quick", action="store_true", help="1 to 4 MB, and a million synthetic tokens")
    parser.add_argument("--only", choices=("real", "zipf"))
    parser.add_argument("--memory", default="2GB", help="the budget for real text")
    parser.add_argument("--zipf-memory", default="4GB", help="the budget for synthetic text")
    parser.add_argument("--tokens", type=int, help="of the synthetic text")
    parser.add_argument("--dim", type=int, default=300)
    parser.add_argument("--folder", type=Path, help="for texts and temporary files")
    given = parser.parse_args()
    if given.folder:
        os.environ["TMPDIR"] = tempfile.tempdir = str(given.folder)
    results: dict[str, Any] = {"real": [], "zipf": []}
    if given.only != "zipf":
        sizes = QUICK_SIZES if given.quick else SIZES
        results["real"] = list(real(sizes, Path(os.environ["FIRTH_DATA"]), given.memory, given.dim))
    if given.only != "real":
        tokens = given.tokens or (QUICK_TOKENS if given.quick else TOKENS)
        words = QUICK_VOCABULARY if given.quick else VOCABULARY
        results["zipf"] = [zipf(tokens, words, given.zipf_memory, given.dim)]
    table = "\n".join(rows(results))
    print(table)
    if given.table:
        given.table.write_text(table + "\n")
    if given.plot and results["real"]:
        draw(results["real"], given.plot)
    if given.output:
        write_results(given.output, results)


def real(sizes: Sequence[int], data: Path, memory: str, dim: int) -> Iterator[dict[str, Any]]:
    """Text to vectors at each size, in processes of their own, after a short one that compiles."""
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "text.txt"
        for size in (sizes[0], *sizes):
            with corpus.open("wb") as plain:
                copy_text(data, size * MEGABYTE, plain)
            found = embedded(corpus, Path(folder), memory, dim)
            if size == sizes[0] and found["first"]:
                continue
            yield found | {"text": f"wiki, {size} MB", "megabytes": size}


def copy_text(data: Path, most: int, plain: BinaryIO) -> None:
    """The first bytes of wiki100m with wiki200m behind it."""
    for name in ("wiki100m", "wiki200m"):
        with lzma.open(data / f"corpora/{name}.txt.xz") as packed:
            while most and (part := packed.read(min(most, MEGABYTE))):
                plain.write(part)
                most -= len(part)


def zipf(tokens: int, words: int, memory: str, dim: int) -> dict[str, Any]:
    """Synthetic text to vectors."""
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "zipf.txt"
        with corpus.open("wb") as plain:
            for part in zipf_text(tokens, words):
                plain.write(part)
        size = corpus.stat().st_size // MEGABYTE
        found = embedded(corpus, Path(folder), memory, dim)
    return found | {"text": f"Zipf, {tokens:,} tokens", "megabytes": size}


def zipf_text(tokens: int, words: int, *, seed: int = 0) -> Iterator[bytes]:
    """Lines of five-letter words."""
    rng = np.random.default_rng(seed)
    alphabet = np.frombuffer(b"abcdefghijklmnopqrstuvwxyz", np.uint8)
    digits = np.arange(words)[:, None] // 26 ** np.arange(LETTERS) % 26
    spelled = np.full((words, LETTERS + 1), ord(" "), np.uint8)
    spelled[:, :LETTERS] = alphabet[digits]
    law = np.cumsum(1 / np.arange(1, words + 1))
    rank_at = np.searchsorted(law / law[-1], (np.arange(QUANTILES) + 0.5) / QUANTILES).astype(np.int32)
    dealt = rng.permutation(words).astype(np.int32)
    for first in range(0, tokens, LINES_AT_ONCE * LINE):
        lines = min(LINES_AT_ONCE, -(-(tokens - first) // LINE))
        ranks = rank_at[rng.integers(QUANTILES, size=(lines, LINE))]
        shift = rng.integers(TOPICS, size=(lines, 1)) * (words // TOPICS)
        of_topic = dealt[(ranks + shift) % words]
        text = spelled[np.where(rng.random((lines, LINE)) < 0.5, ranks, of_topic)]
        text[:, -1, -1] = ord("\n")
        yield text.tobytes()


def embedded(corpus: Path, folder: Path, memory: str, dim: int) -> dict[str, Any]:
    """One run of the command line, with what it took."""
    output = folder / "vectors.safetensors"
    first = not output.exists()
    done: Run = firth(
        "embed", str(corpus), "-o", str(output), "--memory", memory, "--dim", str(dim), *SETTINGS, "--force",
        "--json",
    )  # fmt: skip
    told = done.json
    return {
        "first": first,
        "memory": memory,
        "tokens": told["corpus"]["tokens"],
        "vocabulary": told["corpus"]["vocabulary"],
        "cells": told["counts"]["non_zeros"],
        "cpu_seconds": done.cpu_seconds,
        "seconds": done.seconds,
        "peak_mb": done.peak_mb,
        "stages": told["seconds"],
    }


def rows(results: dict[str, Any]) -> Iterator[str]:
    """The table, in Markdown."""
    yield "| text | tokens | words | cells | processor | wall | seconds per MB | peak | --memory |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for r in results["real"] + results["zipf"]:
        yield (
            f"| {r['text']} | {r['tokens'] / 1e6:,.1f} M | {r['vocabulary']:,} | {r['cells'] / 1e6:,.1f} M | "
            f"{r['cpu_seconds']:,.1f} s | {r['seconds']:,.1f} s | {r['cpu_seconds'] / r['megabytes']:.3f} | "
            f"{r['peak_mb']:,.0f} MB | {r['memory']} |"
        )


def draw(found: list[dict[str, Any]], path: Path) -> None:
    """Processor time on logarithmic axes, and what grows as the text does; the peak beside it."""
    ax = new_axes(5, 3.4, (0.7, 0.3, 0.55, 0.4))
    sizes = [r["megabytes"] for r in found]
    for name, unit, color in (
        ("cpu_seconds", "seconds of processor", ROWS),
        ("peak_mb", "MB at most", COLUMNS),
    ):
        values = [r[name] for r in found]
        ax.loglog(sizes, values, "o-", color=color, markersize=4)
        ax.annotate(
            unit, (sizes[-1], values[-1]), (6, 0), textcoords="offset points", va="center", **text_style(9)
        )
    line = [found[0]["cpu_seconds"] * size / sizes[0] for size in sizes]
    ax.loglog(sizes, line, ":", color=FAINT, zorder=0)
    ax.set_xlabel("MB of text", **text_style(9))
    ax.set_xlim(right=5 * ax.get_xlim()[1])
    ax.set_title("Text to vectors; dotted: time as the text grows", loc="left", **text_style(9))
    plain_frame(ax)
    figure_of(ax).savefig(path, dpi=150)


if __name__ == "__main__":
    main()
