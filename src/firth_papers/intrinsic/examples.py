"""How many positive and negative examples a threshold of PMI leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from firth.core import Counts
from firth.recipes import associate

_ALL = -1000.0
"""A threshold, in bits, that leaves nothing out."""


def examples(counts: Counts, thresholds: Sequence[float], threads: int | None = None) -> list[dict[str, Any]]:
    """Cells with PMI above 0 and below it, of those above each threshold (in bits)."""
    pmi = associate(counts, "svd-ns", threads=threads, threshold=_ALL).operator.sparse.data / np.log(2.0)
    return [
        {
            "threshold": threshold,
            "positive": int((pmi > max(threshold, 0.0)).sum()),
            "negative": int(((pmi < 0) & (pmi > threshold)).sum()),
        }
        for threshold in thresholds
    ]
