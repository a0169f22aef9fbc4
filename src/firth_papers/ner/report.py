"""The results as Markdown."""

from __future__ import annotations

from typing import Any

from firth.evaluate.tables import Grid
from firth_papers.ner import paper
from firth_papers.words import plain_grid
from firth_papers.words.sentences import listed


def as_markdown(results: dict[str, Any]) -> str:
    """A page: what was done, F1 of every row on every file, kinds of names, what could not be run."""
    first = results["rows"][0]
    missing = [f"{row['name']}: {row['missing']}" for row in results["rows"] if row.get("missing")]
    parts = [
        "# Names in text: what word vectors and clusters add",
        _method(results),
        *(_table(results, test).markdown() for test in first["tests"]),
        "## Kinds of names, F1 in %",
        *(_kinds(results, test).markdown() for test in first["tests"]),
        *(["## Not run", listed(missing)] if missing else []),
        "## What differs from the paper",
        listed(paper.DIFFERENCES),
    ]
    return "\n\n".join(parts) + "\n"


def _method(results: dict[str, Any]) -> str:
    settings = results["settings"]
    sizes = "; ".join(
        f"{name}: {size['sentences']:,} sentences, {size['words']:,} words"
        for name, size in results["files"].items()
    )
    part = "" if settings["megabytes"] is None else f"the first {settings['megabytes']} MB of "
    return (
        f"The first file is learnt from ({sizes}). Vectors of {settings['dim']} dimensions and up to "
        f"{settings['clusters']:,} clusters are made from {part}wiki100m. A name is right if its kind and "
        "both its ends are. Intervals of 95 % are by 1,000 draws of sentences; gains are over words alone, "
        f"in the same draws. Seed {settings['seed']}."
    )


def _table(results: dict[str, Any], test: str) -> Grid:
    rows = []
    for row in results["rows"]:
        if row.get("missing"):
            continue
        found = row["tests"][test]
        score = found["scores"]["all"]
        rows.append(
            (
                row["name"],
                f"{100 * score['precision']:.2f}",
                f"{100 * score['recall']:.2f}",
                f"{100 * score['f1']:.2f} {_span(found['f1_interval'])}",
                f"{100 * found['gain']:+.2f} {_span(found['gain_interval'])}",
                f"{row['seconds']:.0f}",
            )
        )
    heads = ("given", "precision", "recall", "F1", "gain", "seconds")
    return plain_grid(f"{test}, in %", heads, rows)


def _kinds(results: dict[str, Any], test: str) -> Grid:
    run = [row for row in results["rows"] if not row.get("missing")]
    kinds = sorted({kind for row in run for kind in row["tests"][test]["scores"]} - {"all"})
    rows = []
    for row in run:
        scores = row["tests"][test]["scores"]
        rows.append((row["name"], *(f"{100 * scores[k]['f1']:.2f}" if k in scores else None for k in kinds)))
    return plain_grid(test, ("given", *kinds), rows)


def _span(ends: list[float]) -> str:
    return f"[{100 * ends[0]:.2f}, {100 * ends[1]:.2f}]"
