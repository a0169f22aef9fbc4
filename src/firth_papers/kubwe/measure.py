"""What is measured, and how long that will take here, by a trial of a sweep of KUBWE."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from time import perf_counter
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from firth.evaluate import Resampling
from firth.evaluate.scored_items import pooled_interval, pooled_score
from firth.runtime.sparse import compressed_rows
from firth.sphere.forces import exact_repulsion, unit_rows
from firth.sphere.kernels import SphereKernel
from firth.sphere.kubwe import SWEEPS, default_neighbors
from firth.sphere.vptree import pruning_by_dimension
from firth_papers.engine.experiment import Context, Found
from firth_papers.engine.models import Model
from firth_papers.engine.scores import Outcome, find_tests, pairs_of, score_models
from firth_papers.engine.text import wikipedia
from firth_papers.kubwe.claims import EIGHT, judged_claims
from firth_papers.kubwe.models import (
    ALGORITHMS,
    TABLE,
    Settings,
    all_models,
    degree_name,
    rows_of,
    table_name,
)


def measure(context: Context[Settings]) -> Found:
    """Score every model; say on stderr first how long it will take."""
    settings = context.settings
    text = wikipedia(context, megabytes=settings.megabytes, min_count=settings.min_count)
    tests = find_tests(context.data, resampling=Resampling(seed=settings.seed))
    described = text.described(**settings.counting)
    models = all_models(settings, context.run)
    told = duration(estimated_seconds(models, described, context.threads))
    sys.stderr.write(f"About {told}; what an earlier run left in {context.folder} is not made again.\n")
    outcomes = score_models(text, tests, models)
    pruned = pruning_by_dimension(
        settings.tree_dims, points=settings.tree_points, seed=settings.seed, threads=context.threads
    )
    return Found(
        {
            "text": described,
            "table": {str(dim): _rows(outcomes, dim, settings) for dim in settings.dims},
            "degrees": [
                {"dim": dim, "degree": degree, "model": degree_name(degree, dim)}
                for dim in settings.degree_dims
                for degree in settings.degrees
            ],
            "tree": [asdict(one) for one in pruned],
            "models": [outcome.as_dict() for outcome in outcomes.values()],
        },
        judged_claims(outcomes, settings, pruned),
    )


def _rows(outcomes: Mapping[str, Outcome], dim: int, settings: Settings) -> list[dict[str, Any]]:
    """One part of the table: the model of each algorithm, its mean over the eight sets, what is printed."""
    rows = []
    for name in rows_of(dim, settings):
        model, form = table_name(name, dim), ALGORITHMS[name].forms[0]
        samples = pairs_of(outcomes, model, form, EIGHT) or ()
        printed = TABLE[settings.printed_dim(dim)].get(name)
        rows.append(
            {
                "algorithm": name,
                "model": model,
                "exponent": form.exponent,
                "mean": pooled_score(samples, "tests"),
                "interval": pooled_interval(samples, "tests") if samples else None,
                "paper": None if printed is None else dict(zip(EIGHT, printed, strict=True)),
                "missing": outcomes[model].missing,
            }
        )
    return rows


# How long it takes.

TRIED = 4096
"""Words of the trial."""

BY_TOKENS = {"cbow": 0.16, "sgns": 0.63, "fasttext": 1.0}
"""Seconds of gensim on two cores: a million tokens in 100 dimensions, for each sample, the true one too."""

BY_CELLS = {"glove": 1.8}
BY_CELLS_OF_OTHERS = 0.2
"""Seconds of recipes on two cores: a million cells in 100 dimensions."""


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


def estimated_seconds(
    models: Sequence[Model],
    text: Mapping[str, Any],
    threads: int | None = None,
    *,
    sweep: Callable[[int, int | None], float] = sweep_seconds,
) -> float:
    """Of all models that can be run.

    text: as `WordText.described` gives it. sweep: the seconds of a sweep of TRIED words, for the number of
    dimensions and of threads.
    """
    return sum(_seconds(model.settings, text, threads, sweep) for model in models if not model.missing)


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


def _seconds(
    settings: Mapping[str, Any],
    text: Mapping[str, Any],
    threads: int | None,
    sweep: Callable[[int, int | None], float],
) -> float:
    dim = settings["dim"]
    if "algorithm" in settings:
        samples = settings["epochs"] * (1 + settings["negative"]) * (dim / 100) ** 0.5
        return float(BY_TOKENS[settings["algorithm"]] * samples * text["tokens"] / 1e6)
    cells = text["cells"] / 1e6 * dim / 100
    if settings["recipe"] != "kubwe":
        return float(BY_CELLS.get(settings["recipe"], BY_CELLS_OF_OTHERS) * cells)
    words = int(min(settings.get("words", text["words"]), text["words"]))
    sweeps = exact_sweeps(settings["options"], words, dim)
    return sweeps * sweep(dim, threads) * float((words / TRIED) ** 2)
