"""Covariances of centers of gravity, one observation after another."""

import numpy as np


def of_rows(table, positions):
    """Of each row: its counts, one by one, as draws from the positions of the columns."""
    found = []
    for row in np.asarray(table):
        drawn = np.repeat(positions, row, axis=0)
        found.append(np.cov(drawn.T, bias=True) / len(drawn))
    return np.array(found)


def of_groups(points, weights, labels, names):
    """Of the weighted mean of each group, whose points are drawn with their weights."""
    found = []
    for name in names:
        total, mean = 0.0, np.zeros(2)
        for point, weight, label in zip(points, weights, labels, strict=True):
            if label == name:
                total += weight
                mean += weight * point
        mean /= total
        covariance = np.zeros((2, 2))
        for point, weight, label in zip(points, weights, labels, strict=True):
            if label == name:
                covariance += (weight / total) ** 2 * np.outer(point - mean, point - mean)
        found.append(covariance)
    return np.array(found)
