"""Tables of runs: a row for each kind of vectors, a column for each learner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firth.evaluate.documents.labels import Task
from firth.evaluate.documents.learners import LEARNERS
from firth.evaluate.documents.measuring import MEASURES, Runs
from firth.evaluate.grids import NONE, Cell, Grid, as_markdown
from firth.evaluate.significance import LEVEL, p_against_best

Printed = Mapping[str, Mapping[str, tuple[float, float]]]
"""Vectors → learner → mean and standard deviation in a paper, in percent."""

TITLES = {learner.name: learner.title for own in LEARNERS.values() for learner in own}


def runs_grid(title: str, runs: Sequence[Runs], measure: str, paper: Printed | None = None) -> Grid:
    """100 × mean ± standard deviation; a paper's in brackets.

    Bold is the best of a column, and what Welch's t-test does not tell from it.

    >>> scores = {"bow": [0.5, 0.6], "tfidf": [0.7, 0.8]}
    >>> runs = [Runs(name, "lasso", {"pearson": found}) for name, found in scores.items()]
    >>> print(runs_grid("joy", runs, "pearson").markdown())
    **joy**
    <BLANKLINE>
    | vectors | LASSO |
    | --- | ---: |
    | bow | **55.0 ± 7.1** |
    | tfidf | **75.0 ± 7.1** |
    """
    ps, theirs = _p_values(runs, measure), paper or {}
    cells: dict[tuple[str, str], Cell] = {}
    for one in runs:
        spread = one.spread(measure)
        printed = theirs.get(one.vectors, {}).get(one.learner)
        text = f"{100 * spread.mean:.1f} ± {100 * spread.sd:.1f}"
        text += "" if printed is None else f" ({printed[0]:.1f} ± {printed[1]:.1f})"
        cells[one.vectors, one.learner] = Cell(text, ps[one.vectors, one.learner] >= LEVEL)
    return _grid(title, cells)


def runs_p_grid(title: str, runs: Sequence[Runs], measure: str) -> Grid:
    """Welch's p-value against the best of each column; of the best itself there is none."""
    ps = _p_values(runs, measure)
    return _grid(title, {key: Cell(NONE if p == 1.0 else _told(p)) for key, p in ps.items()})


def results_markdown(runs: Sequence[Runs]) -> str:
    """A table for each measure, and one of p-values for the main one, as Markdown.

    Parameters
    ----------
    runs : sequence of Runs
        What `evaluate_documents` returns.

    Returns
    -------
    str
    """
    return as_markdown(results_grids(runs), [])


def results_grids(runs: Sequence[Runs]) -> list[Grid]:
    """The main measure, its p-values if there are vectors to compare, then the other measures."""
    task: Task = "numbers" if "pearson" in runs[0].scores else "classes"
    own = {key: name for key, name in MEASURES[task].items() if key in runs[0].scores}
    grids = [runs_grid(f"100 × {name}", runs, key) for key, name in own.items()]
    main = next(iter(own))
    p_values = runs_p_grid(f"{own[main]}: Welch's p-value against the best of the column", runs, main)
    return [grids[0], *([p_values] if len({one.vectors for one in runs}) > 1 else []), *grids[1:]]


def _p_values(runs: Sequence[Runs], measure: str) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    for learner in dict.fromkeys(one.learner for one in runs):
        column = {one.vectors: one.spread(measure) for one in runs if one.learner == learner}
        found |= {(vectors, learner): p for vectors, p in p_against_best(column).items()}
    return found


def _grid(title: str, cells: Mapping[tuple[str, str], Cell]) -> Grid:
    learners = list(dict.fromkeys(learner for _, learner in cells))
    rows = [
        [Cell(vectors), *(cells.get((vectors, learner), Cell(NONE)) for learner in learners)]
        for vectors in dict.fromkeys(vectors for vectors, _ in cells)
    ]
    return Grid(title, ("vectors", *(TITLES.get(name, name) for name in learners)), rows)


def _told(p: float) -> str:
    """Small ones as powers of ten."""
    return f"{p:.4f}" if p >= 1e-4 else f"{p:.0e}"
