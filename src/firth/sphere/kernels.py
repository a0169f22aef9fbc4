"""Similarity kernels by name: how strongly two points of the sphere repel each other, by their cosine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.sphere._force_kernels import raise_half_sums

KernelName = Literal["polynomial", "gaussian", "exponential"]


@dataclass(frozen=True)
class SphereKernel:
    """K(x) of a cosine x = a·b, with K(1) = 1 and d log K / dx = p at x = 0.

    polynomial    ((x + 1) / 2)^p      [HajiSoleimani2019, eq. 3.11]
    gaussian      exp(p (x − 1)) = exp(−p ‖a − b‖² / 2), von Mises and Fisher's
    exponential   exp(−2p √(1 − x)) = exp(−√2 p ‖a − b‖)

    degree: p; for the polynomial a whole number.

    >>> SphereKernel(degree=3)(np.array([1.0, 0.0, -1.0])).tolist()
    [1.0, 0.125, 0.0]
    """

    name: KernelName = "polynomial"
    degree: float = 13

    def __post_init__(self) -> None:
        """Refuse what is no kernel."""
        if self.name not in get_args(KernelName):
            raise InputError(f"kernel is {self.name!r}; choose one of {', '.join(get_args(KernelName))}.")
        if not 0 < self.degree < 1000:
            raise InputError(f"degree is {self.degree}; it must be a number above 0, such as 13.")
        if self.name == "polynomial" and self.degree != int(self.degree):
            raise InputError(f"degree is {self.degree}; that of a polynomial is a whole number.")

    def __call__(self, cosines: Array) -> Array:
        """K(x), as a new array of the same type."""
        values = np.array(cosines)
        self.apply(values)
        return values

    def apply(self, cosines: Array) -> None:
        """Put K(x) in the place of x, in a contiguous array."""
        if self.name == "polynomial":
            raise_half_sums(cosines.reshape(-1), int(self.degree))
            return
        if self.name == "gaussian":
            np.subtract(cosines, 1, out=cosines)
            np.multiply(cosines, self.degree, out=cosines)
        else:
            np.subtract(1, cosines, out=cosines)
            np.maximum(cosines, 0, out=cosines)  # a cosine may be a rounding error above 1
            np.sqrt(cosines, out=cosines)
            np.multiply(cosines, -2 * self.degree, out=cosines)
        np.exp(cosines, out=cosines)
