"""SparseLowRank: M = S − L Rᵀ, the form every associated matrix has."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firth.errors import InputError, MemoryBudgetError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.pickling import Portable
from firth.runtime.sparse import cell_blocks, release_rows, transposed

DENSE_LIMIT = 25_000_000
"""Entries above which `to_dense` refuses."""


@dataclass(frozen=True, eq=False)
class SparseLowRank(Portable):
    """A sparse matrix less one of low rank: M = S − L Rᵀ. Products M X = S X − L (Rᵀ X) never form M.

    Attributes
    ----------
    sparse : csr_array
        S, m×p.
    left, right : array
        L, m×k, and R, p×k; k is small and may be 0.
    symmetric : bool
        Whether M = Mᵀ is known to hold.

    Notes
    -----
    Every matrix of associations has this form (docs/mathematics/index.md).
    """

    sparse: Sparse
    left: Array
    right: Array
    symmetric: bool = False

    def __post_init__(self) -> None:
        """Refuse thin parts that do not fit the sparse one."""
        m, p = self.sparse.shape
        if self.left.shape[0] != m or self.right.shape[0] != p or self.left.shape[1:] != self.right.shape[1:]:
            raise InputError(
                f"a sparse part of shape {(m, p)} does not go with low-rank parts of shapes "
                f"{self.left.shape} and {self.right.shape}."
            )

    @classmethod
    def from_sparse(cls, matrix: Sparse, *, symmetric: bool = False) -> SparseLowRank:
        """A sparse matrix with no low-rank part."""
        m, p = matrix.shape
        return cls(matrix, np.zeros((m, 0), matrix.dtype), np.zeros((p, 0), matrix.dtype), symmetric)

    def __repr__(self) -> str:
        """The shape, the cells of the sparse part and the rank of the other."""
        m, p = self.shape
        return f"SparseLowRank: {m:,} × {p:,}, {self.sparse.nnz:,} cells less rank {self.left.shape[1]}"

    @property
    def shape(self) -> tuple[int, int]:
        """(m, p)."""
        m, p = self.sparse.shape
        return int(m), int(p)

    @property
    def dtype(self) -> np.dtype[np.floating]:
        """The number type of products."""
        return np.dtype(self.sparse.dtype)

    @property
    def finite(self) -> bool:
        """Whether no cell is NaN or infinite."""
        matrix = self.sparse
        for first, last in cell_blocks(matrix):
            if not np.isfinite(matrix.data[matrix.indptr[first] : matrix.indptr[last]]).all():
                return False
            release_rows(matrix, first, last)
        return True

    @property
    def T(self) -> SparseLowRank:  # noqa: N802 - numpy's name
        """Mᵀ, with the sparse part in row order again."""
        if self.symmetric:
            return self
        return SparseLowRank(transposed(self.sparse), self.right, self.left)

    def __matmul__(self, x: Array) -> Array:
        """M x for a vector or a block of columns."""
        return np.asarray(self.sparse @ x - self.left @ (self.right.T @ x))

    def squared_norm(self) -> float:
        """‖M‖_F² = ‖S‖_F² − 2⟨S, L Rᵀ⟩ + ⟨LᵀL, RᵀR⟩, in float64 and without forming M."""
        left, right = self.left.astype(np.float64), self.right.astype(np.float64)
        cross = float(np.sum(left * (self.sparse @ right)))
        own = float(np.sum((left.T @ left) * (right.T @ right)))
        data = self.sparse.data
        square = sum(
            float(np.square(data[i : i + 1_000_000], dtype=np.float64).sum())
            for i in range(0, data.size, 1_000_000)
        )
        return square - 2.0 * cross + own

    def to_dense(self, limit: int = DENSE_LIMIT) -> Array:
        """M as an array; refuses above `limit` entries."""
        m, p = self.shape
        if m * p > limit:
            raise MemoryBudgetError(
                f"a dense {m} × {p} matrix has {m * p:,} entries, more than the limit of {limit:,}; "
                "use a solver that needs products only, or raise the limit."
            )
        return np.asarray(self.sparse.toarray() - self.left @ self.right.T)
