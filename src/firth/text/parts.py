"""A part of a text, encoded apart from the others, and how parts become one corpus.

Every part numbers its own words. The words of all parts together, with the sums of their counts, are those of
the text; what is kept of them and in which order (`select`) does not depend on how the text was cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from firth.core.corpus import DOCUMENT_END
from firth.core.vocabulary import Vocabulary
from firth.errors import EmptyCorpusError, InputError
from firth.runtime.arrays import Array
from firth.runtime.blocks import Blocks, Made, digest_of_plain
from firth.text.tokenize import Tokenization, TokenizedChunk, tokenize_chunk
from firth.text.unspaced import segmenter_version
from firth.text.vocabulary import Numbering, Selection, renumbering, select

NO_LIMIT = 1 << 62

PART_BYTES = 32 << 20
"""Bytes of text in a part that is kept."""


@dataclass(frozen=True, eq=False)
class TextPart:
    """The tokens of a part of a text, numbered by the words found in it.

    Attributes
    ----------
    words : sequence of str
        In the order of their numbers.
    counts : array of int64
        How often each occurs in the part.
    ids : array of int32
        Numbers of words, and `DOCUMENT_END` after each document; where a part begins with one, a document of
        the part before ends there.
    bytes_replaced : int
        Bytes that were not UTF-8.
    """

    words: Sequence[str]
    counts: Array
    ids: NDArray[np.int32]
    bytes_replaced: int = 0

    @property
    def documents(self) -> int:
        """How many ends of documents it has; `joined_ids` knows which are those of empty ones."""
        return int(np.count_nonzero(self.ids == DOCUMENT_END))


def encode_part(chunks: Iterable[bytes], how: Tokenization, *, budget: int = NO_LIMIT) -> TextPart:
    """Tokenize and number a part of a text.

    chunks: as `firth.text.read.read_chunks` gives them: a newline ends a document, and no chunk ends inside
    of a word. budget: bytes that distinct words may take.

    >>> part = encode_part([b"to be or\\nnot to be"], Tokenization())
    >>> part.words, part.counts.tolist(), part.ids.tolist()
    (['to', 'be', 'or', 'not'], [2, 2, 1, 1], [0, 1, 2, -2, 3, 0, 1])
    """
    numbering, found, replaced = Numbering(budget), [np.empty(0, np.int32)], 0
    ended = False
    for chunk in chunks:
        tokenized = tokenize_chunk(chunk, how)
        ids, ended = without_repeated_end(numbering.numbered(tokenized), ended)
        found.append(ids)
        replaced += tokenized.bytes_replaced
    return TextPart(list(numbering.index), numbering.counts, np.concatenate(found), replaced)


def without_repeated_end(ids: NDArray[np.int32], ended: bool) -> tuple[NDArray[np.int32], bool]:
    """The ids without the end of an empty document before them, and whether a document ends after them.

    ended: whether one ended before them.
    """
    if ended and len(ids) and ids[0] == DOCUMENT_END:
        ids = ids[1:]
    return ids, bool(ids[-1] == DOCUMENT_END) if len(ids) else ended


def merge_words(parts: Iterable[tuple[Sequence[str], Array]]) -> tuple[list[str], Array]:
    """The words of several parts, each once, with the sums of their counts; in any order, or as a tree.

    >>> words, counts = merge_words([(["a", "b"], np.array([2, 1])), (["b"], np.array([5]))])
    >>> words, counts.tolist()
    (['a', 'b'], [2, 6])
    """
    index: dict[str, int] = {}
    sums = np.zeros(0, np.int64)
    for words, counts in parts:
        numbers = np.array([index.setdefault(word, len(index)) for word in words], np.int64)
        if len(index) > len(sums):
            sums = np.concatenate([sums, np.zeros(len(index), np.int64)])
        sums[numbers] += counts
    return list(index), sums[: len(index)]


def vocabulary_of(
    words: Sequence[str], counts: Array, selection: Selection, documents: int = 1
) -> Vocabulary:
    """The vocabulary that `firth.encode` gives a text of so many documents with these words."""
    if not len(words):
        raise EmptyCorpusError("there is not one token in the text; give text with words in it.")
    return select(list(words), counts, selection, documents)[0]


def renumbered_ids(part: TextPart, vocabulary: Vocabulary) -> NDArray[np.int32]:
    """The ids of a part as places in the vocabulary of the whole text."""
    index, words = vocabulary.index, part.words
    known = [place for place, word in enumerate(words) if word in index]
    table = renumbering(np.array([], np.int64), len(words))
    table[known] = [index[words[place]] for place in known]
    return table[part.ids]


def joined_ids(parts: Iterable[NDArray[np.int32]]) -> list[NDArray[np.int32]]:
    """Parts of a text in their order, without the ends of empty documents between them, and the last end.

    One after the other they are the ids of the corpus that `firth.encode` makes of the whole text; each
    alone, with the tokens around it that `with_surroundings` adds, is a part to count.
    """
    joined, ended = [], True
    for ids in parts:
        kept, ended = without_repeated_end(ids, ended)
        joined.append(kept)
    if not ended:
        joined.append(np.array([DOCUMENT_END], np.int32))
    return joined


def with_surroundings(
    parts: Sequence[NDArray[np.int32]], place: int, reach: int
) -> tuple[NDArray[np.int32], slice]:
    """A part with up to `reach` tokens on either side, from as many parts as it takes, and where its own are.

    >>> parts = [np.array(ids, np.int32) for ids in ([0, 1], [2], [3, -2, 4])]
    >>> ids, keep = with_surroundings(parts, 1, 2)
    >>> ids.tolist(), keep
    ([0, 1, 2, 3, -2], slice(2, 3, None))
    """
    before, after = np.empty(0, np.int32), np.empty(0, np.int32)
    for part in reversed(parts[:place]):
        before = np.concatenate([part, before])[-reach:]
        if len(before) >= reach:
            break
    for part in parts[place + 1 :]:
        after = np.concatenate([after, part])[:reach]
        if len(after) >= reach:
            break
    own = parts[place]
    return np.concatenate([before, own, after]), slice(len(before), len(before) + len(own))


def kept_parts(
    blocks: Blocks,
    tokenized: Callable[[int], Iterator[tuple[int, TokenizedChunk]]],
    numbering: Numbering,
    how: Tokenization,
    made_of: Mapping[str, Any],
) -> Iterator[TextPart]:
    """The parts of a text in their order: those that are kept, and what is left, which is kept on the way.

    Here the words of all parts are numbered in a row, so that a part has only those that are new in it, and
    is made of the one before as well.

    tokenized: the chunks from a byte of the text on, each with how many bytes it has. made_of: what says
    which text it is.
    """
    if callable(how.tokenizer):
        raise InputError("a function as tokenizer cannot be told from others of its name; leave blocks out.")
    text = digest_of_plain([dict(made_of), asdict(how), segmenter_version() if how.name == "icu" else ""])
    chunks: Iterator[tuple[int, TokenizedChunk]] | None = None
    start, before, last, place = 0, "", False, 0
    while not last:
        key, origin = f"text-{place:06d}", {"text": text, "from": start, "after": before}
        block = blocks.find(key, origin)
        if block is None:
            chunks = tokenized(start) if chunks is None else chunks
            block = blocks.put(key, origin, *_numbered_part(chunks, numbering))
        else:
            chunks = None
            numbering.known(unpacked_words(block.arrays), block.arrays["ids"])
        yield TextPart((), np.empty(0, np.int64), block.arrays["ids"], block.facts["replaced"])
        start, before, last = start + block.facts["bytes"], block.checksum, block.facts["last"]
        place += 1


def _numbered_part(chunks: Iterator[tuple[int, TokenizedChunk]], numbering: Numbering) -> Made:
    """As many chunks as a block of text has: their ids, and the words that are new in them."""
    known, size, replaced, last = len(numbering.index), 0, 0, True
    found = [np.empty(0, np.int32)]
    for length, chunk in chunks:
        found.append(numbering.numbered(chunk))
        size += length
        replaced += chunk.bytes_replaced
        if size >= PART_BYTES:
            last = False
            break
    words = list(islice(numbering.index, known, None))
    arrays = {"ids": np.concatenate(found), **packed_words(words)}
    return arrays, {"bytes": size, "replaced": replaced, "last": last}


def packed_words(words: Sequence[str]) -> dict[str, Array]:
    """Words as arrays: their UTF-8 one after the other, and where each ends."""
    encoded = [word.encode() for word in words]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    return {"words": np.frombuffer(b"".join(encoded), np.uint8), "word_ends": ends}


def unpacked_words(arrays: Mapping[str, Array]) -> list[str]:
    """What `packed_words` packed."""
    content = arrays["words"].tobytes()
    return [content[start:stop].decode() for start, stop in pairwise(arrays["word_ends"].tolist())]
