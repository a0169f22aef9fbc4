"""Sentences with tags, in CoNLL's format: a word a line, its tag last, an empty line between sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from firth.errors import FormatError, MissingDataError

DOCUMENT_START = "-DOCSTART-"
"""The word of a line that parts documents; it is no word of the text."""

_TAG = re.compile(r"O|[BI]-\S+")


class TaggedSentence(NamedTuple):
    """Words and a tag for each: O, or B- or I- and a kind, as in B-LOC."""

    words: tuple[str, ...]
    tags: tuple[str, ...]


def read_conll(path: str | Path) -> list[TaggedSentence]:
    """Read sentences from lines of columns separated by blanks or tabs: the word first, the tag last.

    All lines have the same number of columns. Tags are BIO or IOB1, where B- stands only at a name right
    after another of its kind; they are kept as they are.

    Parameters
    ----------
    path : str or Path

    Returns
    -------
    list of TaggedSentence

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "names.txt"
    >>> _ = path.write_text("Ann NNP I-PER\\nsleeps VBZ O\\n\\nBerlin NNP I-LOC\\n")
    >>> read_conll(path)[0]
    TaggedSentence(words=('Ann', 'sleeps'), tags=('I-PER', 'O'))
    """
    sentences, words, tags = [], [], []
    for word, tag in _rows(path):
        if word:
            words.append(word)
            tags.append(tag)
        elif words:
            sentences.append(TaggedSentence(tuple(words), tuple(tags)))
            words, tags = [], []
    if not sentences:
        raise FormatError(f"{path} has no sentences; each line should be a word, other columns, and its tag.")
    return sentences


def _rows(path: str | Path) -> Iterator[tuple[str, str]]:
    """Word and tag of each line; two empty strings where a sentence ends."""
    columns = 0
    for number, line in enumerate(_lines(path), start=1):
        fields = line.split()
        if not fields or fields[0] == DOCUMENT_START:
            yield "", ""
            continue
        columns = columns or len(fields)
        if len(fields) != columns or columns < 2:
            wanted = f"{columns} columns as the lines before" if columns > 1 else "a word and its tag"
            raise FormatError(f"{path}, line {number}: {line.strip()[:60]!r} is not {wanted}.")
        if not _TAG.fullmatch(fields[-1]):
            raise FormatError(
                f"{path}, line {number}: the tag {fields[-1]!r} is not O, B-KIND or I-KIND; write tags as "
                "BIO or IOB1, in the last column."
            )
        yield fields[0], fields[-1]
    yield "", ""


def _lines(path: str | Path) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise FormatError(f"{path} is not UTF-8 text (byte {error.start}); save it as UTF-8.") from error
    except FileNotFoundError as error:
        raise MissingDataError(f"there is no file {path}.") from error
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror}.") from error
