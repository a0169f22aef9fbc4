"""Counts → SenseModel: the contexts of a word are clustered softly, and its row is split by the clusters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, get_args

import numpy as np
from threadpoolctl import threadpool_limits

from firth.core import Counts, Recipe, Vocabulary
from firth.errors import InputError
from firth.query.lookup import places_of
from firth.recipes import associate
from firth.runtime.arrays import Array, Sparse
from firth.runtime.blocks import Blocks, Made, digest_of_arrays, digest_of_plain
from firth.runtime.memory import memory_budget, refuse_above_budget
from firth.runtime.other_names import refuse_other_names
from firth.runtime.parallel import even_blocks, in_order
from firth.runtime.run import Progress, current_blocks, silent
from firth.senses.graph import CORE, context_graph
from firth.senses.model import SenseModel
from firth.senses.number import MOST_SENSES, Number, number_asked, number_by_spectrum
from firth.senses.split import Clustering, soft_clusters, whole_memberships

FREQUENT = 100
"""Words that occur as often as this are split where none are named."""

_WORDS_PER_TASK = 16

WORDS_PER_BLOCK = 1024
"""Words split before what is known of them is kept, with --resume."""


@refuse_other_names()
def induce(
    counts: Counts,
    words: Sequence[str] | None = None,
    *,
    senses: Number = "auto",
    clustering: Clustering = "svd",
    core: int = CORE,
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> SenseModel:
    """Split words into senses.

    Parameters
    ----------
    counts : Counts
        Symmetric counts of words in a window.
    words : sequence of str, optional
        The words to split; by default all that occur 100 times or more.
    senses : "auto", int or mapping of str to int, default "auto"
        The number of senses: chosen for each word from the spectrum of its contexts, one number for all
        words, or a number for each word.
    clustering : {"svd", "nmf"}, default "svd"
        How contexts are clustered: by non-negative parts of singular vectors, which takes one step, or by
        non-negative matrix factorization, which continues from there by coordinate descent.
    core : int, default 500
        How many contexts of a word its singular vectors are computed on.
    threads : int, optional
        The number of threads; the model does not depend on it.
    memory : str or int, optional
        The memory budget, such as "1GB"; splitting that would need more is refused.
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    SenseModel
        The senses of each word, ordered by their share of it. A sense that no context belongs to is left out.

    Notes
    -----
    The row p_i of positive PMI of word i is split into sense vectors that sum to it exactly
    [HajiSoleimani2019, ch. 5]; see docs/mathematics/senses.md::

        s_ij = h_j ∘ p_i,   Σ_j s_ij = p_i

    Examples
    --------
    >>> from firth.counting import count
    >>> from firth.text import encode_texts
    >>> texts = ["money in the bank", "the bank lent money", "the river bank", "a river and its bank"] * 9
    >>> model = induce(count(encode_texts(texts)), ["bank"], senses=2)
    >>> model["bank"].number
    2
    """
    if clustering not in get_args(Clustering):
        raise InputError(f"clustering is {clustering!r}; choose one of {', '.join(get_args(Clustering))}.")
    if core < 2:
        raise InputError(f"core is {core}; at least 2 contexts are needed.")
    refuse_asymmetric(counts)
    places = chosen_places(counts.rows, words)
    asked = [number_asked(senses, counts.rows.tokens[place]) for place in places.tolist()]
    refuse_above_budget(
        training_memory(counts, places),
        memory_budget(memory),
        f"splitting {len(places):,} words",
        "name fewer words, count fewer (min_count, max_vocabulary), or allow more memory",
    )
    association, masses = positive_pmi(counts, threads)
    for place, number in zip(places.tolist(), asked, strict=True):
        _refuse_few_contexts(association, counts.rows, place, number)

    def task(block: tuple[int, int]) -> list[Array]:
        return [
            _split(association, masses, int(places[i]), asked[i], clustering, core) for i in range(*block)
        ]

    def split_words(first: int, last: int) -> Iterator[Array]:
        tasks = [(a + first, b + first) for a, b in even_blocks(last - first, _WORDS_PER_TASK)]
        done = first
        for found in in_order(task, tasks, threads):
            done += len(found)
            progress("splitting", done, len(places), "words")
            yield from found

    blocks = current_blocks()
    with threadpool_limits(limits=1, user_api="blas"):
        if blocks is None:
            split = list(split_words(0, len(places)))
        else:
            how_split = digest_of_plain([clustering, core])
            made_of = {"counts": _digest(association, masses, places, asked), "how": how_split}
            split = list(_kept(blocks, made_of, split_words, len(places)))
    said = senses if isinstance(senses, int | str) else "given"
    how = counts.how.then("senses", number=said, clustering=clustering, core=core, words=len(places))
    return model_of(association, counts.rows, masses, places, split, how)


def _digest(association: Sparse, masses: Array, places: Array, asked: Sequence[int | None]) -> str:
    numbers = np.array([0 if number is None else number for number in asked], np.int64)
    return digest_of_arrays(
        association.indptr, association.indices, association.data, masses, places, numbers
    )


def _kept(
    blocks: Blocks, made_of: Mapping[str, Any], split: Callable[[int, int], Iterator[Array]], words: int
) -> Iterator[Array]:
    """The memberships of all words, some of them kept from an earlier run."""

    def made(first: int, last: int) -> Made:
        found = list(split(first, last))
        shapes = np.array([one.shape for one in found], np.int64)
        return {"shapes": shapes, "memberships": np.concatenate([one.reshape(-1) for one in found])}, {}

    for place, (first, last) in enumerate(even_blocks(words, WORDS_PER_BLOCK)):
        own = {**made_of, "words": [first, last]}
        block = blocks.get(f"senses-{place:05d}", own, partial(made, first, last))
        shapes, flat = block.arrays["shapes"], block.arrays["memberships"]
        starts = np.concatenate([[0], np.cumsum(shapes.prod(axis=1))])
        for shape, start, stop in zip(shapes.tolist(), starts[:-1], starts[1:], strict=True):
            yield flat[start:stop].reshape(shape)


def positive_pmi(counts: Counts, threads: int | None) -> tuple[Sparse, Array]:
    """P, and the masses of the words."""
    found = associate(counts, "ppmi", alpha=1.0, threads=threads)
    return found.operator.sparse, found.row_masses


def model_of(
    association: Sparse, names: Vocabulary, masses: Array, places: Array, split: Iterable[Array], how: Recipe
) -> SenseModel:
    """The model of these words' memberships, in whole numbers, with the largest sense first."""
    blocks = [
        _ordered(association.data[association.indptr[place] : association.indptr[place + 1]], block)
        for place, block in zip(places.tolist(), split, strict=True)
    ]
    numbers = np.array([block.shape[1] for block in blocks], np.int32)
    flat = np.concatenate([block.reshape(-1) for block in blocks])
    return SenseModel(association, names, masses, places, numbers, flat, how)


