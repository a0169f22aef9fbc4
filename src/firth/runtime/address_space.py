"""A limit on the address space, as `ulimit -v` and some job schedulers set it.

Libraries reserve far more addresses than they use: OpenBLAS a buffer for each thread, the C library an arena
for each, and compilers their code. When none are left some of them end the process. So a process with little
room takes one thread and one arena, and what cannot begin at all is refused in a sentence.
"""

from __future__ import annotations

import os
from contextlib import suppress

from firth.errors import MemoryBudgetError
from firth.runtime.memory import format_size

LEAST = 1_000_000_000
"""What Python, numpy, scipy, polars and numba need before any work, with one thread and one arena."""

LEAST_OF_QUERIES = 400_000_000
"""What numpy alone needs."""

_AMPLE = 4_000_000_000
_AMPLE_FOR_A_CORE = 250_000_000
_THREADS = (
    "FIRTH_THREADS",
    "POLARS_MAX_THREADS",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
)
_ARENAS = -8  # M_ARENA_MAX of the C library


def address_space() -> int | None:
    """The bytes that this process may map, if they are limited."""
    try:
        import resource
    except ImportError:  # not on this platform
        return None
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def spare_address_space() -> None:
    """With little room take one thread and one arena; before numpy and polars are imported.

    A number of threads that the environment gives stays.
    """
    room = address_space()
    if room is None or room >= _AMPLE + _AMPLE_FOR_A_CORE * (os.cpu_count() or 1):
        return
    for variable in _THREADS:
        os.environ.setdefault(variable, "1")
    import ctypes

    with suppress(AttributeError, OSError):  # another C library
        ctypes.CDLL(None).mallopt(_ARENAS, 1)


def refuse_too_little(least: int = LEAST) -> None:
    """Raise where the libraries would end the process."""
    room = address_space()
    if room is not None and room < least:
        raise MemoryBudgetError(sentence_of_limit(room, least))


def sentence_of_limit(room: int, least: int | None = None) -> str:
    """What is wrong, and the way out; least: what the libraries need, if that is known."""
    needed = f"need {format_size(least)}" if least else "need more"
    return (
        f"the address space of this process is limited to {format_size(room)} (ulimit -v), and the libraries "
        f"{needed} before any work; raise that limit, and hold the work itself with --memory."
    )
