"""Names for the array types in signatures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

Array = NDArray[Any]

if TYPE_CHECKING:
    from scipy import sparse

    Sparse = sparse.csr_array[Any]
else:
    Sparse = Any  # scipy takes a quarter of a second to import, and names alone do not need it
