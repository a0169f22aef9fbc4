"""Dense vectors of words and senses in one space."""

from __future__ import annotations

import numpy as np

from firth.core import Embedding, SparseLowRank, Vocabulary
from firth.factorize import Solver, decompose, scaled_coordinates
from firth.factorize.plan import krylov_plan
from firth.runtime.arrays import Sparse
from firth.runtime.memory import memory_budget, refuse_above_budget
from firth.runtime.other_names import refuse_other_names
from firth.runtime.run import Progress, silent
from firth.runtime.sparse import compressed_rows
from firth.senses.model import SenseModel

EXPONENT = 0.5
"""The exponent of the spectrum, as for the recipe ppmi."""


@refuse_other_names()
def sense_embedding(
    model: SenseModel,
    *,
    dim: int = 300,
    exponent: float = EXPONENT,
    solver: Solver = "auto",
    seed: int = 0,
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Embedding:
    """Compute dense vectors of all words, and of the senses of words that have several.

    Parameters
    ----------
    model : SenseModel
        The senses.
    dim : int, default 300
        The dimension of the vectors.
    exponent : float, default 0.5
        The exponent of the singular values.
    solver : str, default "auto"
        The solver; see `firth.decompose`.
    seed : int, default 0
        The random seed; the same seed gives the same bytes.
    threads : int, optional
        The number of threads; the vectors do not depend on it.
    memory : str or int, optional
        The memory budget, such as "1GB"; a factorization that would need more is refused.
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    Embedding
        The words, then the senses as word#1, word#2, …, with their shares of the word's count.

    Notes
    -----
    Rows S of senses are put below the positive PMI P of words [HajiSoleimani2019, §5.2.4]::

        [P; S] ≈ U Σ Vᵀ;   vectors = U Σ^exponent

    Examples
    --------
    >>> from firth.counting import count
    >>> from firth.senses import induce
    >>> from firth.text import encode_texts
    >>> texts = ["money in the bank", "the bank lent money", "the river bank", "a river and its bank"] * 9
    >>> model = induce(count(encode_texts(texts)), ["bank"], senses=2)
    >>> sense_embedding(model, dim=3).vocabulary.tokens[-2:]
    ('bank#1', 'bank#2')
    """
    matrix, names = with_sense_rows(model)
    rows, columns = matrix.shape
    basis = krylov_plan(dim, min(rows, columns)).columns if dim <= columns else dim
    refuse_above_budget(
        2 * matrix.nnz * 8 + (rows + columns) * 4 * (basis + dim),
        memory_budget(memory),
        f"factorizing {matrix.nnz:,} cells to {dim} dimensions",
        "lower dim, split fewer words, or allow more memory",
    )
    factors = decompose(
        SparseLowRank.from_sparse(matrix), dim, solver=solver, seed=seed, threads=threads, progress=progress
    )
    how = model.recipe.then("factorize", kind="svd", dim=dim, solver=factors.report.method, seed=seed)
    how = how.then("coordinates", exponent=exponent)
    return Embedding(scaled_coordinates(factors, exponent), names, factors.values, how)


def with_sense_rows(model: SenseModel) -> tuple[Sparse, Vocabulary]:
    """[P; S] in float32, and the names of its rows."""
    matrix = model.association
    indptr, indices, data = [matrix.indptr.astype(np.int64)], [matrix.indices], [matrix.data]
    names, counts = list(model.vocabulary.tokens), [np.asarray(model.vocabulary.counts, np.float64)]
    for word in model.ambiguous:
        senses = model[word]
        parts = senses.parts.astype(np.float32)
        for sense in range(senses.number):
            kept = parts[:, sense] > 0
            indices.append(senses.contexts[kept])
            data.append(parts[kept, sense])
            names.append(f"{word}#{sense + 1}")
        lengths = np.cumsum((parts > 0).sum(axis=0))
        indptr.append(indptr[-1][-1] + lengths)
        seen = model.vocabulary.counts[model.vocabulary.index[word]]
        counts.append(np.rint(senses.shares * seen))
    shape = (len(names), matrix.shape[1])
    whole = np.concatenate(counts)
    if model.vocabulary.counts.dtype.kind in "iu":
        whole = whole.astype(np.int64)
    table = compressed_rows(np.concatenate(indptr), np.concatenate(indices), np.concatenate(data), shape)
    return table, Vocabulary(tuple(names), whole)
