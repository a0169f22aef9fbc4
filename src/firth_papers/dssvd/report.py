"""The results as Markdown, ours beside the paper's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from firth.ca.correspondence import ACCURACY, PATIENCE
from firth.runtime.memory import format_size
from firth_papers.dssvd import paper
from firth_papers.dssvd.contenders import CONTENDERS, CONVERGED, FIRTH
from firth_papers.dssvd.limits import SHARE
from firth_papers.dssvd.results import Measurement, Results


def as_markdown(results: Results) -> str:
    """A page: what was done, the claims beside ours, the figures as tables, and what was not run."""
    parts = [
        "# Correspondence analysis of a growing text: time and memory",
        _method(results),
        "## How many times more the others take",
        _claims(results),
        "## Seconds",
        _by_size(results, lambda one: None if one.seconds is None else f"{one.seconds:.3g}"),
        "## Memory beyond the table",
        _by_size(results, lambda one: None if one.memory is None else format_size(one.memory)),
        "## Largest relative error of a singular value",
        _by_size(results, lambda one: _error(results, one)),
        "Measured by numpy's SVD, and by firth's converged values where numpy was not run. scikit-learn, "
        "prince and firth, unless it is asked to converge, stop after a fixed number of rounds.",
        "## Not run, or not to the end",
        _missing(results),
        "## What differs from the paper",
        _differences(results),
    ]
    return "\n\n".join(parts) + "\n"


def _method(results: Results) -> str:
    settings, machine = results.conditions["settings"], results.conditions["machine"]
    packages = ", ".join(f"{name} {number}" for name, number in machine["packages"].items() if number)
    return (
        "Singular values and vectors of D(r)^-½ (P − rcᵀ) D(c)^-½, the residuals of correspondence analysis, "
        f"for words × the words up to {settings['window']} places after them, in the first megabytes of "
        f"wiki100m; words seen {settings['min_count']} times or more; {settings['axes']} axes. Every "
        "contender gets the same sparse table in a process of its own, with "
        f"{settings['threads']} thread{'s' if settings['threads'] > 1 else ''}. Seconds begin when the table "
        "is in memory, and imports and compilation are done; memory is the peak beyond what the process "
        "holds then. Other work on the machine lengthens the times of the dense contenders most, so compare "
        "on a quiet one.\n\n"
        "- **firth** never makes the table dense: it multiplies by a sparse matrix and one of rank one, as "
        "often as is usual for word vectors. **firth, converged** is `firth ca`: it goes on until residuals "
        f"are below {ACCURACY:.0e} of the first singular value, or {PATIENCE} times as long.\n"
        "- **scikit-learn** is `randomized_svd` as it comes, and **numpy SVD** is `numpy.linalg.svd`, both "
        "of the dense residuals, made in place.\n"
        "- **prince** is its `CA`, as it comes.\n\n"
        f"{machine['cores']} cores, {machine['processor']}; Python {machine['python']}, {packages}."
    )


def _claims(results: Results) -> str:
    heads = ("against", "", "paper", "firth", "firth, converged")
    rows = []
    for rival in ("scikit-learn", "numpy", "prince"):
        for what, name in (("seconds", "time"), ("memory", "memory")):
            claim = paper.CLAIMS.get((rival, what))
            ours = (_ratios(results, rival, own, what) for own in (FIRTH, CONVERGED))
            rows.append((CONTENDERS[rival].title, name, f"{claim}×" if claim else "–", *ours))
    return _table(heads, rows) + (
        "\n\nOn the largest text that both were run on, and in brackets the range over all texts. numpy's "
        "values are exact, and compare with firth, converged; those of scikit-learn and prince are not, and "
        "compare with firth (see the errors below)."
    )


def _ratios(results: Results, rival: str, own: str, what: str) -> str:
    found = list(results.ratios(rival, own, what))
    if not found:
        return "–"
    largest, ratio = found[-1]
    every = [value for _, value in found]
    return f"{ratio:.3g}× at {largest} MB ({min(every):.3g}–{max(every):.3g})"


def _by_size(results: Results, shown: Callable[[Measurement], str | None]) -> str:
    heads = ("MB of text", "words", "non-zeros", *(one.title for one in CONTENDERS.values()))
    rows = []
    for table in results.tables:
        found = (results.at(table.megabytes, name) for name in CONTENDERS)
        cells = ((shown(one) if one else None) or "–" for one in found)
        rows.append((table.megabytes, f"{table.rows:,}", f"{table.nonzeros:,}", *cells))
    return _table(heads, rows)


def _error(results: Results, one: Measurement) -> str | None:
    error = results.error(one)
    return None if error is None else f"{error:.1e}"


def _missing(results: Results) -> str:
    lines = []
    for name, contender in CONTENDERS.items():
        absent = [one for one in results.of(name) if one.missing]
        for reason, group in groupby(absent, key=lambda one: one.missing):
            sizes = ", ".join(str(one.megabytes) for one in group)
            lines.append(f"- {contender.title}, {sizes} MB: {reason.removeprefix('not run: ')}.")
    if not lines:
        return "Everything was run."
    limit = results.conditions["settings"]["limit"]
    return "\n".join(lines) + (
        "\n\nA contender is not started when the dense matrices that it makes would need more than "
        f"{SHARE:.0%} of the free memory, or when by its time on a smaller text it would take more than "
        f"{limit:.0f} seconds; a process that does is stopped."
    )


def _differences(results: Results) -> str:
    settings = results.conditions["settings"]
    return "\n".join(
        f"- {line}"
        for line in (
            "The text is wiki100m, English Wikipedia normalised as text8 is, where the paper has the "
            f"beginning of text8, up to {paper.LARGEST} MB.",
            f"The paper does not say {paper.UNSTATED}. Here it is words seen {settings['min_count']} times "
            f"or more, {settings['window']} places to the right that count alike (its equation 63), and "
            f"{settings['axes']} axes.",
            "The paper's own program is not run; firth's solver is a block Krylov method, the paper's a "
            "randomized SVD.",
            "Nor does it say how its dense matrices were made, and whether that is in its times. Here it is, "
            "and takes no more memory than the matrix itself.",
            "The paper's figures carry no numbers, so only what its text says of them is compared.",
        )
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
