"""The loops of splitting words into senses; slow twins in tests/reference/slow_senses.py."""

from __future__ import annotations

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled


@compiled()
def rows_among(
    indptr: Array, indices: Array, data: Array, contexts: Array, core: Array
) -> tuple[Array, Array, Array]:
    """P[contexts[core]][:, contexts] in compressed rows: what the core contexts have with all contexts."""
    place = np.full(indptr.size - 1, -1, np.int32)
    for column in range(contexts.size):
        place[contexts[column]] = column
    room = 0
    for row in core:
        room += min(indptr[contexts[row] + 1] - indptr[contexts[row]], contexts.size)
    starts = np.zeros(core.size + 1, np.int64)
    columns, values = np.empty(room, np.int32), np.empty(room, np.float64)
    end = 0
    for row in range(core.size):
        context = contexts[core[row]]
        for cell in range(indptr[context], indptr[context + 1]):
            column = place[indices[cell]]
            if column >= 0:
                columns[end], values[end] = column, data[cell]
                end += 1
        starts[row + 1] = end
    return starts, columns[:end].copy(), values[:end].copy()


@compiled()
def scale_by_degrees(starts: Array, columns: Array, values: Array, core: Array, width: int) -> None:
    """C ← D_core^-1/2 C D^-1/2 in place, where D are column sums plus the mean of those of the core."""
    degrees = np.zeros(width)
    for cell in range(columns.size):
        degrees[columns[cell]] += values[cell]
    mean = 0.0
    for row in core:
        mean += degrees[row] / core.size
    for column in range(width):
        degrees[column] = 1.0 / np.sqrt(degrees[column] + mean) if mean > 0 else 0.0
    for row in range(core.size):
        for cell in range(starts[row], starts[row + 1]):
            values[cell] *= degrees[core[row]] * degrees[columns[cell]]


@compiled()
def core_block(
    starts: Array, columns: Array, values: Array, core: Array, width: int
) -> tuple[Array, Array, Array]:
    """The columns of C that are core contexts themselves: a symmetric matrix."""
    place = np.full(width, -1, np.int32)
    for row in range(core.size):
        place[core[row]] = row
    new_starts = np.zeros(core.size + 1, np.int64)
    new_columns, new_values = np.empty(columns.size, np.int32), np.empty(columns.size)
    end = 0
    for row in range(core.size):
        for cell in range(starts[row], starts[row + 1]):
            column = place[columns[cell]]
            if column >= 0:
                new_columns[end], new_values[end] = column, values[cell]
                end += 1
        new_starts[row + 1] = end
    return new_starts, new_columns[:end].copy(), new_values[:end].copy()


@compiled()
def lanczos(starts: Array, columns: Array, values: Array, steps: int) -> tuple[Array, Array, Array]:
    """Q (n×s), and the diagonals of T = QᵀGQ, by Lanczos steps with full reorthogonalization.

    The first vector is fixed. A step that finds nothing new restarts from another fixed vector, so that G may
    have several components.
    """
    n = starts.size - 1
    basis = np.zeros((steps, n))
    diagonal, beside = np.zeros(steps), np.zeros(steps)
    vector = np.ones(n)
    for row in range(n):
        vector[row] += 0.5 * np.cos(1.0 + row * 2.399963)  # along no structure of its own
    vector /= np.sqrt(np.sum(vector * vector))
    for step in range(steps):
        basis[step] = vector
        product = np.zeros(n)
        for row in range(n):
            total = 0.0
            for cell in range(starts[row], starts[row + 1]):
                total += values[cell] * vector[columns[cell]]
            product[row] = total
        diagonal[step] = np.sum(product * vector)
        for _ in range(2):
            for earlier in range(step + 1):
                product -= np.sum(basis[earlier] * product) * basis[earlier]
        length = np.sqrt(np.sum(product * product))
        if step + 1 == steps:
            break
        if length < 1e-10:
            for row in range(n):
                product[row] = np.cos(1.0 + (row + 1) * (step + 1) * 0.754877)
            for _ in range(2):
                for earlier in range(step + 1):
                    product -= np.sum(basis[earlier] * product) * basis[earlier]
            vector = product / np.sqrt(np.sum(product * product))
        else:
            beside[step] = length
            vector = product / length
    return basis, diagonal, beside


@compiled()
def columns_times_block(starts: Array, columns: Array, values: Array, width: int, block: Array) -> Array:
    """Cᵀ X for a block X with a row for each row of C."""
    result = np.zeros((width, block.shape[1]))
    for row in range(starts.size - 1):
        for cell in range(starts[row], starts[row + 1]):
            column = columns[cell]
            for axis in range(block.shape[1]):
                result[column, axis] += values[cell] * block[row, axis]
    return result


@compiled()
def descend(products: Array, gram: Array, factor: Array, sweeps: int) -> None:
    """Bring each row h of a factor nearer to the least ‖c − W h‖² with h ≥ 0, in place, entry by entry.

    products: Cᵀ W (m×k). gram: Wᵀ W. This is the coordinate descent of non-negative factorization
    [Cichocki2009], whose rows do not depend on each other.
    """
    k = gram.shape[0]
    for row in range(factor.shape[0]):
        for _ in range(sweeps):
            for axis in range(k):
                if gram[axis, axis] <= 0.0:
                    continue
                gradient = products[row, axis]
                for other in range(k):
                    gradient -= factor[row, other] * gram[other, axis]
                factor[row, axis] = max(0.0, factor[row, axis] + gradient / gram[axis, axis])
