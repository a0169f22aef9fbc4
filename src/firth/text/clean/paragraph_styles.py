"""The two forms of cleaned text: sentences as words alone, or paragraphs as they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from firth.text.clean.words import only_words, without_addresses

ParagraphStyle = Literal["sentences", "paragraphs"]

_CONTROLS = dict.fromkeys([*range(32), *range(127, 160), 0xFFFE, 0xFFFF], " ")


def in_style(paragraphs: Iterable[str], style: ParagraphStyle, split: Callable[[str], str]) -> str:
    """Paragraphs as lines that end with a newline each.

    split: puts a line end after each sentence.

    >>> from firth.text.clean.sentence_splitting import split_by_rules
    >>> in_style(["Tea is hot. Drink!", "Is it?"], "sentences", split_by_rules)
    'tea is hot\\ndrink\\nis it\\n'
    >>> in_style(["Tea is hot. Drink!", "Is it?"], "paragraphs", split_by_rules)
    'Tea is hot. Drink!\\nIs it?\\n'
    """
    lines = [" ".join(paragraph.translate(_CONTROLS).split()) for paragraph in paragraphs]
    if style == "sentences":
        return only_words(split("\n".join(map(without_addresses, lines))).lower())
    return "".join(f"{line}\n" for line in lines if line)
