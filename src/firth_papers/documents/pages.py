"""Parts of the reports that both experiments have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from firth.evaluate.documents import Runs
from firth.evaluate.grids import NONE, Cell, Grid
from firth_papers.engine.page import listed, plain_grid
from firth_papers.words import judged


def document_page(
    title: str,
    results: Mapping[str, Any],
    about: str,
    tables: Sequence[str],
    networks: Sequence[str],
    differences: Sequence[str],
) -> str:
    """A report: what was done, the claims, tables, networks, time, and what differs from the thesis."""
    made = [(one["name"], f"{one['columns']:,}", f"{one['seconds']:.1f}") for one in results["vectors"]]
    times = plain_grid("Making the vectors of all documents", ("vectors", "columns", "seconds"), made)
    parts = [
        f"# {title}",
        about,
        "## Claims",
        judged(results["claims"]),
        *tables,
        *networks,
        "## Time",
        times.markdown(),
        "## What differs from the thesis",
        listed(differences),
    ]
    return "\n\n".join(parts) + "\n"


def sequence_grid(
    title: str,
    heads: Sequence[str],
    ours: Mapping[tuple[str, str], Runs],
    measures: Mapping[str, str],
    paper: Mapping[str, Sequence[tuple[float, float]]],
) -> Grid:
    """Word vectors in a network: a row for each, ours with the paper's in brackets.

    ours: (word vectors, column) → runs. measures: column → the measure that stands in it.
    """
    names = list(dict.fromkeys([*paper, *(vectors for vectors, _ in ours)]))
    rows = []
    for name in names:
        cells = [Cell(name)]
        for place, column in enumerate(heads):
            runs = ours.get((name, column))
            printed = paper.get(name)
            text = NONE if runs is None else _told(runs, measures[column])
            cells.append(
                Cell(text + ("" if printed is None else " ({:.1f} ± {:.1f})".format(*printed[place])))
            )
        rows.append(cells)
    return Grid(title, ("word vectors", *heads), rows)


def networks_page(grid: Grid, missing: Sequence[str], about: str) -> str:
    """The table of networks, what it is about, and what was not run."""
    parts = [about or "No network was run here; the numbers in brackets are the thesis's.", grid.markdown()]
    return "\n\n".join([*parts, *([f"Not run:\n\n{listed(missing)}"] if missing else [])])


def _told(runs: Runs, measure: str) -> str:
    spread = runs.spread(measure)
    around = f" ± {100 * spread.sd:.1f}" if len(runs.scores[measure]) > 1 else ""
    return f"{100 * spread.mean:.1f}{around}"
