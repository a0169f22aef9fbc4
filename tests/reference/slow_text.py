"""Tokenizing and encoding, one character and one dictionary at a time."""

from __future__ import annotations

import unicodedata
from collections import Counter

NAMES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def slow_tokens(
    text: str, *, tokenizer: str = "words", case: str = "lower", normalize: str = "NFKC", digits: str = "keep"
) -> list[str]:
    if case == "turkish":
        text = text.replace("I\u0307", "i").replace("İ", "i").replace("I", "ı")
    if tokenizer == "words":
        text = _hebrew_acronyms(text.replace("’", "'"))
    if normalize != "none":
        text = unicodedata.normalize(normalize, text)
    if digits != "keep":
        text = "".join(_digit(character, digits) for character in text)
    if tokenizer == "words":
        text = "".join(c for c in text if c not in "\u00ad\u2060\ufeff\u0640\u055b\u055c\u055e")
    tokens = _words(text) if tokenizer == "words" else _between_spaces(text)
    return tokens if case == "keep" else [token.lower().replace("i\u0307", "i") for token in tokens]


def slow_encode(
    texts: list[str], *, min_count: int = 1, max_vocabulary: int | None = None, **how: str
) -> tuple[list[str], list[int], list[int]]:
    """(vocabulary, counts, ids)."""
    documents = [slow_tokens(text, **how) for text in texts]
    counts = Counter(token for document in documents for token in document)
    kept = sorted(
        (word for word in counts if counts[word] >= min_count), key=lambda word: (-counts[word], word)
    )
    kept = kept[:max_vocabulary]
    ids: list[int] = []
    for document in documents:
        if document:
            ids += [kept.index(token) if token in kept else -1 for token in document] + [-2]
    return kept, [counts[word] for word in kept], ids


def _digit(character: str, digits: str) -> str:
    value = unicodedata.decimal(character, None)
    if value is None:
        return character
    return f" {NAMES[value]} " if digits == "spell" else " "


def _hebrew_acronyms(text: str) -> str:
    letters = [0x5D0 <= ord(c) <= 0x5EA for c in text]
    return "".join(
        "״" if c == '"' and 0 < at < len(text) - 1 and letters[at - 1] and letters[at + 1] else c
        for at, c in enumerate(text)
    )


def _words(text: str) -> list[str]:
    tokens = []
    place = 0
    while place < len(text):
        if unicodedata.category(text[place])[0] not in "LN":
            place += 1
            continue
        start = place
        while _inside(text, place) or (_joins(text, place) and _inside(text, place + 1)):
            place += 1
        tokens.append(text[start:place])
    return tokens


def _inside(text: str, place: int) -> bool:
    return place < len(text) and unicodedata.category(text[place])[0] in "LMN"


def _joins(text: str, place: int) -> bool:
    return place < len(text) and text[place] in "'\u200c\u200d·״"


def _between_spaces(text: str) -> list[str]:
    gone = "".join(
        " " if c.isspace() or unicodedata.category(c) == "Cc" or c == "\ufffd" else c for c in text
    )
    return [token for token in gone.split(" ") if token]
