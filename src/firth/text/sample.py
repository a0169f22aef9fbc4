"""A look at the beginning of a text: is its language one that the default tokenizer does no justice to?"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator

from firth.errors import TextWarning
from firth.text.tokenize import Tokenization
from firth.text.unspaced import language_without_spaces

SAMPLE_BYTES = 1 << 16

_LEAST_DOTLESS = 0.01
"""The share of ı among letters above which text is Turkish or Azerbaijani, which have about 0.05."""


def look_at_language(chunks: Iterable[bytes], how: Tokenization) -> Iterator[bytes]:
    """The chunks, with a TextWarning if their beginning asks for another tokenization.

    The sample does not depend on the size of the chunks.
    """
    sample = bytearray()
    looked = how.tokenizer != "words"
    for chunk in chunks:
        if not looked:
            sample += chunk[: SAMPLE_BYTES - len(sample)]
            if len(sample) == SAMPLE_BYTES:
                tell_of_language(bytes(sample), how)
                looked = True
        yield chunk
    if not looked:
        tell_of_language(bytes(sample), how)


def tell_of_language(sample: bytes, how: Tokenization) -> None:
    """Warn if a text that is tokenized as words begins like one without spaces, or like a Turkish one."""
    if sample.isascii() or how.tokenizer != "words":
        return
    text = sample.decode(errors="ignore")
    if language := language_without_spaces(text):
        warnings.warn(_without_spaces(language), TextWarning, stacklevel=2)
    elif how.case == "lower" and text.count("ı") > _LEAST_DOTLESS * len(text):
        warnings.warn(
            "the text has the letter ı; if it is Turkish or Azerbaijani, choose case='turkish', which makes "
            "I ı rather than i.",
            TextWarning,
            stacklevel=2,
        )


def _without_spaces(language: str) -> str:
    if language == "Tibetan":
        return (
            "the text seems to be Tibetan, which parts syllables rather than words, so that each syllable is "
            "taken for a word: part words by spaces and choose tokenizer='whitespace', or take the syllables."
        )
    return (
        f"the text seems to be {language}, which is written without spaces, so that whole phrases are taken "
        "for words: choose tokenizer='icu' (pip install 'firth[icu]') for words, tokenizer='bigrams' for "
        "pairs of characters, or part the words by spaces first."
    )
