"""Tables of document vectors and of networks, ours beside a paper's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from firth.evaluate.documents import Runs
from firth.evaluate.grids import NONE, Cell, Grid
from firth_papers.engine.experiment import Results
from firth_papers.engine.page import Part, listed, plain_grid


def seconds_of_vectors(results: Results) -> Grid:
    """How many columns the vectors have, and how long it took to make them."""
    made = [(one["name"], f"{one['columns']:,}", f"{one['seconds']:.1f}") for one in results["vectors"]]
    return plain_grid("Making the vectors of all documents", ("vectors", "columns", "seconds"), made)


def network_grid(
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


def network_parts(grid: Grid, not_run: Sequence[str], about: str) -> Iterator[Part]:
    """What the table of networks is about, the table, and what was not run."""
    yield about or "No network was run here; the numbers in brackets are the thesis's."
    yield grid
    if not_run:
        yield f"Not run:\n\n{listed(not_run)}"


def _told(runs: Runs, measure: str) -> str:
    spread = runs.spread(measure)
    around = f" ± {100 * spread.sd:.1f}" if len(runs.scores[measure]) > 1 else ""
    return f"{100 * spread.mean:.1f}{around}"
