"""Threads over fixed blocks."""

from __future__ import annotations

import numpy as np
import pytest

from firth.errors import InputError
from firth.runtime.parallel import balanced_blocks, even_blocks, in_order, thread_count


def test_results_come_in_the_order_of_the_items():
    assert list(in_order(lambda x: x * x, range(50), 3)) == [x * x for x in range(50)]


def test_an_error_in_a_task_stops_the_rest():
    seen = []

    def task(x: int) -> int:
        seen.append(x)
        if x == 3:
            raise InputError("three")
        return x

    with pytest.raises(InputError, match="three"):
        list(in_order(task, range(1000), 2))
    assert len(seen) < 20


def test_threads_come_from_the_argument_then_the_environment(monkeypatch):
    monkeypatch.setenv("FIRTH_THREADS", "5")
    assert (thread_count(), thread_count(2)) == (5, 2)
    with pytest.raises(InputError, match="threads is 0"):
        thread_count(0)


def test_blocks_cover_all_rows_once():
    assert even_blocks(10, 4) == [(0, 4), (4, 8), (8, 10)]
    indptr = np.concatenate([[0], np.cumsum([5, 0, 0, 90, 1, 1, 3])])
    blocks = balanced_blocks(indptr, 4)
    assert [b for a, b in blocks[:-1]] == [a for a, b in blocks[1:]]
    assert (blocks[0][0], blocks[-1][1]) == (0, 7)


def test_the_threads_of_openmp_are_not_exceeded_unless_asked_for(monkeypatch):
    monkeypatch.delenv("FIRTH_THREADS", raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    assert thread_count() == 1
    assert thread_count(3) == 3
    monkeypatch.setenv("FIRTH_THREADS", "2")
    assert thread_count() == 2
