"""Ways to the same singular triples of a sparse table of counts, and which tables are too large for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

import numpy as np

from firth.runtime.arrays import Array, Sparse
from firth.runtime.memory import format_size, memory_budget


@dataclass(frozen=True)
class Solver:
    """One way.

    solve(table, axes, seed): singular values, largest first. package: what has to be installed. copies: dense
    matrices of doubles, as large as the table, that it holds at once (measured). growth: seconds go as
    (rows · columns)^growth. What never makes the table dense has no copies, and is always tried.
    """

    name: str
    title: str
    package: str
    solve: Callable[[Sparse, int, int], Array]
    copies: float = 0.0
    growth: float = 1.0

    @property
    def installed(self) -> bool:
        """Whether this Python has it."""
        return find_spec(self.package) is not None


def sparse_usual(table: Sparse, axes: int, seed: int) -> Array:
    """Sparse plus rank one, with as many steps as are taken for word vectors."""
    from firth.association import quotient
    from firth.counting import counts_from_table
    from firth.factorize import decompose

    association = quotient(counts_from_table(table), dtype=np.float64)
    return decompose(association, axes, seed=seed).values


def sparse_converged(table: Sparse, axes: int, seed: int) -> Array:
    """The same until the axes stand still, with coordinates and chi-square distances."""
    from firth.ca import correspondence
    from firth.counting import counts_from_table

    return correspondence(counts_from_table(table), axes=axes, seed=seed).singular_values


def dense_randomized(table: Sparse, axes: int, seed: int) -> Array:
    """scikit-learn's randomized SVD of the dense residuals, with its usual number of rounds."""
    from sklearn.utils.extmath import randomized_svd

    return np.asarray(randomized_svd(dense_residuals(table), axes, random_state=seed)[1])


def dense_prince(table: Sparse, axes: int, seed: int) -> Array:
    """prince's correspondence analysis, which takes a pandas frame."""
    import pandas as pd

    analysis = import_module("prince").CA(n_components=axes, random_state=seed)
    return np.asarray(np.sqrt(analysis.fit(pd.DataFrame(table.toarray())).eigenvalues_))


def dense_exact(table: Sparse, axes: int, seed: int) -> Array:
    """numpy's SVD of the dense residuals; it knows all axes or none."""
    return np.asarray(np.linalg.svd(dense_residuals(table), full_matrices=False)[1][:axes])


def dense_residuals(table: Sparse) -> Array:
    """D(r)^-½ (P − rcᵀ) D(c)^-½, in no more than the memory it takes itself.

    >>> from scipy.sparse import csr_array
    >>> dense_residuals(csr_array(np.array([[1, 1], [0, 2]]))).round(4).tolist()
    [[0.3536, -0.2041], [-0.3536, 0.2041]]
    """
    from scipy import sparse

    total = table.sum()
    r, c = (np.sqrt(np.asarray(table.sum(axis=axis)).ravel() / total) for axis in (1, 0))
    dense: Array = (sparse.diags_array(1 / r) @ (table / total) @ sparse.diags_array(1 / c)).toarray()
    for row, root in zip(dense, r, strict=True):
        row -= root * c
    return dense


FIRTH, CONVERGED = "firth", "firth-converged"

_ALL = (
    Solver(FIRTH, "firth", "firth", sparse_usual),
    Solver(CONVERGED, "firth, converged", "firth", sparse_converged),
    Solver("scikit-learn", "scikit-learn", "sklearn", dense_randomized, copies=1.1),
    Solver("prince", "prince", "prince", dense_prince, copies=5.1),
    Solver("numpy", "numpy SVD", "numpy", dense_exact, copies=9.0, growth=1.5),
)

SOLVERS: Mapping[str, Solver] = MappingProxyType({one.name: one for one in _ALL})
"""Name → solver, the quickest first."""


# Tables, what was measured on them, and what is not started: it would outgrow the memory or the time limit.


@dataclass(frozen=True)
class TextTable:
    """The table of the first megabytes of the text."""

    megabytes: int
    tokens: int
    rows: int
    columns: int
    nonzeros: int

    @property
    def cells(self) -> int:
        """Of the table made dense."""
        return self.rows * self.columns


@dataclass(frozen=True)
class Measurement:
    """One solver on one table: seconds and bytes beyond the table, or why they are missing.

    tried: a process was started for it.
    """

    megabytes: int
    solver: str
    seconds: float | None = None
    memory: int | None = None
    values: list[float] = field(default_factory=list)
    missing: str = ""
    tried: bool = True


SHARE = 0.8
"""Of the memory that is free when a solver starts: what it may be expected to need."""


def available_memory() -> int:
    """Bytes that a new process can have, what the system keeps of files included."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        sizes = {name: size for name, _, size in (line.partition(":") for line in lines)}
        return int(sizes["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError):  # not Linux
        return 2 * memory_budget()


def refusal(
    solver: Solver,
    table: TextTable,
    earlier: Sequence[tuple[TextTable, Measurement]],
    *,
    limit: float,
    memory: int,
) -> str:
    """Why a solver is not tried on a table; empty if it is.

    earlier: it on smaller tables. limit: seconds it is given. memory: bytes that are free.

    >>> table = TextTable(100, tokens=17_000_000, rows=68_000, columns=68_000, nonzeros=30_000_000)
    >>> refusal(SOLVERS["scikit-learn"], table, [], limit=60, memory=20 * 10**9)
    'not run: would need 40.7 GB'
    """
    if not solver.installed:
        return f"not installed ({solver.package} comes with the extra baselines)"
    if not solver.copies:
        return ""
    needed = 8 * solver.copies * table.cells
    if needed > SHARE * memory:
        return f"not run: would need {format_size(needed)}"
    for smaller, one in reversed(earlier):
        if one.seconds is not None:
            expected = one.seconds * (table.cells / smaller.cells) ** solver.growth
            return f"not run: would take about {_duration(expected)}" if expected > limit else ""
        if one.tried:
            return f"not run: {one.megabytes} MB was too much already"
    return ""


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"
