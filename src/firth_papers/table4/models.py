"""The rows of the table as models."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any, NamedTuple

from firth.datasets import WordPair
from firth_papers.table4.limit import MEASURES
from firth_papers.table4.paper import WINDOW
from firth_papers.words import Form, Model, learned, spectral

CUT = {"weights": "flat", "cut": "independence"}
FLAT = {"weights": "flat"}
SKIP = {"weights": "dynamic"}
SUPERVISED = Form(exponent=1.0, measure="dot")


class Size(NamedTuple):
    """How much is done.

    dims: of the tail-cut; other analyses have the first only. learned: dimensions of learned vectors.
    """

    dims: tuple[int, ...]
    learned: int
    epochs: int


def learned_models(size: Size, *, seed: int, threads: int | None) -> list[Model]:
    """Learned by gradients: the paper's four others, with the usual parameters of their programs."""
    how: dict[str, Any] = {"dim": size.learned, "epochs": size.epochs, "seed": seed, "threads": threads}
    counting = {"window": 10, "weights": "harmonic"}
    return [
        learned("CBOW", "cbow", window=5, **how),
        learned("SGNS", "sgns", window=5, **how),
        spectral("GloVe", "glove", counting=counting, dim=size.learned, seed=seed, threads=threads),
        learned("fastText", "fasttext", window=5, **how),
    ]  # fmt: skip


def analysis_models(size: Size, *, seed: int, threads: int | None) -> list[Model]:
    """Correspondence analysis of three ways of counting, by dot and cosine; the tail-cut in all sizes."""
    first = size.dims[:1]
    rows = (
        ("tail-cut", "tailcut", CUT, size.dims),
        ("CA N_flat", "flat", FLAT, first),
        ("CA N_skip", "skip", SKIP, first),
    )
    return [
        spectral(
            name, recipe, counting={"window": WINDOW, **counting}, dim=max(dims), seed=seed, threads=threads,
            forms=tuple(Form(dim, 1.0, measure) for dim in dims for measure in MEASURES),
        )
        for name, recipe, counting, dims in rows
    ]  # fmt: skip


def supervised_model(
    name: str, pairs: Sequence[WordPair], size: Size, *, seed: int, threads: int | None
) -> Model:
    """Semi-supervised correspondence analysis of N_skip, tuned by scored pairs."""
    given = [list(pair) for pair in pairs]
    model = spectral(
        name, "sca", counting={"window": WINDOW, **SKIP}, dim=size.dims[0], seed=seed, threads=threads,
        options={"pairs": given}, forms=(SUPERVISED,),
    )  # fmt: skip
    check = blake2b(json.dumps(given).encode(), digest_size=8).hexdigest()
    options = {**model.settings.get("options", {}), "pairs": f"{len(given)} pairs, {check}"}
    return replace(model, settings={**model.settings, "options": options})
