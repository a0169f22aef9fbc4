"""One pool of latent senses for all words, learned at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from threadpoolctl import threadpool_limits

from firth.core import Counts, SparseLowRank
from firth.errors import InputError
from firth.factorize import solve
from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import even_blocks, in_order
from firth.runtime.run import Progress, Run, silent
from firth.senses.model import SenseModel
from firth.senses.split import whole_memberships
from firth.senses.train import chosen_places, model_of, positive_pmi, refuse_asymmetric

LATENT = 100
"""How many latent senses the pool has."""

_WORDS_PER_TASK = 64


def induce_from_pool(
    counts: Counts,
    words: Sequence[str] | None = None,
    *,
    senses: int = 2,
    latent: int = LATENT,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> SenseModel:
    """Split words into senses by latent senses that all of them share, from one factorization.

    Parameters
    ----------
    counts : Counts
        Symmetric counts of words in a window.
    words : sequence of str, optional
        The words to split; by default all that occur 100 times or more.
    senses : int, default 2
        How many senses each word gets at most.
    latent : int, default 100
        How many latent senses the pool has.
    seed : int, default 0
        The random seed; the same seed gives the same bytes.
    threads : int, optional
        The number of threads; the model does not depend on it.
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    SenseModel
        The senses of each word, ordered by their share of it. A sense that no context belongs to is left out.

    Notes
    -----
    P scaled by degrees ≈ V Λ Vᵀ; context c belongs to latent sense z by H_cz = √λ_z v_cz^± (both halves of
    each axis after the first). A word's senses are those with the largest Σ_c p_c h_cz, and the memberships
    of its contexts are normalized to sum 1 over them.

    Examples
    --------
    >>> from firth.counting import count
    >>> from firth.text import encode_texts
    >>> texts = ["money in the bank", "the bank lent money", "the river bank", "a river and its bank"] * 9
    >>> induce_from_pool(count(encode_texts(texts)), ["bank"], senses=2, latent=3)["bank"].number
    2
    """
    refuse_asymmetric(counts)
    if senses < 1:
        raise InputError(f"senses is {senses}; it must be at least 1.")
    if latent < 1:
        raise InputError(f"latent is {latent}; it must be at least 1.")
    places = chosen_places(counts.rows, words)
    association, masses = positive_pmi(counts, threads)
    pool = latent_senses(association, latent, Run(seed, threads, progress=progress))

    def task(block: tuple[int, int]) -> list[Array]:
        return [_split(association, pool, int(place), senses) for place in places[slice(*block)]]

    split: list[Array] = []
    with threadpool_limits(limits=1, user_api="blas"):
        for done in in_order(task, even_blocks(len(places), _WORDS_PER_TASK), threads):
            split += done
            progress("splitting", len(split), len(places), "words")
    how = counts.how.then("senses", method="pool", latent=latent, number=senses, seed=seed, words=len(places))
    return model_of(association, counts.rows, masses, places, split, how)


def latent_senses(association: Sparse, latent: int, run: Run) -> Array:
    """H (n×K, float32, all ≥ 0): how much each word belongs, as a context, to each latent sense."""
    degrees = np.asarray(association.sum(axis=1)).ravel().astype(np.float64)
    scale = (1.0 / np.sqrt(degrees + degrees.mean())).astype(np.float32)
    scaled = association.multiply(scale[:, None]).multiply(scale[None, :]).tocsr()
    axes = latent // 2 + 1
    operator = SparseLowRank.from_sparse(scaled, symmetric=True)
    factors = solve(operator, axes, run, kind="eigen", beyond_rank="drop")
    vectors = factors.left * np.sqrt(np.maximum(factors.values, 0.0)).astype(np.float32)
    halves = np.concatenate(
        [np.abs(vectors[:, :1]), np.maximum(vectors[:, 1:], 0), np.maximum(-vectors[:, 1:], 0)], axis=1
    )
    return halves[:, :latent]


def _split(association: Sparse, pool: Array, place: int, senses: int) -> Array:
    cells = slice(association.indptr[place], association.indptr[place + 1])
    members = pool[association.indices[cells]].astype(np.float64)
    sums = members.sum(axis=1, keepdims=True)
    masses = np.einsum("c,cz->z", association.data[cells], members / np.where(sums > 0, sums, 1.0))
    order = np.argsort(-masses, kind="stable")
    return whole_memberships(members[:, order[:senses]])
