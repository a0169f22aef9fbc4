"""How alike two words are in their sentences: avgSimC and maxSimC on pairs that people rated."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from firth.datasets.lines import numbered_lines
from firth.errors import FormatError, InputError
from firth.evaluate.spearman import spearman
from firth.runtime.arrays import Array
from firth.text import tokenize

Weigh = Callable[[str, Sequence[str], int], "Array | None"]
"""Word, tokens, position → how far each of its senses applies, summing to 1; None for an unknown word."""

Vectors = Callable[[str], Array]
"""Word → its senses' vectors, as rows."""

_MARKED = re.compile(r"<b>\s*(.*?)\s*</b>")


class WordInSentence(NamedTuple):
    """A word and the tokens of its sentence, with its place among them."""

    word: str
    tokens: tuple[str, ...]
    position: int


class ContextPair(NamedTuple):
    """Two words in their sentences, and people's mean rating."""

    first: WordInSentence
    second: WordInSentence
    rating: float


class ContextualSimilarity(NamedTuple):
    """Spearman's ρ of both with people's ratings, None where one does not vary, and on how many pairs."""

    avg_sim_c: float | None
    max_sim_c: float | None
    covered: int
    pairs: int


def read_context_pairs(path: str | Path) -> list[ContextPair]:
    """Pairs from a file as that of Huang et al. (2012, SCWS) is.

    Each line: number, word, part of speech, word, part of speech, both sentences with the word inside
    `<b> </b>`, mean rating; tabs between. What comes after the mean is not read.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "ratings.txt"
    >>> cells = ["1", "bank", "n", "shore", "n", "A <b> bank </b> of sand", "The <b> shore </b>", "8.5"]
    >>> _ = path.write_text(("\\t".join(cells) + "\\n") * 2)
    >>> read_context_pairs(path)[0].first
    WordInSentence(word='bank', tokens=('a', 'bank', 'of', 'sand'), position=1)
    """
    pairs = []
    for number, line in numbered_lines(path):
        cells = line.split("\t")
        where = f"{path}, line {number}"
        try:
            rating = float(cells[7])
        except (IndexError, ValueError):
            raise FormatError(
                f"{where} is not number, word, part, word, part, sentence, sentence, rating, with tabs "
                "between."
            ) from None
        first, second = (_marked(cells[word], cells[word // 2 + 5], where) for word in (1, 3))
        pairs.append(ContextPair(first, second, rating))
    if len(pairs) < 2:
        raise FormatError(f"{path} has fewer than two pairs of words in sentences.")
    return pairs


def contextual_similarity(
    pairs: Sequence[ContextPair], weigh: Weigh, vectors: Vectors
) -> ContextualSimilarity:
    """Both measures of Reisinger & Mooney (2010); pairs with a word unknown to the model are left out.

    avgSimC = Σ_ij p_i q_j cos(u_i, v_j);   maxSimC = cos(u_i, v_j) of the senses that apply most
    """
    averages, best, ratings = [], [], []
    for pair in pairs:
        weights = [weigh(*side) for side in (pair.first, pair.second)]
        if weights[0] is None or weights[1] is None:
            continue
        cosines = _cosines(vectors(pair.first.word), vectors(pair.second.word))
        averages.append(float(weights[0] @ cosines @ weights[1]))
        best.append(float(cosines[weights[0].argmax(), weights[1].argmax()]))
        ratings.append(pair.rating)
    if len(ratings) < 2:
        raise InputError(f"only {len(ratings)} of {len(pairs)} pairs have two words that the model knows.")
    average, most = (spearman(np.array(found), np.array(ratings)) for found in (averages, best))
    return ContextualSimilarity(average, most, len(ratings), len(pairs))


def _marked(word: str, sentence: str, where: str) -> WordInSentence:
    found = _MARKED.search(sentence)
    if found is None:
        raise FormatError(f"{where}: the sentence of {word!r} does not have it between <b> and </b>.")
    before, after = (tokenize(part) for part in (sentence[: found.start()], sentence[found.end() :]))
    return WordInSentence(word.lower(), (*before, found[1].lower(), *after), len(before))


def _cosines(first: Array, second: Array) -> Array:
    one, two = (np.linalg.norm(vectors, axis=1, keepdims=True) for vectors in (first, second))
    return np.asarray((first / np.where(one > 0, one, 1)) @ (second / np.where(two > 0, two, 1)).T)
