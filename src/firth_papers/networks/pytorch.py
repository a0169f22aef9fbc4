"""PyTorch, when it is asked for, and set so that the same seed gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from threadpoolctl import threadpool_limits

from firth.errors import InputError


def require_torch() -> Any:
    """PyTorch (extra `neural`), imported now."""
    try:
        import torch
    except ImportError as error:
        raise InputError("PyTorch is not installed; get it with pip install 'firth[neural]'.") from error
    return torch


@contextmanager
def repeatable() -> Iterator[Any]:
    """PyTorch with one thread for each operation and none whose sums may come in another order.

    Work is spread over threads by texts instead, in parts that do not depend on how many threads there are.
    What was set before is set again afterwards.
    """
    torch = require_torch()
    threads, deterministic = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    memory = torch.utils.deterministic
    filled = memory.fill_uninitialized_memory
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    memory.fill_uninitialized_memory = False  # no operation here reads what it has not written
    try:
        with threadpool_limits(limits=1, user_api="blas"):
            yield torch
    finally:
        torch.set_num_threads(threads)
        torch.use_deterministic_algorithms(deterministic)
        memory.fill_uninitialized_memory = filled
