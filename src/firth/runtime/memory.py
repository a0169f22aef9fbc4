"""Memory as a promise: sizes, budgets and the refusal that comes before the work."""

from __future__ import annotations

import os
import re

from firth.errors import InputError, MemoryBudgetError

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(I?)B?\s*", re.IGNORECASE)


def parse_size(text: str | int) -> int:
    """Bytes from 1500000, "800MB", "1.5GB" or "2GiB".

    >>> parse_size("1.5GB"), parse_size("1KiB")
    (1500000000, 1024)
    """
    match = _SIZE.fullmatch(str(text))
    if match is None:
        raise InputError(f"{text!r} is not a size; write it as 800MB, 1.5GB or 2GiB.")
    number, unit, binary = match.groups()
    scale = _UNITS[unit.upper()]
    if binary:
        scale = 1024 ** list(_UNITS).index(unit.upper())
    return int(float(number) * scale)


def format_size(size: float) -> str:
    """A size a person reads: 1.23 GB."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if abs(size) < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} TB"


def memory_budget(memory: str | int | None = None) -> int:
    """Bytes that may be used: the size given, or half of what the machine, or a limit of it, leaves free."""
    if memory is not None:
        return parse_size(memory)
    from firth.runtime.address_space import LEAST, address_space

    try:
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not on this platform
        free = 8 * 10**9
    room = address_space()
    return (free if room is None else min(free, max(room - LEAST, room // 10))) // 2


def refuse_above_budget(needed: float, budget: int, what: str, way_out: str) -> None:
    """Raise before work starts that would not fit."""
    if needed > budget:
        raise MemoryBudgetError(
            f"{what} needs about {format_size(needed)} and the budget is {format_size(budget)}; {way_out}."
        )
