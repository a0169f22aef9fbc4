"""Where sentences end: by a few rules that suit most languages, or by the library sentencex.

sentencex (extra ``clean``) is maintained by Wikimedia for texts like these: small, compiled, for some 300
languages, and without models to download.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Literal

from firth.errors import InputError

Splitter = Literal["rules", "sentencex"]

_STOPS, _STOPS_WITHOUT_SPACE = ".!?…؟۔", "。！？।॥"
_STOP = re.compile(
    # The class comes first, since a search then skips to the next stop; a row of stops is looked at once.
    rf"([{_STOPS}{_STOPS_WITHOUT_SPACE}](?<![{_STOPS}{_STOPS_WITHOUT_SPACE}].)[{_STOPS}{_STOPS_WITHOUT_SPACE}]*+)"
    r"[\"'”’»」』)\]]*+([ \t]*+)"
)
_LAST_WORD = re.compile(r"[^\W_]+(?:\.[^\W_]+)*\Z")
_LONGEST_ABBREVIATION = 12
_LISTED = """
adm approx apr aug bros bzw ca capt cf co col corp cpl dec dept dr ed eds eg esp est feb fig figs fr gen
gov hon hr ie inc jan jr jul jun lt ltd maj mar messrs mgr mme mr mrs ms mt nos nov nr oct op pfc pp
pres prof pt pvt rep rev sen sep sept sgt sq sr st ste str vol vols vs zb
"""
_ABBREVIATIONS = frozenset(_LISTED.split())


def splitter_of(splitter: Splitter, language: str) -> Callable[[str], str]:
    """The function that puts each sentence on a line of its own; it can be sent to another process."""
    if splitter == "rules":
        return split_by_rules
    try:
        import sentencex  # noqa: F401
    except ImportError as error:
        raise InputError("sentencex is not installed; get it with pip install 'firth[clean]'.") from error
    return partial(split_by_sentencex, language=language or "en")


def split_by_rules(text: str) -> str:
    """A sentence ends at a stop and a space, unless a small letter follows or the stop marks an abbreviation.

    >>> split_by_rules("Dr. J. Smith came. He saw 3.5 cups, i.e. tea! Was it? 是。好")
    'Dr. J. Smith came.\\nHe saw 3.5 cups, i.e. tea!\\nWas it?\\n是。\\n好'
    """
    return _STOP.sub(_line_end, text)


def split_by_sentencex(text: str, language: str) -> str:
    """The sentences that sentencex finds in each line.

    >>> split_by_sentencex("Dr. Smith came. He saw.", "en")
    'Dr. Smith came. \\nHe saw.'
    """
    import sentencex

    lines = (line for line in text.split("\n") if line.strip())
    return "\n".join(sentence for line in lines for sentence in sentencex.segment(language, line))


def _line_end(stop: re.Match[str]) -> str:
    text, stops, space = stop.string, stop[1], stop[2]
    if stop.end() == len(text) or text[stop.end()] == "\n":
        return stop[0]
    if stops[-1] in _STOPS and (
        not space or text[stop.end()].islower() or (stops == "." and _abbreviates(text, stop.start()))
    ):
        return stop[0]
    return stop[0].rstrip() + "\n"


def _abbreviates(text: str, stop: int) -> bool:
    """Whether the stop at this place belongs to an initial, an abbreviation or a number such as a day's."""
    word = _LAST_WORD.search(text, max(0, stop - _LONGEST_ABBREVIATION), stop)
    if word is None:
        return False
    short = len(word[0]) == 1 and word[0].isupper()
    number = len(word[0]) < 3 and word[0].isdecimal()
    return short or number or word[0].replace(".", "").lower() in _ABBREVIATIONS
