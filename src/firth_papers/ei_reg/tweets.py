"""Tweets as tokens: words, emojis and marks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_OUT = re.compile(r"https?://\S+|www\.\S+|@\w+|\\n|&\w+;")
_REPEATED = re.compile(r"(\w)\1{2,}")
_TOKEN = re.compile(r"\w+(?:'\w+)*|[^\w\s.,\"'#:;()\[\]/|…_-]")


def tweet_tokens(text: str) -> list[str]:
    """Lower-cased words, emojis and marks; without mentions, addresses and the signs of hashtags.

    >>> tweet_tokens("@ann Sooooo happy!!! 😀😀 #joy it's http://t.co/x")
    ['soo', 'happy', '!', '!', '!', '😀', '😀', 'joy', "it's"]
    """
    text = unicodedata.normalize("NFKC", text.lower()).replace("’", "'")
    return _TOKEN.findall(_REPEATED.sub(r"\1\1", _OUT.sub(" ", text)))


def all_tokens(texts: Iterable[str]) -> list[list[str]]:
    """Of many tweets."""
    return [tweet_tokens(text) for text in texts]
