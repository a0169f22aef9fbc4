"""What the estimators ask of their input, beyond scikit-learn's own checks."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

from firth.core.arrays import Array, Sparse
from firth.errors import EmptyRowsError


def validated_counts(estimator: Any, X: Any, *, reset: bool) -> Sparse:
    """A table of counts in compressed rows: sparse stays sparse, none negative, two rows and columns to fit.

    reset: the table is to be fitted; others must have its columns.
    """
    from scipy.sparse import csr_array

    least = 2 if reset else 1
    return csr_array(
        validate_data(
            estimator,
            X,
            reset=reset,
            accept_sparse="csr",
            dtype=np.float64,
            ensure_non_negative=True,
            ensure_min_samples=least,
            ensure_min_features=least,
        )
    )


def refuse_empty_rows(row_sums: Array) -> None:
    """Rows without counts have no profile and so no place."""
    empty = np.flatnonzero(row_sums == 0)
    if len(empty):
        raise EmptyRowsError(
            f"{len(empty)} of {len(row_sums)} rows have no counts (first: row {empty[0]}) and so no place; "
            "drop them."
        )


def seed_from(random_state: int | np.random.RandomState | None) -> int:
    """The solver's seed: None is 0, so that results are the same every time.

    >>> seed_from(None), seed_from(7) == seed_from(7)
    (0, True)
    """
    return 0 if random_state is None else int(check_random_state(random_state).randint(2**31 - 1))
