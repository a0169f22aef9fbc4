"""Recipes that fit counts by gradient descent: they have options, but no matrix to factorize."""

from __future__ import annotations

from typing import Literal, NoReturn

import numpy as np
from numpy.typing import DTypeLike

from firth.core import Counts
from firth.errors import InputError


def no_matrix(
    counts: Counts,
    *,
    target: Literal["log", "pmi"] = "log",
    negatives: float = 0.0,
    x_max: float = 100.0,
    power: float = 0.75,
    epochs: int = 25,
    rate: float = 0.05,
    dtype: DTypeLike = np.float32,
    threads: int | None = None,
) -> NoReturn:
    """The options of `firth.factorize.weighted_factors`, which `embed` calls for recipes of this kind."""
    raise InputError("this recipe fits counts by gradient descent and has no matrix; use embed.")
