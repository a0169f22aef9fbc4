"""Which sense a word has in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.core import Embedding
from firth.counting import make_window
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names
from firth.senses.model import SenseModel

if TYPE_CHECKING:
    from firth.senses.model import WordSenses


_USUAL: dict[str, Any] = {"window": 10, "weights": "harmonic"}


@dataclass(frozen=True, eq=False)
class Tagging:
    """How well each sense of a word fits the words around it.

    Attributes
    ----------
    word : str
        The word.
    position : int
        Its place in the sentence.
    similarities : array of float
        Cosines of the sense vectors with the sentence.
    contexts : int
        How many words around it are contexts of the word. If none is, all senses have the same weight.
    """

    word: str
    position: int
    similarities: Array
    contexts: int

    @cached_property
    def weights(self) -> Array:
        """How far each sense applies: the cosines, normalized to sum 1."""
        total = self.similarities.sum()
        if total > 0:
            return np.asarray(self.similarities / total)
        return np.full(len(self.similarities), 1 / len(self.similarities))

    @property
    def sense(self) -> int:
        """The number of the best sense, counted from 1; the largest sense where all have the same weight."""
        return int(self.weights.argmax()) + 1

    @property
    def margin(self) -> float:
        """How sure the answer is: the best weight minus the second best; 1 for a word of one sense."""
        if len(self.weights) == 1:
            return 1.0
        second, first = np.sort(self.weights)[-2:]
        return float(first - second)


@refuse_other_names()
def tag(model: SenseModel, tokens: Sequence[str], position: int, *, word: str | None = None) -> Tagging:
    """Tell the sense of the token at a position of a sentence.

    Parameters
    ----------
    model : SenseModel
        The senses.
    tokens : sequence of str
        The sentence. Words that the model does not know are skipped.
    position : int
        The place of the token, from 0.
    word : str, optional
        Whose senses are asked for, where the token is another form of the word (banks for bank).

    Returns
    -------
    Tagging
        How well each sense fits.

    Notes
    -----
    With the window weights g of training, summed over the places of each context c
    [HajiSoleimani2019, eq. 5.2]::

        j* = argmax_j cos(s_j, q),   q_c = Σ g(δ) · log 1/mass_c
    """
    return tag_places(model, [tokens], [position], word=word)[0]


def tag_places(
    model: SenseModel,
    sentences: Sequence[Sequence[str]],
    positions: Sequence[int],
    *,
    word: str | None = None,
) -> list[Tagging]:
    """Tell the sense of the token at one position in each of many sentences; see `tag`.

    Parameters
    ----------
    model : SenseModel
        The senses.
    sentences : sequence of sequence of str
        Sentences as lists of tokens.
    positions : sequence of int
        The place of the token in each.
    word : str, optional
        Whose senses are asked for, where tokens are other forms of the word.

    Returns
    -------
    list of Tagging
        For each sentence what `tag` returns.
    """
    by_word: dict[str, list[int]] = {}
    for number, (tokens, position) in enumerate(zip(sentences, positions, strict=True)):
        if not 0 <= position < len(tokens):
            raise InputError(f"position is {position} in a sentence of {len(tokens)} tokens.")
        by_word.setdefault(word or tokens[position], []).append(number)
    found: dict[int, Tagging] = {}
    for target, numbers in by_word.items():
        query = _queries(model, [sentences[i] for i in numbers], [positions[i] for i in numbers])
        taggings = _tagged(model, target, *query, [positions[i] for i in numbers])
        found.update(zip(numbers, taggings, strict=True))
    return [found[number] for number in range(len(sentences))]


def tag_many(model: SenseModel, sentences: Sequence[str], word: str) -> list[Tagging]:
    """Tell the sense that a word has in each of many sentences.

    Parameters
    ----------
    model : SenseModel
        The senses.
    sentences : sequence of str
        Sentences with the word in them. They are tokenized as the text was that the model comes from.
    word : str
        A word that was split; in each sentence its first occurrence is tagged.

    Returns
    -------
    list of Tagging
        How well each sense fits, for each sentence.

    Examples
    --------
    >>> from firth.counting import count
    >>> from firth.senses import induce
    >>> from firth.text import encode_texts
    >>> texts = ["money in the bank", "the bank lent money", "the river bank", "a river and its bank"] * 9
    >>> model = induce(count(encode_texts(texts)), ["bank"], senses=2)
    >>> one, two = tag_many(model, ["The bank of a river.", "A bank with money"], "bank")
    >>> one.sense != two.sense
    True
    """
    if isinstance(sentences, str):
        raise InputError("tag_many takes a list of sentences and was given one; write [sentence].")
    model.place_of(word)
    cut = tokens_of(model, sentences)
    positions = []
    for sentence, tokens in zip(sentences, cut, strict=True):
        if word not in tokens:
            raise InputError(f"the sentence {_short(sentence)} does not have the word {word!r}.")
        positions.append(tokens.index(word))
    return tag_places(model, cut, positions)


def tag_sentence(model: SenseModel, sentence: str, word: str | None = None) -> list[Tagging]:
    """Tell the senses of a word at each of its places in a sentence, or of all words with several senses.

    Parameters
    ----------
    model : SenseModel
        The senses.
    sentence : str
        The sentence. It is tokenized as the text was that the model comes from.
    word : str, optional
        A word that was split; by default all words of the sentence with several senses.

    Returns
    -------
    list of Tagging
        One for each place, in the order of the sentence.
    """
    [tokens] = tokens_of(model, [sentence])
    if not tokens:
        raise InputError("the sentence has no words; write one with the word in it.")
    if word is not None:
        model.place_of(word)
        wanted = {word}
    else:
        wanted = set(tokens) & set(model.ambiguous)
    positions = [place for place, token in enumerate(tokens) if token in wanted]
    if not positions:
        missing = f"does not have the word {word!r}" if word else "has no word of several senses"
        raise InputError(f"the sentence {_short(sentence)} {missing}.")
    return tag_places(model, [tokens] * len(positions), positions)


def tokens_of(model: SenseModel, sentences: Sequence[str]) -> list[list[str]]:
    """Sentences tokenized as the model's text was."""
    from firth.text.records import one_line
    from firth.text.tokenize import Tokenization, tokenize_chunk

    how = Tokenization.recorded(model.recipe)
    # All sentences at once, with a line for each; a mark in front of each keeps empty ones in place.
    chunk = tokenize_chunk(b"".join(b"x " + one_line(text) for text in sentences), how)
    words, codes = chunk.words, chunk.codes
    ends = np.flatnonzero(codes == chunk.mark)
    pieces = np.split(codes, ends + 1)[: len(sentences)]
    return [[words[code] for code in piece.tolist() if code != chunk.mark][1:] for piece in pieces]


