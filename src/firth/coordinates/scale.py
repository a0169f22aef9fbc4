"""Factors → positions."""

from __future__ import annotations

import numpy as np

from firth.core.factors import Factors
from firth.errors import InputError
from firth.runtime.arrays import Array

STEEPEST = 8


def scaled_coordinates(factors: Factors, exponent: float, *, masses: Array | None = None) -> Array:
    """U Σ^γ, or D(r)^-½ U Σ^γ with masses: standard coordinates for γ = 0, principal for γ = 1.

    >>> import numpy as np
    >>> from firth.core import Factors, SolverReport
    >>> u = np.eye(2)
    >>> factors = Factors(u, np.array([4.0, 1.0]), u, SolverReport("dense", 1, 0.0, "exact", 0.0))
    >>> scaled_coordinates(factors, 0.5).tolist()
    [[2.0, 0.0], [0.0, 1.0]]
    """
    values = factors.values
    if not abs(exponent) <= STEEPEST:
        raise InputError(f"exponent is {exponent}; it must be a number from −{STEEPEST} to {STEEPEST}.")
    if exponent != 0 and (values <= 0).any():
        positive = int((values > 0).sum())
        raise InputError(
            f"only {positive} of {len(values)} eigenvalues are positive, others have no power {exponent:g}; "
            f"choose dim of at most {positive}, or exponent 0."
        )
    coordinates = factors.left * (values**exponent).astype(factors.left.dtype)
    if masses is not None:
        coordinates *= (1.0 / np.sqrt(masses))[:, None].astype(coordinates.dtype)
    return np.ascontiguousarray(coordinates)
