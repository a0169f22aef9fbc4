"""The unit-ball embedding as its equations read: neighbors by sorting, sums over all pairs."""

from __future__ import annotations

import numpy as np


def slow_neighbors(points: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    places, distances = [], []
    for i, point in enumerate(points):
        apart = [
            (float(np.sqrt(((point - other) ** 2).sum())), j) for j, other in enumerate(points) if j != i
        ]
        nearest = sorted(apart)[:k]
        places.append([j for _, j in nearest])
        distances.append([d for d, _ in nearest])
    return np.array(places), np.array(distances)


def slow_elbow(distances: np.ndarray) -> int:
    """The point (rank, distance) farthest, at a right angle, from the line through the first and the last."""
    curve = np.column_stack([np.arange(len(distances)), distances])
    along = (curve[-1] - curve[0]) / np.linalg.norm(curve[-1] - curve[0])
    aside = [np.linalg.norm(point - curve[0] - (point - curve[0]) @ along * along) for point in curve]
    return int(np.argmax(aside))


def slow_weights(points: np.ndarray, k: int) -> np.ndarray:
    """W as in equation 2.11, before both directions are averaged."""
    weights = np.zeros((len(points), len(points)))
    for i, (places, distances) in enumerate(zip(*slow_neighbors(points, k), strict=True)):
        elbow = slow_elbow(distances)
        sigma = distances[elbow] / 3
        for j, distance in zip(places[: elbow + 1], distances, strict=False):
            weights[i, j] = np.exp(-(distance**2) / (2 * sigma**2))
    return weights


def slow_objective(weights: np.ndarray, points: np.ndarray, degree: int) -> float:
    total = 0.0
    for i, one in enumerate(points):
        for j, other in enumerate(points):
            total += (weights[i, j] - ((one @ other + 1) / 2) ** degree) ** 2
    return total / 2


def slow_sweep(
    weights: np.ndarray, points: np.ndarray, degree: int, rate: float, *, newton: bool
) -> np.ndarray:
    """All points moved once, one after another, by forces that are added up over all others."""
    points = points.copy()
    hessian = points.T @ points if newton else np.eye(points.shape[1])
    for i in range(len(points)):
        attraction, repulsion = np.zeros(points.shape[1]), np.zeros(points.shape[1])
        for j, other in enumerate(points):
            if j != i:
                half = (points[i] @ other + 1) / 2
                attraction += weights[i, j] * half ** (degree - 1) * other
                repulsion += (1 - weights[i, j]) * half ** (2 * degree - 1) * other
        step = np.linalg.solve(hessian, unit(attraction) - unit(repulsion))
        points[i] = unit(points[i] + rate * unit(step))
    return points


def unit(vector: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(vector)
    return vector / length if length else vector
