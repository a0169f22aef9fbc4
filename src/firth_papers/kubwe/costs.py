"""How long the models will take here: a trial of a sweep, and how much of one each of them is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from time import perf_counter
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from firth.runtime.sparse import compressed_rows
from firth.sphere.forces import exact_repulsion, unit_rows
from firth.sphere.kernels import SphereKernel
from firth.sphere.kubwe import SWEEPS, default_neighbors
from firth_papers.engine.models import Model

TRIED = 4096
"""Words of the trial."""

BY_TOKENS = {"cbow": 0.16, "sgns": 0.63, "fasttext": 1.0}
"""Seconds of gensim on two cores: a million tokens in 100 dimensions, for each sample, the true one too."""

BY_CELLS = {"glove": 1.8}
BY_CELLS_OF_OTHERS = 0.2
"""Seconds of recipes on two cores: a million cells in 100 dimensions."""


def estimated_seconds(models: Sequence[Model], text: Mapping[str, Any], threads: int | None = None) -> float:
    """Of all models that can be run. text: as `WordText.described` gives it."""
    return sum(_seconds(model.settings, text, threads) for model in models if not model.missing)


def duration(seconds: float) -> str:
    """In words.

    >>> duration(42), duration(2000), duration(12_345)
    ('1 minute', '33 minutes', '3.4 hours')
    """
    minutes = max(1, round(seconds / 60))
    if minutes < 100:
        return f"{minutes} minute{'s' if minutes > 1 else ''}"
    return f"{seconds / 3600:.1f} hours"


def exact_sweeps(options: Mapping[str, Any], words: int, dim: int) -> float:
    """How many sweeps with exact forces KUBWE's work is like.

    A search is the first of the two products of a sweep; pairs one by one cost ten times as much as in
    products. The fast mode searches in every fifth sweep. The far field, whose moments are d²/2 numbers for
    each dimension, searches in every tenth.

    >>> exact_sweeps({"mode": "exact", "sweeps": None}, 68_000, 100)
    50.0
    """
    mode = options["mode"]
    sweeps = float(options["sweeps"] or SWEEPS[mode])
    if mode == "fast":
        neighbors = options.get("neighbors") or default_neighbors(words)
        return sweeps * (0.1 + 10 * neighbors / words)
    if mode == "far-field":
        return sweeps * (0.1 + dim**2 / (2 * words) + 10 * 0.002)
    return sweeps


def _seconds(settings: Mapping[str, Any], text: Mapping[str, Any], threads: int | None) -> float:
    dim = settings["dim"]
    if "algorithm" in settings:
        samples = settings["epochs"] * (1 + settings["negative"]) * (dim / 100) ** 0.5
        return float(BY_TOKENS[settings["algorithm"]] * samples * text["tokens"] / 1e6)
    cells = text["cells"] / 1e6 * dim / 100
    if settings["recipe"] != "kubwe":
        return float(BY_CELLS.get(settings["recipe"], BY_CELLS_OF_OTHERS) * cells)
    words = int(min(settings.get("words", text["words"]), text["words"]))
    sweeps = exact_sweeps(settings["options"], words, dim)
    return sweeps * sweep_seconds(dim, threads) * float((words / TRIED) ** 2)


@cache
def sweep_seconds(dim: int, threads: int | None = None) -> float:
    """Seconds of a sweep of TRIED random words with exact forces."""
    vectors = unit_rows(np.random.default_rng(0).standard_normal((TRIED, dim), np.float32))
    ends, places = np.zeros(TRIED + 1, np.int64), np.zeros(0, np.int32)
    nobody = compressed_rows(ends, places, np.zeros(0, np.float32), (TRIED, TRIED))
    seconds = []
    with threadpool_limits(limits=1, user_api="blas"):
        for _ in range(3):  # the first one compiles
            began = perf_counter()
            exact_repulsion(vectors, nobody, SphereKernel(), threads)
            seconds.append(perf_counter() - began)
    return min(seconds)
