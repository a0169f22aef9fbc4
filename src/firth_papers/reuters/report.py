"""The results as Markdown, ours beside the paper's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from firth_papers.reuters import paper
from firth_papers.reuters.classify import TEST_SHARE
from firth_papers.reuters.corpus import FEWEST_OCCURRENCES

Result = dict[str, Any]


def as_markdown(results: Result) -> str:
    """A page: what was done, the paper's tables beside ours, the sweep, baselines and variants."""
    parts = [
        "# Reuters-21578: categories from non-linear correspondence analysis",
        _method(results),
        "## Table 1: documents",
        _documents(results["data"]),
        "## κ at the paper's three β",
        _headline(results),
        *(_confusions(table, number) for number, table in enumerate(results["tables"], start=2)),
        *(_rates(table, number) for number, table in enumerate(results["tables"], start=5)),
        "## Misprints in the paper\n\n" + "\n".join(f"- {line}" for line in paper.MISPRINTS),
        "## κ over β",
        _sweep(results),
        "## Baselines",
        _table(
            ("features", "SVM", "κ"), ((r["baseline"], r["svm"], _spread(r)) for r in results["baselines"])
        ),
        "## Variants at β = 0.75, x*",
        _table(("variant", "SVM", "κ"), ((r["variant"], r["svm"], _spread(r)) for r in results["variants"])),
    ]
    return "\n\n".join(parts) + "\n"


def _method(results: Result) -> str:
    settings, data = results["settings"], results["data"]
    last_seed = settings["seed"] + settings["splits"] - 1
    return (
        "Training stories of the ModApte split that have a body and one of the ten largest categories; a "
        "story that names several of the ten is given the last it names. Words are runs of letters in title "
        f"and body, lower-cased, with {FEWEST_OCCURRENCES} occurrences or more, without scikit-learn's "
        f"English stop words: {data['documents']:,} documents and {data['words']:,} words, where the paper "
        f"has {data['paper']['documents']:,} and {data['paper']['words']:,} and does not say how words were "
        f"cut or which were stopped. {settings['factors']} factors of all documents; documents at the "
        "centres of gravity of their words (x*) or in principal coordinates (x). Support vector machines for "
        "pairs of categories, C = 1, each feature brought to [0, 1] on the training documents, as Weka's SMO "
        "does unasked; the Gaussian one with scikit-learn's γ. "
        f"{settings['splits']} random splits into {1 - TEST_SHARE:.0%} to learn from and {TEST_SHARE:.0%} to "
        f"test on, seeds {settings['seed']} to {last_seed}, the same for all; figures are means ± standard "
        "deviations over them, and confusion matrices are those of the first."
    )


def _documents(data: Result) -> str:
    theirs = data["paper"]["categories"]
    rows = [(name, n, theirs[name]) for name, n in data["categories"].items()]
    return _table(("category", "ours", "paper"), [*rows, ("total", data["documents"], sum(theirs.values()))])


def _headline(results: Result) -> str:
    mean = {r["beta"]: _spread(r) for r in _linear_centres(results)}
    rows = (
        (
            f"{t['beta']:g}",
            f"{t['kappa']:.3f}",
            mean.get(t["beta"], "not swept"),
            f"{t['paper']['kappa']:.2f}",
        )
        for t in results["tables"]
    )
    return _table(("β", "ours, first split", "ours, all splits", "paper"), rows)


def _confusions(table: Result, number: int) -> str:
    whose = (("ours", table), ("the paper's", table["paper"]))
    heads = ("true ↓ assigned →", *paper.CATEGORIES)
    parts = [f"## Table {number}: confusion at β = {table['beta']:g}"]
    for owner, source in whose:
        rows = ((name, *row) for name, row in zip(paper.CATEGORIES, source["confusion"], strict=True))
        parts += [f"{owner}, κ = {source['kappa']:.2f}", _table(heads, rows)]
    return "\n\n".join(parts)


def _rates(table: Result, number: int) -> str:
    heads = ("category", "precision", "paper", "recall", "paper", "F", "paper")
    lines = zip(
        paper.CATEGORIES, table["precision_recall_f"], table["paper"]["precision_recall_f"], strict=True
    )
    rows = (
        (name, *(f"{value:.3f}" for pair in zip(ours, theirs, strict=True) for value in pair))
        for name, ours, theirs in lines
    )
    return f"## Table {number}: precision and recall at β = {table['beta']:g}\n\n" + _table(heads, rows)


def _sweep(results: Result) -> str:
    kinds = [(c, k) for c in ("x*", "x") for k in ("linear", "gaussian")]
    found = {(r["beta"], r["coordinates"], r["svm"]): _spread(r) for r in results["sweep"]}
    betas = sorted({r["beta"] for r in results["sweep"]})
    rows = ((f"{beta:g}", *(found[beta, c, k] for c, k in kinds)) for beta in betas)
    best, plain = results["best"], max(_linear_centres(results), key=lambda r: float(r["mean"]))
    return _table(("β", *(f"{c}, {k}" for c, k in kinds)), rows) + (
        f"\n\nBest of all: κ = {_spread(best)} at β = {best['beta']:g} "
        f"({best['coordinates']}, {best['svm']}); best as "
        f"the paper classifies (x*, linear): κ = {_spread(plain)} at β = {plain['beta']:g}."
    )


def _linear_centres(results: Result) -> list[Result]:
    return [r for r in results["sweep"] if (r["coordinates"], r["svm"]) == ("x*", "linear")]


def _spread(row: Result) -> str:
    return f"{row['mean']:.3f} ± {row['sd']:.3f}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