def _queries(
    model: SenseModel, sentences: Sequence[Sequence[str]], positions: Sequence[int]
) -> tuple[Array, Array]:
    """For each sentence the places of the surrounding words, −1 where none is known, and their weights."""
    how: dict[str, Any] = _USUAL | dict(model.recipe["counting"])
    window = make_window(how["window"], how["weights"])
    near = np.concatenate([window.left[::-1], window.right]) / window.denominator
    reach, index = window.length, model.vocabulary.index
    around = np.full((len(sentences), 2 * reach), -1, np.int64)
    for number, (tokens, position) in enumerate(zip(sentences, positions, strict=True)):
        before = [index.get(token, -1) for token in tokens[:position]]
        after = [index.get(token, -1) for token in tokens[position + 1 :]]
        if how.get("close_gaps"):
            before, after = [i for i in before if i >= 0], [i for i in after if i >= 0]
        before, after = before[-reach:], after[:reach]
        around[number, reach - len(before) : reach] = before
        around[number, reach : reach + len(after)] = after
    known = around >= 0
    rare = np.log(1.0 / np.maximum(model.masses[np.where(known, around, 0)], np.finfo(float).tiny))
    return around, np.where(known, near * rare, 0.0)


def _tagged(
    model: SenseModel, word: str, around: Array, weights: Array, positions: Sequence[int]
) -> list[Tagging]:
    senses: WordSenses = model[word]
    parts = senses.parts
    cells = np.minimum(np.searchsorted(senses.contexts, around), len(senses.contexts) - 1)
    heard = (senses.contexts[cells] == around) & (weights > 0)
    products = np.einsum("ql,qlk->qk", np.where(heard, weights, 0.0), parts[cells])
    lengths = np.linalg.norm(parts, axis=0)[None, :] * _length_of_queries(around, weights)[:, None]
    cosines = products / np.where(lengths > 0, lengths, 1.0)
    return [
        Tagging(word, position, similarities, int(contexts))
        for position, similarities, contexts in zip(positions, cosines, heard.sum(axis=1), strict=True)
    ]


def _length_of_queries(around: Array, weights: Array) -> Array:
    """|q| of each sentence, with the weights of a word that occurs twice added up."""
    same = around[:, :, None] == around[:, None, :]
    return np.asarray(np.sqrt(np.einsum("ql,qlm,qm->q", weights, same, weights)))


def _short(sentence: str) -> str:
    return repr(sentence if len(sentence) <= 60 else sentence[:57] + "…")


def sense_weights(model: SenseModel, word: str, tokens: Sequence[str], position: int) -> Array | None:
    """Tell how far each sense of a word applies to a token.

    Parameters
    ----------
    model : SenseModel
        The senses.
    word : str
        The word.
    tokens : sequence of str
        The sentence.
    position : int
        The place of the token, from 0.

    Returns
    -------
    array of float or None
        The weights of the senses, summing to 1. A word that was not split has one sense; None for a word
        that the model does not know.

    Examples
    --------
    >>> from firth.counting import count
    >>> from firth.senses import induce
    >>> from firth.text import encode_texts
    >>> texts = ["money in the bank", "the bank lent money", "the river bank", "a river and its bank"] * 9
    >>> model = induce(count(encode_texts(texts)), ["bank"], senses=2)
    >>> sense_weights(model, "river", ["the", "river"], 1), sense_weights(model, "sea", ["sea"], 0)
    (array([1.]), None)
    """
    if word in model:
        return tag(model, tokens, position, word=word).weights
    return np.ones(1) if word in model.vocabulary.index else None


def sense_vectors(model: SenseModel, embedding: Embedding, word: str) -> Array:
    """Look up the vectors of a word's senses.

    Parameters
    ----------
    model : SenseModel
        The senses.
    embedding : Embedding
        What `firth.sense_embedding` made of the model.
    word : str
        A word of the model.

    Returns
    -------
    array
        A row for each sense; one row for a word that was not split.
    """
    number = model[word].number if word in model else 1
    names = [word] if number == 1 else [f"{word}#{sense + 1}" for sense in range(number)]
    return np.asarray(embedding.vectors[[embedding.vocabulary.index[name] for name in names]])
