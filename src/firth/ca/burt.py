"""The Burt table of records and what multiple correspondence analysis needs of it.

B = Zᵀ D(w) Z / (n Q²) has a row for each category, however many records there are. Its residuals
S = D(c)^-½ (B − c cᵀ) D(c)^-½ have the squares of the singular values of the indicator table, and those
outside the blocks of a variable with itself are what the adjusted inertias explain.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy import sparse

from firth.association.quotient import quotient
from firth.ca.correspondence import operator_squares
from firth.core import Counts, SparseLowRank, Vocabulary
from firth.runtime.arrays import Array, Sparse
from firth.runtime.compile import compiled

DENSE_CATEGORIES = 1200
"""Burt tables with up to so many categories are counted as arrays."""


@dataclass(frozen=True, eq=False)
class Burt:
    """The residuals of a Burt table, or of the part of it that takes part in an analysis.

    Attributes
    ----------
    residuals : SparseLowRank
        S, symmetric.
    masses : array of shape (categories,)
        c, which sum to 1 over all categories, excluded ones included.
    names : Vocabulary
        The categories, with their numbers of records.
    owners : array of int
        The variable of each category.
    variables : int
        Q, however many categories are excluded.
    """

    residuals: SparseLowRank
    masses: Array
    names: Vocabulary
    owners: Array
    variables: int

    def part(self, places: Array) -> Burt:
        """Only some categories, with the masses and the center of the whole table."""
        whole = self.residuals
        some = SparseLowRank(
            whole.sparse[places][:, places], whole.left[places], whole.right[places], symmetric=True
        )
        return Burt(some, self.masses[places], self.names.part(places), self.owners[places], self.variables)

    @property
    def squares(self) -> Array:
        """Σ_j S_ij², what each category adds to the inertia of the Burt table."""
        return operator_squares(self.residuals)[0]

    @property
    def squares_between(self) -> Array:
        """The same over the categories of the other variables: Σ_j S_ij², j outside the block of i.

        Within the block of a variable S is 1/Q − c_i on the diagonal and −√(c_i c_j) beside it.
        """
        c, q = self.masses, self.variables
        block = np.bincount(self.owners, c, minlength=q)[self.owners]
        return np.maximum(self.squares - (1 / q - c) ** 2 - c * (block - c), 0.0)

    @property
    def adjusted_total(self) -> float:
        """Greenacre's total: Q/(Q−1) times the inertia outside the blocks of a variable with itself."""
        q = self.variables
        return float(q / (q - 1) * self.squares_between.sum())

    def adjusted_residuals(self) -> SparseLowRank:
        """The residuals of the Burt table whose diagonal is 0; its positive eigenvalues are adjusted roots.

        Q/(Q−1) (S + √c√cᵀ − I/Q) − √c√cᵀ. With all categories it has the eigenvectors of S; with some
        excluded it has its own.
        """
        q, whole = self.variables, self.residuals
        identity = sparse.eye_array(len(self.masses), format="csr")
        part: Sparse = sparse.csr_array(q / (q - 1) * (whole.sparse - identity / q))
        return SparseLowRank(part, whole.left, whole.right, symmetric=True)


def burt_of(
    z: Sparse, weights: Array | None, names: Vocabulary, owners: Array, *, threads: int | None
) -> Burt:
    """The Burt table of an indicator table, whose records count as often as their weights say."""
    variables = int(owners.max()) + 1
    if len(names) <= DENSE_CATEGORIES:
        codes = np.ascontiguousarray(z.indices.reshape(-1, variables).T)
        matrix = sparse.csr_array(burt_table(codes, weights, len(names)))
    else:
        weighted = z if weights is None else sparse.csr_array(sparse.diags_array(weights) @ z)
        matrix = sparse.csr_array(z.T @ weighted)
    association = quotient(Counts(matrix, names, names, symmetric=True), dtype=np.float64, threads=threads)
    return Burt(association.operator, association.column_masses, names, owners, variables)


def burt_table(codes: Array, weights: Array | None, categories: int) -> Array:
    """ZᵀWZ of coded records, as an array.

    codes: variables × records, each the place of a category among those of all variables.
    """
    burt = np.zeros((categories, categories))
    weights = np.ones(0) if weights is None else weights
    for first, second in combinations(range(len(codes)), 2):
        _add_pairs(codes[first], codes[second], weights, burt)
    burt += burt.T
    for variable in codes:
        _add_pairs(variable, variable, weights, burt)
    return burt


@compiled()
def _add_pairs(first: Array, second: Array, weights: Array, burt: Array) -> None:
    for record in range(len(first)):
        burt[first[record], second[record]] += weights[record] if len(weights) else 1.0
