"""How kernels are compiled: without the interpreter lock, and kept on disk for the next process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def compiled(**options: Any) -> Callable[[Kernel], Kernel]:
    """Decorate a loop over arrays; compiled when first called, and read from numba's cache later.

    Where neither the package's folder nor the user's cache can be written, each process compiles again.
    """

    def decorate(function: Kernel) -> Kernel:
        try:
            kernel: Kernel = njit(nogil=True, cache=True, **options)(function)
        except RuntimeError:  # numba finds no place for a cache
            kernel = njit(nogil=True, **options)(function)
        return kernel

    return decorate
