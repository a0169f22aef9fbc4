"""Fewer dimensions than were asked for: taken rather than refused, told, and remembered in the recipe."""

from __future__ import annotations

import warnings
from typing import Any

from firth.errors import DimensionWarning, InputError
from firth.recipes.fits.contract import Job


def dimensions_found(found: int, job: Job, why: str = "") -> dict[str, Any]:
    """What the recipe says of dimensions: how many there are, and how many were asked for if that is more.

    why: there are not more, with {table} for the table; its size is the reason unless another is given.
    """
    if found >= job.dim:
        return {"dim": found}
    rows, columns = job.counts.matrix.shape
    table = f"the {rows:,} × {columns:,} table"
    if why and found < min(rows, columns):
        why = why.format(table=table)
    else:
        why = f"{table} has no more than {min(rows, columns)}"
    way_out = _way_to_more(job)
    if not found:
        raise InputError(f"{why}, so there are no vectors{way_out and '; '}{way_out}.")
    sentence = f"dim is {job.dim}, but {why}: the vectors have {found} dimension{'s' * (found != 1)}"
    warnings.warn(f"{sentence}{way_out and '; for more, '}{way_out}.", DimensionWarning, stacklevel=2)
    return {"dim": found, "dim_asked": job.dim}


def _way_to_more(job: Job) -> str:
    """What to do about a small text; rare words that were left out explain most small tables."""
    least, words = job.counts.how["text"].get("min_count"), len(job.counts.rows)
    if least is None:
        return ""
    if least < 2:
        return "give more text"
    occur = f"word{'s' * (words != 1)} occur{'s' * (words == 1)} {least} times"
    return f"lower min_count ({words:,} {occur}) or give more text"
