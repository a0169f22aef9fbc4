"""What is done to vectors after they are found: named steps, in the order they are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from threadpoolctl import threadpool_limits

from firth.core import Embedding
from firth.errors import InputError
from firth.factorize.products import combine, inner
from firth.factorize.signs import axis_signs
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names

Step = Callable[[Array, Array, float], Array]
"""(vectors in float64, weights that sum to 1, the step's number) → vectors."""


@refuse_other_names()
def postprocess(embedding: Embedding, post: Sequence[str]) -> Embedding:
    """Vectors after some steps, which their recipe remembers.

    Parameters
    ----------
    embedding : Embedding
    post : sequence of str
        The steps, in order:

        - center: subtract the mean.
        - whiten: subtract the mean; then variance 1 in every direction.
        - center-frequency, whiten-frequency: the same with words weighted by how often they occur.
        - remove-top=K: subtract the mean, and the K directions of largest variance (2 unless given) [Mu2018].
        - unit: length 1.

    Returns
    -------
    Embedding

    Examples
    --------
    >>> from firth.core import Vocabulary
    >>> words = Vocabulary.from_counts({"a": 3, "b": 1})
    >>> e = Embedding(np.array([[1.0, 2.0], [3.0, 4.0]]), words)
    >>> postprocess(e, ["center"]).vectors.tolist(), postprocess(e, ["center-frequency"]).vectors.tolist()
    ([[-1.0, -1.0], [1.0, 1.0]], [[-0.5, -0.5], [1.5, 1.5]])
    """
    if not post:
        return embedding
    chosen = [_named(step) for step in post]
    vectors = embedding.vectors.astype(np.float64)
    frequency = np.asarray(embedding.vocabulary.counts, np.float64)
    with threadpool_limits(limits=1, user_api="blas"):
        for name, function, number in chosen:
            if name.endswith("-frequency") and not frequency.sum() > 0:
                raise InputError(f"the words have no frequencies, which {name!r} needs; choose another step.")
            weights = frequency if name.endswith("-frequency") else np.ones(len(vectors))
            vectors = function(vectors, weights / weights.sum(), number)
    earlier = embedding.recipe["postprocess"].get("steps", [])
    return replace(
        embedding,
        vectors=vectors.astype(embedding.vectors.dtype),
        recipe=embedding.recipe.then("postprocess", steps=[*earlier, *post]),
    )


def _centered(vectors: Array, weights: Array, number: float) -> Array:
    return np.asarray(vectors - weights @ vectors)


def _whitened(vectors: Array, weights: Array, number: float) -> Array:
    centered = _centered(vectors, weights, number)
    values, directions = _directions(centered, weights)
    kept = values > values[0] * len(values) * np.finfo(float).eps
    return combine(centered, directions[:, kept] / np.sqrt(values[kept]))


def _without_top(vectors: Array, weights: Array, number: float) -> Array:
    if number != int(number) or not 0 <= number < vectors.shape[1]:
        raise InputError(
            f"remove-top={number:g} does not go with {vectors.shape[1]} dimensions; "
            f"choose a whole number from 0 to {vectors.shape[1] - 1}."
        )
    centered = _centered(vectors, weights, number)
    top = _directions(centered, weights)[1][:, : int(number)]
    return np.asarray(centered - combine(combine(centered, top), np.ascontiguousarray(top.T)))


def _unit(vectors: Array, weights: Array, number: float) -> Array:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0))


def _directions(centered: Array, weights: Array) -> tuple[Array, Array]:
    """Variances, largest first, and their directions as columns, with signs by rule."""
    values, directions = np.linalg.eigh(inner(centered * weights[:, None], centered))
    directions = directions[:, ::-1]
    return np.maximum(values[::-1], 0.0), directions * axis_signs(directions)


STEPS: Mapping[str, Step] = MappingProxyType(
    {
        "center": _centered,
        "center-frequency": _centered,
        "whiten": _whitened,
        "whiten-frequency": _whitened,
        "remove-top": _without_top,
        "unit": _unit,
    }
)
"""Name → step."""

_USUAL_NUMBER = 2.0


def _named(step: str) -> tuple[str, Step, float]:
    name, equals, number = step.partition("=")
    if name not in STEPS:
        raise InputError(f"there is no step {name!r}; choose one of {', '.join(STEPS)}.")
    if equals and name != "remove-top":
        raise InputError(f"step {step!r} takes no number; write {name}.")
    try:
        return name, STEPS[name], float(number) if equals else _USUAL_NUMBER
    except ValueError:
        raise InputError(f"{step!r} is not a step; write such as remove-top=2.") from None


def check_steps(post: Sequence[str]) -> None:
    """Refuse steps that do not exist, before anything is computed."""
    for step in post:
        _named(step)