def chosen_places(names: Vocabulary, words: Sequence[str] | None) -> Array:
    """The places of the words to split, each once, ascending."""
    if words is None:
        frequent = np.flatnonzero(names.counts >= FREQUENT)
        if not frequent.size:
            raise InputError(f"no word occurs {FREQUENT} times; name the words to split.")
        return frequent
    if isinstance(words, str):
        raise InputError(f"words is a list and was given as {words!r}; write [{words!r}].")
    if not len(words):
        raise InputError("no word was named; name the words to split.")
    return np.unique(places_of(names, words))


def refuse_asymmetric(counts: Counts) -> None:
    """Refuse counts in which words are not contexts too."""
    if not counts.symmetric or counts.rows.tokens != counts.columns.tokens:
        raise InputError("senses need counts in which words are contexts too; count with contexts='both'.")
    if not np.isfinite(counts.matrix.data).all():
        raise InputError("the counts hold NaN or infinite values; count the text again.")


def training_memory(counts: Counts, places: Array) -> int:
    """Bytes that training needs beyond the counts: P, and memberships at an average of four senses."""
    cells = counts.matrix.nnz
    rows = int(np.diff(counts.matrix.indptr)[places].sum())
    return cells * (4 + counts.matrix.indices.itemsize) + rows * 2 * 4


def _refuse_few_contexts(association: Sparse, names: Vocabulary, place: int, number: int | None) -> None:
    contexts = int(association.indptr[place + 1] - association.indptr[place])
    if not contexts:
        raise InputError(
            f"{names.tokens[place]!r} has no context that it occurs with more often than by chance, so it "
            "cannot be split; leave it out."
        )
    if number is not None and number > contexts:
        noun = "context" if contexts == 1 else "contexts"
        raise InputError(
            f"{names.tokens[place]!r} has {contexts} {noun} and cannot have {number} senses; ask for fewer."
        )


def _split(
    association: Sparse, masses: Array, place: int, number: int | None, clustering: Clustering, core: int
) -> Array:
    cells = slice(association.indptr[place], association.indptr[place + 1])
    contexts, weights = association.indices[cells], association.data[cells]
    if number == 1 or len(contexts) < 2:
        return whole_memberships(np.ones((len(contexts), 1)))
    axes = MOST_SENSES + 1 if number is None else number
    graph = context_graph(association, contexts, weights, masses, axes=axes, core=max(core, axes))
    if number is None:
        number = number_by_spectrum(graph.values, graph.least)
    return whole_memberships(soft_clusters(graph, min(number, len(graph.values)), clustering))


def _ordered(weights: Array, memberships: Array) -> Array:
    sums = weights.astype(np.float64) @ memberships
    order = np.argsort(-sums, kind="stable")
    return np.ascontiguousarray(memberships[:, order[sums[order] > 0]])
