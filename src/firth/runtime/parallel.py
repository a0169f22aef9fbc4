"""Threads over fixed blocks: results do not depend on how many threads there are."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from itertools import islice, pairwise
from typing import TypeVar

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array

MOST_THREADS_UNASKED = 8
"""On large shared machines nobody asked for more."""

In = TypeVar("In")
Out = TypeVar("Out")


def thread_count(threads: int | None = None) -> int:
    """The number asked for, or $FIRTH_THREADS, or the cores this process may use, eight at most.

    $OMP_NUM_THREADS lowers the last: joblib sets it so that its processes do not compete for cores.
    """
    if threads is None:
        most = [_number_in("OMP_NUM_THREADS"), _usable_cores(), MOST_THREADS_UNASKED]
        threads = _number_in("FIRTH_THREADS")
        threads = min(number for number in most if number) if threads is None else threads
    if threads < 1:
        raise InputError(f"threads is {threads}; it must be at least 1.")
    return threads


def in_order(function: Callable[[In], Out], items: Iterable[In], threads: int | None = None) -> Iterator[Out]:
    """The results of function(item) in the order of the items, at most a few items ahead of the reader.

    The functions should spend their time without the interpreter lock (kernels, polars, BLAS), and must not
    call `in_order` themselves.
    """
    workers = thread_count(threads)
    if workers == 1:
        yield from map(function, items)
        return
    source = iter(items)
    pool = _pool(workers)
    waiting = deque(pool.submit(function, item) for item in islice(source, workers + 1))
    try:
        while waiting:
            result = waiting.popleft().result()
            waiting.extend(pool.submit(function, item) for item in islice(source, 1))
            yield result
    finally:
        # Also on Ctrl-C and errors: what has not begun is not begun, and nothing runs on unseen.
        for future in waiting:
            future.cancel()
        wait(waiting)


@cache
def _pool(workers: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(workers, thread_name_prefix="firth")


if hasattr(os, "register_at_fork"):
    # Threads do not survive a fork; the child makes its own.
    os.register_at_fork(after_in_child=_pool.cache_clear)


def even_blocks(length: int, size: int) -> list[tuple[int, int]]:
    """[0, length) cut into blocks of `size`; the last may be shorter."""
    return [(start, min(start + size, length)) for start in range(0, length, size)]


def balanced_blocks(cumulative: Sequence[int] | Array, blocks: int) -> list[tuple[int, int]]:
    """Row blocks of about equal work, where cumulative[i] is the work before row i (such as indptr)."""
    work = np.asarray(cumulative)
    rows = len(work) - 1
    targets = np.linspace(0, work[-1], max(1, min(blocks, rows)) + 1)[1:-1]
    inner = np.searchsorted(work, targets, side="left")
    bounds = np.unique(np.concatenate([[0], inner, [rows]]))
    return [(int(a), int(b)) for a, b in pairwise(bounds)]


def _number_in(variable: str) -> int | None:
    given = os.environ.get(variable, "")
    return int(given) if given.isdigit() else None


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
