"""The recipe whose words move on the unit ball: smoothed PPMI, and the options of the descent."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import DTypeLike

from firth.association.template import template
from firth.core import Association, Counts


def ball_association(
    counts: Counts,
    *,
    alpha: float = 0.75,
    mode: Literal["exact", "fast", "far-field"] = "exact",
    kernel: Literal["polynomial", "gaussian", "exponential"] = "polynomial",
    degree: float = 13,
    sweeps: int | None = None,
    neighbors: int | None = None,
    search: Literal["product", "tree", "graph"] = "product",
    init: Literal["random", "spectral"] = "random",
    tolerance: float = 0.0,
    dtype: DTypeLike = np.float32,
    threads: int | None = None,
) -> Association:
    """Positive PMI with contexts to the power alpha.      (paper 004, equations 3.3–3.5)

    The other options are those of `firth.sphere.kubwe.word_ball`, which `embed` calls for this recipe.
    """
    return template(counts, scale="pmi", alpha=alpha, dtype=dtype, threads=threads)
