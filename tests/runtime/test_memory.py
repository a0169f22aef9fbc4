"""Sizes and budgets."""

from __future__ import annotations

import pytest

from firth.errors import InputError, MemoryBudgetError
from firth.runtime.memory import format_size, memory_budget, parse_size, refuse_above_budget


@pytest.mark.parametrize(
    ("text", "size"),
    [("1GB", 10**9), ("1.5 GB", 15 * 10**8), ("2GiB", 2**31), ("800m", 8 * 10**8), (1234, 1234)],
)
def test_sizes_are_read_as_people_write_them(text, size):
    assert parse_size(text) == size
    assert memory_budget(text) == size


def test_a_size_that_is_none_and_a_budget_too_small_are_refused():
    with pytest.raises(InputError, match="'many' is not a size"):
        parse_size("many")
    with pytest.raises(MemoryBudgetError, match=r"needs about 2 GB and the budget is 1 GB; buy more\."):
        refuse_above_budget(2e9, 10**9, "counting", "buy more")
    assert format_size(3.2e12) == "3.2 TB"
