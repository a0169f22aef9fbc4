"""Ways to the same singular triples, from a sparse table of counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType

import numpy as np

from firth.runtime.arrays import Array, Sparse


@dataclass(frozen=True)
class Contender:
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
    Contender(FIRTH, "firth", "firth", sparse_usual),
    Contender(CONVERGED, "firth, converged", "firth", sparse_converged),
    Contender("scikit-learn", "scikit-learn", "sklearn", dense_randomized, copies=1.1),
    Contender("prince", "prince", "prince", dense_prince, copies=5.1),
    Contender("numpy", "numpy SVD", "numpy", dense_exact, copies=9.0, growth=1.5),
)

CONTENDERS: Mapping[str, Contender] = MappingProxyType({one.name: one for one in _ALL})
"""Name → contender, the quickest first."""
