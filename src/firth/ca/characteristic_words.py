"""The words typical of each author, party or year, and the sentences that carry them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from firth.ca.characteristic import CharacteristicCells, characteristic
from firth.core import Counts, Vocabulary
from firth.core.categories import categories_of
from firth.core.corpus import DOCUMENT_END
from firth.errors import EmptyCorpusError, InputError
from firth.runtime.arrays import Array
from firth.runtime.run import Progress, silent
from firth.text.encode import encode_texts
from firth.text.texts import texts_in
from firth.text.tokenize import require_choice

if TYPE_CHECKING:
    import polars as pl

Carriers = Literal["sentences", "documents"]

_FIRST = "0 "
"""Put before every text, and removed again, since the tokenizer would drop texts without words."""

_SENTENCE = r"""(?s)\S.*?(?:[.!?…]+["'”’»)\]]*(?:\s|$)|[。！？]|\n|$)"""
"""From the first visible character to a mark that ends a sentence, or to the end of the line."""


@dataclass(frozen=True, eq=False)
class CharacteristicWords:
    """Words typical of groups of texts, and the texts that carry most of them.

    Attributes
    ----------
    words : CharacteristicCells
        A row for each group and a column for each word.
    group : array of int
        The group of each carrier, a place in ``words.rows``; groups one after the other.
    document : array of int
        Which of the texts given it is, or is part of, from 0.
    score : array
        The mean v-test, in the group, of the carrier's words; it falls within each group.
    text : tuple of str
        The carriers: sentences or whole texts.
    """

    words: CharacteristicCells
    group: Array
    document: Array
    score: Array
    text: tuple[str, ...]

    def __repr__(self) -> str:
        """How many groups, words and carriers there are."""
        return (
            f"CharacteristicWords({len(self.words.rows):,} groups, {len(self.words):,} words, "
            f"{len(self.text):,} carriers)"
        )

    def __str__(self) -> str:
        """The words of the first groups with their v-tests, and the first carriers of each."""
        lines = [str(self.words), ""]
        for place in np.unique(self.group)[:20].tolist():
            lines.append(self.words.rows.tokens[place])
            first = np.flatnonzero(self.group == place)[:3].tolist()
            lines += [f"  {self.score[i]:.2f} {_shortened(self.text[i])}" for i in first]
        return "\n".join(lines)

    def carriers_to_polars(self) -> pl.DataFrame:
        """group, document, score and text of the carriers as a frame; `words.to_polars()` has the words."""
        import polars as pl

        return pl.DataFrame(
            {
                "group": [self.words.rows.tokens[place] for place in self.group.tolist()],
                "document": self.document,
                "score": self.score,
                "text": list(self.text),
            },
            schema_overrides={"group": pl.String, "text": pl.String},
        )


def characteristic_words(
    texts: Iterable[str],
    groups: Sequence[Any],
    *,
    proba: float = 0.05,
    top: int | None = 50,
    min_count: int = 5,
    carriers: Carriers = "sentences",
    carriers_per_group: int = 5,
    shortest: int = 6,
    threads: int | None = None,
    progress: Progress = silent,
) -> CharacteristicWords:
    """Find the words typical of each author, party or year, over-used and under-used, and who carries them.

    Parameters
    ----------
    texts : iterable of str
    groups : sequence
        The author, party or year of each text.
    proba : float
        Words with p below this are kept.
    top : int, optional
        At most so many over-used and so many under-used words of each group; all if None.
    min_count : int
        Leave out words that occur less often; they do not count in the sums either.
    carriers : {"sentences", "documents"}
        Whether to rank sentences or whole texts.
    carriers_per_group : int
        How many of them to keep of each group; 0 for none.
    shortest : int
        Carriers have at least so many words of the vocabulary: a mean of few words is high by chance.
    threads : int, optional
        The number of threads. Results do not depend on it.
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    CharacteristicWords

    See Also
    --------
    firth.ca.characteristic : The same for any table of counts.

    Notes
    -----
    A carrier's score is the mean v-test of its words in its group, 0 for those that are not significant: the
    most characteristic responses of [LebartSalem1994]. Equal texts are shown once.

    Examples
    --------
    >>> texts = ["The sea is calm. The sea is wide."] * 5 + ["The hill is green. The hill is steep."] * 5
    >>> found = characteristic_words(texts, ["sailor"] * 5 + ["shepherd"] * 5, min_count=10, shortest=3)
    >>> [found.words.columns.tokens[j] for j in found.words.of("sailor").column.tolist()]
    ['sea', 'hill']
    >>> found.text[0]
    'The sea is calm.'
    """
    require_choice("carriers", carriers, Carriers)
    if min_count < 1:
        raise InputError(f"min_count is {min_count}; it must be at least 1.")
    if carriers_per_group < 0:
        raise InputError(f"carriers_per_group is {carriers_per_group}; it must be 0 or more.")
    if top is not None and top < 1:
        raise InputError(f"top is {top}; it must be at least 1.")
    given = _checked(texts)
    coded = categories_of(groups, "groups")
    if len(coded.codes) != len(given):
        raise InputError(f"there are {len(given)} texts, and groups has {len(coded.codes)} entries.")
    if carriers == "sentences":
        progress("splitting", 0, 0, "sentences")
    pieces, documents = _sentences(given) if carriers == "sentences" else (given, np.arange(len(given)))

    def told(_stage: str, done: float, _total: float, _unit: str, /) -> None:
        progress("encoding", done, len(pieces), carriers)

    ids, owners, vocabulary = _tokens(pieces, min_count, threads, told)
    progress("testing", 0, 0, "words")
    group_of_piece = coded.codes[documents]
    table = _group_table(ids, group_of_piece[owners], vocabulary, coded.names)
    found = characteristic(table, proba=proba, threads=threads)
    shown = found if top is None else found.strongest(top)
    ranked = _carriers(found, ids, owners, group_of_piece, pieces, carriers_per_group, shortest)
    group, piece, score = ranked
    return CharacteristicWords(
        shown, group, documents[piece], score, tuple(pieces[i] for i in piece.tolist())
    )


def _checked(texts: Iterable[str]) -> list[str]:
    found = texts_in(texts, way_out="leave it out, with its group")
    given = list(found.each)
    if found.tokenized:
        raise InputError("lists of tokens were given where texts are expected; join them: ' '.join(tokens).")
    if not given:
        raise InputError("there are no texts; give at least one of each group.")
    return given


def _sentences(texts: list[str]) -> tuple[list[str], Array]:
    """All sentences one after the other, and the text of each."""
    import polars as pl

    parts = pl.Series(texts, dtype=pl.String).str.extract_all(_SENTENCE)
    lengths = parts.list.len().to_numpy()
    sentences = parts.explode().drop_nulls().str.strip_chars()
    return sentences.to_list(), np.repeat(np.arange(len(texts)), lengths)


def _tokens(
    pieces: list[str], min_count: int, threads: int | None, progress: Progress
) -> tuple[Array, Array, Vocabulary]:
    """The words of all pieces as places in a vocabulary, the piece of each, and the vocabulary."""
    corpus = encode_texts(
        (_FIRST + piece for piece in pieces), min_count=1, threads=threads, progress=progress
    )
    ends = np.asarray(corpus.ids) == DOCUMENT_END
    first = np.concatenate([[True], ends[:-1]])
    owners = np.cumsum(ends) - ends
    kept = ~ends & ~first
    ids, owners = np.asarray(corpus.ids)[kept], owners[kept]
    # Counted again without the mark before each text, which the texts themselves may also have.
    sums = np.bincount(ids, minlength=len(corpus.vocabulary))
    used = np.flatnonzero(sums >= min_count)
    if not len(used):
        most = sums.max(initial=0)
        if not most:
            raise EmptyCorpusError("there is not one word in the texts; give text with words in it.")
        raise EmptyCorpusError(
            f"no word occurs {min_count} times in the texts, the most frequent one {most} times; lower "
            "min_count."
        )
    used = used[np.argsort(-sums[used], kind="stable")]
    places = np.full(len(sums), -1)
    places[used] = np.arange(len(used))
    ids = places[ids]
    known = ids >= 0
    words = Vocabulary(tuple(corpus.vocabulary.tokens[i] for i in used.tolist()), sums[used])
    return ids[known], owners[known], words


def _group_table(ids: Array, groups: Array, words: Vocabulary, names: tuple[str, ...]) -> Counts:
    from scipy import sparse

    shape = (len(names), len(words))
    codes, cells = np.unique(groups.astype(np.int64) * shape[1] + ids, return_counts=True)
    matrix = sparse.csr_array((cells, np.divmod(codes, shape[1])), shape=shape)
    return Counts(matrix, Vocabulary(names, np.asarray(matrix.sum(axis=1)).ravel()), words)


def _carriers(
    found: CharacteristicCells,
    ids: Array,
    owners: Array,
    groups: Array,
    pieces: list[str],
    wanted: int,
    shortest: int,
) -> tuple[Array, Array, Array]:
    """group, piece and score of the carriers, by falling score within each group.

    ids, owners: the word and the piece of each token; groups: of each piece. Nothing here takes time that
    grows with the number of groups times that of pieces.
    """
    lengths = np.bincount(owners, minlength=len(pieces))
    numbers = np.arange(len(found.rows) + 1)
    cell_bounds = np.searchsorted(found.row, numbers)
    by_group = np.argsort(groups, kind="stable")  # pieces, those of a group together
    bounds = np.searchsorted(groups[by_group], numbers)
    ranks = np.empty(len(pieces), np.int64)
    ranks[by_group] = np.arange(len(pieces))
    token_ranks = ranks[owners]
    tokens_by_group = np.argsort(token_ranks, kind="stable")
    token_bounds = np.searchsorted(token_ranks[tokens_by_group], bounds)
    v_tests = np.zeros(len(found.columns))
    kept: list[tuple[int, int, float]] = []
    for group in range(len(found.rows) if wanted else 0):
        own = by_group[bounds[group] : bounds[group + 1]]
        tokens = tokens_by_group[token_bounds[group] : token_bounds[group + 1]]
        cells = slice(cell_bounds[group], cell_bounds[group + 1])
        v_tests[found.column[cells]] = found.v_tests[cells]
        sums = np.bincount(token_ranks[tokens] - bounds[group], v_tests[ids[tokens]], minlength=len(own))
        v_tests[found.column[cells]] = 0.0
        scores = np.where(lengths[own] >= max(1, shortest), sums / np.maximum(lengths[own], 1), -np.inf)
        seen: set[str] = set()
        for place in np.argsort(-scores, kind="stable").tolist():
            if len(seen) == wanted or scores[place] <= 0:
                break
            piece = int(own[place])
            if pieces[piece] not in seen:
                seen.add(pieces[piece])
                kept.append((group, piece, float(scores[place])))
    columns = zip(*kept, strict=True) if kept else ((), (), ())
    places, chosen, means = (np.array(column) for column in columns)
    return places.astype(np.int64), chosen.astype(np.int64), means.astype(np.float64)


def _shortened(text: str, most: int = 160) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
