"""Encoding: raw text → a Corpus of token ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from firth.core.corpus import DOCUMENT_END, Corpus
from firth.core.recipe import Recipe
from firth.errors import EmptyCorpusError, InputError
from firth.runtime.memory import memory_budget
from firth.runtime.other_names import refuse_other_names
from firth.runtime.parallel import in_order, thread_count
from firth.runtime.run import Progress, current_blocks, silent
from firth.text import read
from firth.text.markup import MarkupNotices, look_at_records
from firth.text.parts import kept_parts, without_repeated_end
from firth.text.records import one_line
from firth.text.sample import look_at_language
from firth.text.sources import find_sources, sources_as_plain
from firth.text.texts import GivenTexts, Missing, Texts, texts_in, token_chunks
from firth.text.tokenize import (
    Case,
    Digits,
    Normalize,
    Tokenization,
    TokenizedChunk,
    Tokenizer,
    require_choice,
    tokenize_chunk,
)
from firth.text.unspaced import segmenter_version
from firth.text.vocabulary import GrowingIds, Ids, Numbering, Selection, allowed_words, renumbering, select

_WORK_PER_BYTE = 16
"""Bytes of memory that encoding takes at once for each byte of text."""


@refuse_other_names()
def encode(
    sources: str | Path | Iterable[str | Path],
    *,
    documents: read.Documents = "line",
    column: str = "text",
    tokenizer: Tokenizer = "words",
    case: Case = "lower",
    normalize: Normalize = "NFKC",
    digits: Digits = "keep",
    min_count: int = 5,
    max_vocabulary: int | None = None,
    allow: str | Path | Iterable[str] | None = None,
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Corpus:
    """Read text from files and encode it as token ids.

    Parameters
    ----------
    sources : str, Path or iterable of them
        Files, folders, patterns such as "data/*.txt", or "-" for standard input. Files may be compressed
        (.gz .bz2 .xz .zst). Bytes that are not UTF-8 are replaced by white space and counted.
    documents : {"line", "file", "stream"}, default "line"
        What a document is, which no window crosses: a line or record, a file, or everything together.
    column : str, default "text"
        The column with the text in .jsonl, .csv, .tsv (tabs, no quoting) and .parquet files.
    tokenizer : {"words", "whitespace", "icu", "characters", "bigrams", "trigrams"} or callable
        What tokens are. By default "words": letters, marks and digits, with apostrophes inside words.
        "whitespace": what stands between white space. The others are "words" that cut scripts without spaces,
        such as Chinese or Thai: into words by ICU (extra ``icu``), or into overlapping n-grams of characters.
        A function from a text to a list of tokens may be given too; it gets one document
        at a time, or a part that ends at white space if the document is longer than 4 MB.
    case : {"lower", "keep", "turkish"}, default "lower"
        Whether tokens are lower-cased; "turkish" makes I ı and İ i.
    normalize : {"NFKC", "NFC", "none"}, default "NFKC"
        The Unicode normalization.
    digits : {"keep", "spell", "drop"}, default "keep"
        Keep digits, make each a word of its own ("two", as in text8), or make them spaces.
    min_count : int, default 5
        Leave out words that occur less often; their positions stay, as out-of-vocabulary tokens.
    max_vocabulary : int, optional
        Keep only this many words, the most frequent ones.
    allow : str, Path or iterable of str, optional
        A file with a word on each line, or words: others are left out. They are normalized and cased as the
        text is.
    threads : int, optional
        The number of threads; the result does not depend on it.
    memory : str or int, optional
        The memory budget, such as "2GB"; token ids beyond a quarter of it are kept in a temporary file.
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    Corpus
        The token ids of all documents, and the vocabulary.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "a.txt").write_text("The cat saw the dog.\\nThe dog slept.\\n")
    ...     corpus = encode(folder, min_count=2)
    >>> corpus.vocabulary.tokens, corpus.ids.tolist()
    (('the', 'dog'), [0, -1, -1, 0, 1, -2, 0, 1, -1, -2])
    """
    require_choice("documents", documents, read.Documents)
    how = Tokenization(tokenizer, case, normalize, digits)
    selection = Selection(min_count, max_vocabulary, allowed_words(allow, how))
    found = find_sources(sources)
    budget = _Budget.of(memory, threads, how)
    tables = [source.name for source in found if source.form != "text"]

    def tokenized(skip: int = 0) -> Iterator[tuple[int, TokenizedChunk]]:
        chunks = read.read_chunks(
            found,
            documents=documents,
            column=column,
            chunk_bytes=budget.chunk_bytes,
            skip=skip,
            progress=progress,
            seen=MarkupNotices().look_at,
        )
        if not skip:
            chunks = look_at_records(chunks, f"the texts of {tables[0]}") if tables else chunks
            chunks = look_at_language(chunks, how)
        return in_order(partial(_measured, how=how), chunks, budget.threads)

    gathered = _Gathered(budget)
    blocks = current_blocks()
    if blocks is None:
        for _, chunk in tokenized():
            gathered.add(gathered.numbering.numbered(chunk), chunk.bytes_replaced)
    else:
        made_of = {"sources": sources_as_plain(found), "documents": documents, "column": column}
        for part in kept_parts(blocks, tokenized, gathered.numbering, how, made_of):
            gathered.add(part.ids, part.bytes_replaced)
    origin = found[0].name if len(found) == 1 else f"the {len(found)} files from {found[0].name} on"
    return gathered.corpus(how, selection, documents, origin)


@refuse_other_names()
def encode_texts(
    texts: GivenTexts,
    *,
    missing: Missing = "refuse",
    tokenizer: Tokenizer = "words",
    case: Case = "lower",
    normalize: Normalize = "NFKC",
    digits: Digits = "keep",
    min_count: int = 5,
    max_vocabulary: int | None = None,
    allow: str | Path | Iterable[str] | None = None,
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Corpus:
    """Encode texts in memory as token ids; each text is a document.

    Parameters
    ----------
    texts : iterable of str, or of lists of tokens
        The documents: a list, a generator, an array, or a column of a pandas or polars frame. Lists of tokens
        are taken as they are, so that the choices about tokens below do not apply.
    missing : {"refuse", "skip"}, default "refuse"
        Whether a text that is None or NaN is refused, or left out.
    tokenizer : {"words", "whitespace", "icu", "characters", "bigrams", "trigrams"} or callable
        What tokens are. By default "words": letters, marks and digits, with apostrophes inside words.
        "whitespace": what stands between white space. The others are "words" that cut scripts without spaces,
        such as Chinese or Thai: into words by ICU (extra ``icu``), or into overlapping n-grams of characters.
        A function from a text to a list of tokens may be given too.
    case : {"lower", "keep", "turkish"}, default "lower"
        Whether tokens are lower-cased; "turkish" makes I ı and İ i.
    normalize : {"NFKC", "NFC", "none"}, default "NFKC"
        The Unicode normalization.
    digits : {"keep", "spell", "drop"}, default "keep"
        Keep digits, make each a word of its own ("two", as in text8), or make them spaces.
    min_count : int, default 5
        Leave out words that occur less often; their positions stay, as out-of-vocabulary tokens.
    max_vocabulary : int, optional
        Keep only this many words, the most frequent ones.
    allow : str, Path or iterable of str, optional
        A file with a word on each line, or words: others are left out. They are normalized and cased as the
        text is.
    threads : int, optional
        The number of threads; the result does not depend on it.
    memory : str or int, optional
        The memory budget, such as "2GB"; token ids beyond a quarter of it are kept in a temporary file.
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    Corpus
        The token ids of all documents, and the vocabulary.

    Examples
    --------
    >>> corpus = encode_texts(["to be or not to be", "", "be quick"], min_count=2)
    >>> corpus.vocabulary.tokens, corpus.documents, corpus.tokens
    (('be', 'to'), 2, 8)
    >>> corpus.ids.tolist()
    [1, 0, -1, -1, 1, 0, -2, 0, -1, -2]
    """
    found = texts_in(
        texts, missing=missing, way_out="leave such texts out with missing='skip', or write '' in their place"
    )
    how = (
        _as_given(tokenizer, case, digits)
        if found.tokenized
        else Tokenization(tokenizer, case, normalize, digits)
    )
    selection = Selection(min_count, max_vocabulary, allowed_words(allow, how))
    budget = _Budget.of(memory, threads, how)
    if found.tokenized:
        tokenized: Iterable[TokenizedChunk] = token_chunks(found, progress)
    else:
        lines = look_at_records(_text_lines(found, progress), "the texts")
        lines = look_at_language(read.cut_at_spaces(lines, budget.chunk_bytes), how)
        tokenized = in_order(partial(tokenize_chunk, how=how), lines, budget.threads)
    gathered = _Gathered(budget)
    for chunk in tokenized:
        gathered.add(gathered.numbering.numbered(chunk), chunk.bytes_replaced)
    return gathered.corpus(how, selection, "text", "the texts")


def _as_given(tokenizer: Tokenizer, case: Case, digits: Digits) -> Tokenization:
    """How tokens are that were found elsewhere: as if spaces had parted them, and nothing was changed."""
    for name, value, unchanged in (
        ("tokenizer", tokenizer, ("words", "whitespace")),
        ("case", case, ("lower", "keep")),
        ("digits", digits, ("keep",)),
    ):
        if value not in unchanged:
            raise InputError(
                f"{name} is {value!r}, but lists of tokens are taken as they are; leave {name} out, or give "
                "texts."
            )
    return Tokenization("whitespace", "keep", "none", "keep")


def _text_lines(texts: Texts, progress: Progress) -> Iterator[bytes]:
    place = -1
    for place, text in enumerate(texts.each):
        if place % 1000 == 0:
            progress("reading", place, texts.length, "texts")
        yield one_line(text)
    progress("reading", place + 1, texts.length, "texts")


@dataclass(frozen=True)
class _Budget:
    """The memory budget, how many threads work, and on chunks of how many bytes."""

    bytes: int
    threads: int
    chunk_bytes: int

    @classmethod
    def of(cls, memory: str | int | None, threads: int | None, how: Tokenization) -> _Budget:
        # A function of the user's may not be safe in threads, and would gain nothing from them.
        workers = 1 if callable(how.tokenizer) else thread_count(threads)
        budget = memory_budget(memory)
        affordable = budget // 4 // _WORK_PER_BYTE // (workers + 1)
        return cls(budget, workers, max(1, min(read.CHUNK_BYTES, max(affordable, 1 << 16))))


def _measured(chunk: bytes, how: Tokenization) -> tuple[int, TokenizedChunk]:
    """How many bytes a chunk has, and its tokens."""
    return len(chunk), tokenize_chunk(chunk, how)


class _Gathered:
    """The tokens of a text so far, numbered by the words found in it."""

    def __init__(self, budget: _Budget) -> None:
        self.numbering = Numbering(budget.bytes)
        self._budget = budget
        self._ids = GrowingIds(budget.bytes // 4)
        self._ended, self._marks, self._replaced = True, 0, 0

    def add(self, numbered: Ids, bytes_replaced: int) -> None:
        """Add tokens at the end."""
        self._replaced += bytes_replaced
        numbered, self._ended = without_repeated_end(numbered, self._ended)
        if len(numbered):
            self._marks += int(np.count_nonzero(numbered == DOCUMENT_END))
            self._ids.append(numbered)

    def corpus(self, how: Tokenization, selection: Selection, documents: str, origin: str) -> Corpus:
        """All tokens, numbered by the words that are kept."""
        numbering, ids = self.numbering, self._ids
        if not self._ended:
            self.add(np.array([DOCUMENT_END], np.int32), 0)
        if not ids.length:
            raise EmptyCorpusError(f"there is not one token in {origin}; give text with words in it.")
        marks = self._marks
        tokens = ids.length - marks
        vocabulary, places = select(list(numbering.index), numbering.counts, selection, marks)
        recipe = text_recipe(how, selection, documents, tokens, marks)
        final = ids.renumbered(renumbering(places, len(numbering.index)), self._budget.threads)
        return Corpus(
            final, vocabulary, documents=marks, tokens=tokens, bytes_replaced=self._replaced, recipe=recipe
        )


def text_recipe(how: Tokenization, selection: Selection, documents: str, tokens: int, marks: int) -> Recipe:
    """How a text was read: what every corpus of it remembers."""
    by_icu = {"segmenter": segmenter_version()} if how.tokenizer == "icu" else {}
    return Recipe().then(
        "text",
        tokenizer=how.name,
        **by_icu,
        case=how.case,
        normalize=how.normalize,
        digits=how.digits,
        documents=documents,
        min_count=selection.min_count,
        max_vocabulary=selection.max_vocabulary,
        allow=selection.allow_digest,
        token_count=tokens,
        document_count=marks,
    )
