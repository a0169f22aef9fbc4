"""The contexts of a word as a graph, and its leading eigenvectors, from which senses are found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firth.runtime.arrays import Array, Sparse
from firth.senses._kernels import columns_times_block, core_block, lanczos, rows_among, scale_by_degrees

CORE = 500
"""How many contexts of a word the eigenvectors are computed on."""

Compressed = tuple[Array, Array, Array]

_MORE_STEPS = 40


@dataclass(frozen=True, eq=False)
class ContextGraph:
    """C (core × contexts, scaled) of a word, with the leading eigenpairs of its core block.

    rows, block: C and its core columns, each as starts of rows, columns and values. core: places among the
    contexts. values: eigenvalues, descending; least: the smallest of all. left: eigenvectors over the core
    (T×r). right: the same carried on to all contexts, Cᵀ u / λ (m×r); on the core both agree.
    """

    rows: Compressed
    block: Compressed
    core: Array
    values: Array
    least: float
    left: Array
    right: Array


def context_graph(
    association: Sparse, contexts: Array, weights: Array, masses: Array, *, axes: int, core: int = CORE
) -> ContextGraph:
    """The graph among the contexts of a word and its axes.

    [HajiSoleimani2019, ch. 5] takes C = the rows of P for the word's contexts: thousands of rows and columns
    for a frequent word. Only the columns of its contexts matter to its row, so C is restricted to those, and
    to the rows of the `core` strongest contexts, by their share p·n of the word's mutual information (by p
    alone, words seen once would come first). Contexts outside the core are placed by what they have with it.
    C is scaled to D^-1/2 C D^-1/2 with the mean degree added to each degree as regularization [Amini2013]:
    without it contexts that go with everything, and pairs that go with nothing else, would be axes of their
    own. See docs/mathematics/senses.md.

    weights: the word's row of P on its contexts. masses: of all words, summing to 1.
    """
    strongest = _strongest(contexts, weights, masses, core)
    starts, columns, values = rows_among(
        association.indptr, association.indices, association.data, contexts, strongest
    )
    scale_by_degrees(starts, columns, values, strongest, len(contexts))
    block = core_block(starts, columns, values, strongest, len(contexts))
    eigenvalues, left, least = leading_eigenpairs(*block, axes)
    right = columns_times_block(starts, columns, values, len(contexts), left)
    right /= np.where(eigenvalues > 0, eigenvalues, 1.0)
    return ContextGraph((starts, columns, values), block, strongest, eigenvalues, least, left, right)


def leading_eigenpairs(starts: Array, columns: Array, values: Array, axes: int) -> tuple[Array, Array, float]:
    """The largest eigenvalues of a symmetric matrix, descending, their vectors as columns, and the smallest.

    Each vector's largest entry is positive. For n up to a few hundred the steps reach n and all are exact;
    beyond, the leading ones are, and those deep in the bulk are near.
    """
    n = len(starts) - 1
    steps = min(n, 2 * axes + _MORE_STEPS)
    basis, diagonal, beside = lanczos(starts, columns, values, steps)
    small = np.diag(diagonal) + np.diag(beside[:-1], 1) + np.diag(beside[:-1], -1)
    found, turned = np.linalg.eigh(small)
    chosen = np.arange(steps)[::-1][:axes]
    # einsum and not BLAS: the same bytes whatever BLAS does with threads.
    vectors = np.einsum("sn,sa->na", basis, turned[:, chosen])
    tallest = vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])]
    return found[chosen], vectors * np.where(tallest < 0, -1.0, 1.0), float(found[0])


def _strongest(contexts: Array, weights: Array, masses: Array, most: int) -> Array:
    """Places of the contexts with the largest p·exp(p)·mass, which is p·n but for a factor; in order."""
    if len(contexts) <= most:
        return np.arange(len(contexts))
    strength = weights * np.exp(weights) * masses[contexts]
    return np.sort(np.argsort(-strength, kind="stable")[:most])
