"""Axes of data without association, from dense matrices and one factorization after another."""

import numpy as np


def residuals(table):
    """D(r)^-½ (P − rcᵀ) D(c)^-½."""
    p = np.asarray(table, float) / np.sum(table)
    expected = np.outer(p.sum(axis=1), p.sum(axis=0))
    return (p - expected) / np.sqrt(expected)


def inertias_beyond(matrix, left, right):
    """The first inertia of M outside the first 0, 1, … axes (u, v)."""
    found = []
    for axes in range(left.shape[1]):
        u, v = left[:, :axes], right[:, :axes]
        outside = (np.eye(len(u)) - u @ u.T) @ matrix @ (np.eye(len(v)) - v @ v.T)
        found.append(np.linalg.svd(outside, compute_uv=False)[0] ** 2)
    return found


def burt_residuals(codes, weights, categories, kept):
    """Of records, one at a time; codes has a row for each variable."""
    burt = np.zeros((categories, categories))
    for record in range(codes.shape[1]):
        z = np.zeros(categories)
        z[codes[:, record]] = 1
        burt += weights[record] * np.outer(z, z)
    masses = burt.sum(axis=0) / burt.sum()
    matrix = (burt / burt.sum() - np.outer(masses, masses)) / np.sqrt(np.outer(masses, masses))
    return matrix[:kept, :kept]


def records_beyond(matrix, inertias, vectors, owners, variables):
    """The first eigenvalue outside the first axes, of which the blocks of a variable with itself are gone."""
    found = []
    for axes in range(vectors.shape[1]):
        model = np.zeros_like(matrix)
        for inertia, v in zip(inertias[:axes], vectors.T[:axes], strict=True):
            part = variables / (variables - 1) * (inertia - 1 / variables)
            for variable in range(variables):
                block = np.where(owners == variable, v, 0)
                model += part * np.outer(block, block)
        v = vectors[:, :axes]
        projector = np.eye(len(v)) - v @ v.T
        found.append(max(np.linalg.eigvalsh(projector @ (matrix - model) @ projector)[-1], 0))
    return found
