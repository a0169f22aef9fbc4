"""Increasing functions of quotients, for non-linear correspondence analysis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Protocol, runtime_checkable

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array

QuotientFunction = Callable[[Array], Array]
"""f, elementwise on arrays of quotients q ≥ 0: finite at 0, never falling."""


def power(beta: float) -> Power:
    """The function f(q) = (q^β − 1) / β: a smaller β tames large quotients.

    Parameters
    ----------
    beta : float
        β > 0; 1 is correspondence analysis.

    Examples
    --------
    >>> power(0.5)(np.array([0.0, 1.0, 4.0])).tolist()
    [-2.0, 0.0, 2.0]
    """
    return Power(beta)


def presence() -> Presence:
    """The function f(q) = 1 where a word occurs at all, and 0 elsewhere.

    Examples
    --------
    >>> presence()(np.array([0.0, 0.2, 7.0])).tolist()
    [0.0, 1.0, 1.0]
    """
    return Presence()


def logarithm(*, pseudo_count: float | None = None) -> Logarithm:
    """The function f(q) = ln((q + ε) / (1 + ε)).

    Parameters
    ----------
    pseudo_count : float
        ε > 0, as a share of the count expected by chance. It is added to quotients, not to counts, so that
        the table stays sparse and equal profiles can be merged.

    Examples
    --------
    >>> logarithm(pseudo_count=1.0)(np.array([1.0, 3.0])).round(4).tolist()
    [0.0, 0.6931]
    """
    if pseudo_count is None or not (isfinite(pseudo_count) and pseudo_count > 0):
        raise InputError(
            f"the pseudo-count is {pseudo_count}, but f(0) must be finite and ln 0 is not; "
            "give a positive one, such as logarithm(pseudo_count=0.1)."
        )
    return Logarithm(float(pseudo_count))


@dataclass(frozen=True)
class Power:
    """What `power` gives."""

    beta: float

    def __post_init__(self) -> None:
        """Refuse powers for which f(0) is not finite."""
        if not (isfinite(self.beta) and self.beta > 0):
            raise InputError(
                f"beta is {self.beta}; it must be above 0, or f(0) is not finite. For its limit at 0 use "
                "logarithm(pseudo_count=…)."
            )

    def __call__(self, q: Array) -> Array:
        """(q^β − 1) / β."""
        return np.asarray((q**self.beta - 1.0) / self.beta)

    def rise(self, q: Array) -> Array:
        """q^β / β."""
        return np.asarray(q if self.beta == 1 else q**self.beta / self.beta)


@dataclass(frozen=True)
class Presence:
    """What `presence` gives."""

    def __call__(self, q: Array) -> Array:
        """1 where q > 0."""
        return np.asarray(q > 0, np.float64)

    rise = __call__


@dataclass(frozen=True)
class Logarithm:
    """What `logarithm` gives."""

    pseudo_count: float

    def __call__(self, q: Array) -> Array:
        """ln((q + ε) / (1 + ε))."""
        return np.asarray(np.log((q + self.pseudo_count) / (1.0 + self.pseudo_count)))

    def rise(self, q: Array) -> Array:
        """ln(1 + q/ε)."""
        return np.asarray(np.log1p(q / self.pseudo_count))


@runtime_checkable
class _KnowsItsRise(Protocol):
    def rise(self, q: Array) -> Array:
        """f(q) − f(0), without the rounding of a difference."""


_PROBES = np.concatenate([[0.0], np.geomspace(1e-6, 1e6, 121)])


def checked_function(f: QuotientFunction) -> tuple[float, QuotientFunction]:
    """f(0) and q ↦ f(q) − f(0), for an f that increases and is finite at 0."""
    if not callable(f):
        raise InputError(
            f"function is {f!r}; give power(0.75), presence(), logarithm(pseudo_count=0.1) or a function."
        )
    with np.errstate(all="ignore"):
        values = np.asarray(f(_PROBES), np.float64)
    if values.shape != _PROBES.shape:
        raise InputError(
            f"f makes an array of shape {values.shape} from one of shape {_PROBES.shape}; "
            "it must work elementwise."
        )
    at_zero = float(values[0])
    if not isfinite(at_zero):
        raise InputError(
            f"f(0) is {at_zero}, but f(0) must be finite for words that a document does not have; "
            "for logarithms give a pseudo-count: logarithm(pseudo_count=0.1)."
        )
    finite = values[np.isfinite(values)]
    # A step down within rounding is none.
    falls = np.diff(finite) < -1e-9 * np.maximum(1.0, np.abs(finite[1:]))
    if falls.any() or finite[-1] <= at_zero:
        raise InputError(
            "f falls or is constant; non-linear correspondence analysis takes an f that rises with q."
        )
    if isinstance(f, _KnowsItsRise):
        return at_zero, f.rise
    return at_zero, lambda q: np.asarray(f(q), np.float64) - at_zero
