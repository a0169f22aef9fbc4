"""The loops of the unit-ball embedding: sweeps point after point; slow twins in tests/reference."""

from __future__ import annotations

from typing import Any

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled

# Sums in any order: it keeps the loops over coordinates in vector registers.
_VECTORS: dict[str, Any] = {"fastmath": {"reassoc", "contract", "nsz"}, "error_model": "numpy"}


@compiled(**_VECTORS)
def moments(points: Array, parents: Array, variables: Array) -> Array:
    """Σ_i m_k(y_i) for each monomial k."""
    sums = np.zeros(parents.size)
    values = np.empty(parents.size)
    for i in range(points.shape[0]):
        _evaluate(points[i], parents, variables, values)
        for k in range(parents.size):
            sums[k] += values[k]
    return sums


@compiled(**_VECTORS)
def products_over_edges(indptr: Array, indices: Array, weights: Array, points: Array, degree: int) -> float:
    """Σ_ij w_ij s_ij over the edges, s = ((1 + y_i·y_j) / 2)^degree."""
    total = 0.0
    for i in range(points.shape[0]):
        for k in range(indptr[i], indptr[i + 1]):
            total += weights[k] * _half(points[i], points[indices[k]]) ** degree
    return total


@compiled(**_VECTORS)
def squares_over_pairs(points: Array, degree: int) -> float:
    """Σ_ij s_ij² over all pairs, one by one."""
    n = points.shape[0]
    total = float(n)
    for i in range(n):
        for j in range(i):
            total += 2 * _half(points[i], points[j]) ** (2 * degree)
    return total


@compiled(**_VECTORS)
def sweep_by_moments(
    indptr: Array,
    indices: Array,
    weights: Array,
    points: Array,
    degree: int,
    curvature: Array,
    rate: float,
    sums: Array,
    parents: Array,
    variables: Array,
    scales: Array,
) -> None:
    """Move every point once; the moments follow each move, so that the next point sees it.

    Σ_j ((1 + y·y_j)/2)^(2p−1) y_j is the gradient, divided by p, of Σ_j ((1 + y·y_j)/2)^2p, which is
    Σ_k scales[k] sums[k] m_k(y): it is found by going back through the products that made the monomials.
    """
    count = parents.size
    before, after, gradients = np.empty(count), np.empty(count), np.empty(count)
    dim = points.shape[1]
    attraction, repulsion, step = np.empty(dim), np.empty(dim), np.empty(dim)
    for i in range(points.shape[0]):
        point = points[i]
        _evaluate(point, parents, variables, before)
        for k in range(count):
            gradients[k] = scales[k] * (sums[k] - before[k]) / degree  # without the point itself
        repulsion[:] = 0.0
        for k in range(count - 1, 0, -1):
            repulsion[variables[k]] += gradients[k] * before[parents[k]]
            gradients[parents[k]] += gradients[k] * point[variables[k]]
        _attract(indptr, indices, weights, points, i, degree, attraction, repulsion)
        _move(point, attraction, repulsion, curvature, rate, step)
        _evaluate(point, parents, variables, after)
        for k in range(count):
            sums[k] += after[k] - before[k]


@compiled(**_VECTORS)
def sweep_by_pairs(
    indptr: Array, indices: Array, weights: Array, points: Array, degree: int, curvature: Array, rate: float
) -> None:
    """Move every point once, its repulsion added up over all others."""
    dim = points.shape[1]
    attraction, repulsion, step = np.empty(dim), np.empty(dim), np.empty(dim)
    for i in range(points.shape[0]):
        repulsion[:] = 0.0
        for j in range(points.shape[0]):
            if j != i:
                force = _half(points[i], points[j]) ** (2 * degree - 1)
                for c in range(dim):
                    repulsion[c] += force * points[j, c]
        _attract(indptr, indices, weights, points, i, degree, attraction, repulsion)
        _move(points[i], attraction, repulsion, curvature, rate, step)


@compiled(inline="always", **_VECTORS)
def _evaluate(point: Array, parents: Array, variables: Array, values: Array) -> None:
    values[0] = 1.0
    for k in range(1, parents.size):
        values[k] = values[parents[k]] * point[variables[k]]


@compiled(inline="always", **_VECTORS)
def _half(a: Array, b: Array) -> float:
    """(1 + a·b) / 2."""
    product = 1.0
    for c in range(a.size):
        product += a[c] * b[c]
    return 0.5 * product


@compiled(inline="always", **_VECTORS)
def _attract(
    indptr: Array,
    indices: Array,
    weights: Array,
    points: Array,
    i: int,
    degree: int,
    attraction: Array,
    repulsion: Array,
) -> None:
    """Attraction to the neighbors, and their part taken out of the repulsion."""
    attraction[:] = 0.0
    for k in range(indptr[i], indptr[i + 1]):
        other = points[indices[k]]
        half = _half(points[i], other)
        pull = weights[k] * half ** (degree - 1)
        push = pull * half**degree
        for c in range(other.size):
            attraction[c] += pull * other[c]
            repulsion[c] -= push * other[c]


@compiled(inline="always", **_VECTORS)
def _move(
    point: Array, attraction: Array, repulsion: Array, curvature: Array, rate: float, step: Array
) -> None:
    """y ← y + rate · H⁻¹(a/|a| − r/|r|) scaled to length 1, then back to the sphere."""
    _to_unit_length(attraction)
    _to_unit_length(repulsion)
    for c in range(point.size):
        attraction[c] -= repulsion[c]
    for c in range(point.size):
        step[c] = 0.0
        for e in range(point.size):
            step[c] += curvature[c, e] * attraction[e]
    _to_unit_length(step)
    for c in range(point.size):
        point[c] += rate * step[c]
    _to_unit_length(point)


@compiled(inline="always", **_VECTORS)
def _to_unit_length(vector: Array) -> None:
    """Scale to length 1; zeros stay."""
    square = 0.0
    for c in range(vector.size):
        square += vector[c] * vector[c]
    if square > 0.0:
        scale = 1.0 / np.sqrt(square)
        for c in range(vector.size):
            vector[c] *= scale
