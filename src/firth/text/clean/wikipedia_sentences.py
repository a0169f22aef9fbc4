"""The style "sentences": one sentence on each line, words in lower case, for dumps of any language.

Left out are templates, tables, references, formulas, code and galleries with all they contain; comments,
tags, headings and addresses; files, categories and links to other languages; and what stands in parentheses
and braces. Kept are the text that links show, letters with their marks, digits, and apostrophes inside words.
Every step takes time in proportion to the length of the page.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from xml.sax.saxutils import unescape as unescape_xml

from firth.text.clean.entities import unescaped
from firth.text.clean.wikipedia_dump import Site
from firth.text.clean.words import only_words, without_addresses

Spans = list[tuple[int, int]]
"""Where parts of a text begin and end."""

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_HOLDING = (
    "ref|references|math|chem|ce|gallery|imagemap|timeline|score|hiero|graph|mapframe|maplink|templatedata|"
    "syntaxhighlight|source|code|pre|table|style|script|categorytree|inputbox"
)
"""Elements that are left out with all they contain."""

_HOLDING_TAG = re.compile(rf"<(/?)({_HOLDING})\b[^<>]*?(/?)>", re.IGNORECASE)
_INLINE_TAG = re.compile(
    r"</?(?:[biqsu]|em|strong|sub|sup|small|big|span|font|tt|var|abbr|cite|nowiki|bdi)\b[^<>]*>",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?[a-z!][^<>]*>", re.IGNORECASE)
_LINK_MARK = re.compile(r"\[\[|\]\]|\|")
_QUOTES = re.compile(r"''+")
_SWITCH = re.compile(r"__[^\W\d_]+__")
_OTHER_SITE = re.compile(r"[a-z][a-z-]*")

_DROPPED = {-2, 6, 14}
"""Media, files and categories; a link into another namespace is kept if it is shown as something else."""
_ENGLISH = {"media": -2, "file": 6, "image": 6, "category": 14}
"""Names that every site understands."""


def sentences_style(text: bytes, site: Site, split: Callable[[str], str]) -> str:
    """A page's text, as it stands in a dump between <text …> and </text>, with a sentence on each line.

    split: puts a line end after each sentence.

    >>> from firth.text.clean.sentence_splitting import split_by_rules
    >>> raw = "'''Tea''' ([[Chinese language|Chinese]]: 茶) is [[drink]]s.{{cite}} It's hot.\\n== See also =="
    >>> sentences_style(raw.encode(), Site(), split_by_rules)
    "tea is drinks\\nit's hot\\n"
    """
    wikitext = unescape_xml(text.decode(errors="replace"), {"&quot;": '"'})
    if "-->" in wikitext:
        end = wikitext.rindex("-->") + 3  # an opening mark after it would be sought to the end of the page
        wikitext = _COMMENT.sub("", wikitext[:end]) + wikitext[end:]
    wikitext = _without_holding_elements(wikitext)
    wikitext = without_enclosed(wikitext, "{", "}")
    wikitext = _without_link_marks(wikitext, site)
    wikitext = _TAG.sub(" ", _INLINE_TAG.sub("", wikitext))
    wikitext = _SWITCH.sub("", _QUOTES.sub("", unescaped(wikitext)))
    wikitext = "\n".join(filter(None, map(_line_text, wikitext.split("\n"))))
    for opening, closing in ("()", "（）"):
        wikitext = without_enclosed(wikitext, opening, closing, within_lines=True)
    return only_words(split(wikitext).lower())


def _line_text(line: str) -> str:
    """A line without addresses and list marks; empty for headings, rules and rows of unclosed tables."""
    line = line.strip()
    line = without_addresses(line)
    if line.startswith(("|", "!", "----")) or (line.startswith("=") and line.endswith("=")):
        return ""
    return line.lstrip("*#:; \t")


def _without_holding_elements(text: str) -> str:
    tags = list(_HOLDING_TAG.finditer(text))
    closing: dict[str, list[int]] = {}
    for tag in tags:
        if tag[1]:
            closing.setdefault(tag[2].lower(), []).append(tag.end())
    spans: Spans = []
    for tag in tags:
        ends = closing.get(tag[2].lower(), [])
        place = bisect_left(ends, tag.end() + 1)
        if not tag[1] and not tag[3] and place < len(ends) and (not spans or tag.start() >= spans[-1][1]):
            spans.append((tag.start(), ends[place]))
    return without_spans(text, spans, instead=" ")


def _without_link_marks(text: str, site: Site) -> str:
    """Links replaced by the text that they show; pictures and links that show nothing are removed."""
    spans: Spans = []
    unclosed: list[tuple[int, int]] = []  # where a link begins and where what it shows begins
    for mark in _LINK_MARK.finditer(text):
        if mark[0] == "[[":
            unclosed.append((mark.start(), 0))
        elif unclosed and mark[0] == "|":
            start, shown = unclosed[-1]
            unclosed[-1] = (start, shown or mark.end())
        elif unclosed:
            start, shown = unclosed.pop()
            if _shows_nothing(text, start + 2, shown, site):
                spans.append((start, mark.end()))
            else:
                spans += [(start, shown or start + 2), mark.span()]
    return without_spans(text, sorted(spans))


def _shows_nothing(text: str, start: int, shown: int, site: Site) -> bool:
    target = text[start : start + 60]
    prefix, colon, _ = target.partition(":")
    if not colon or not prefix.strip():  # [[:Category:Tea]] is shown
        return False
    number = _ENGLISH.get(prefix.strip().lower(), site.namespace_of(target))
    if number in _DROPPED:
        return True
    return not shown and (number != 0 or _OTHER_SITE.fullmatch(prefix) is not None)


def without_enclosed(text: str, opening: str, closing: str, *, within_lines: bool = False) -> str:
    """The text without the marks and what they enclose, however deeply nested; unmatched marks stay.

    within_lines: partners are on the same line.

    >>> without_enclosed("tea {{a {{b}} c}}with} {milk", "{", "}")
    'tea with} {milk'
    """
    if opening not in text or closing not in text:
        return text
    spans: Spans = []
    unclosed: list[int] = []
    for mark in _marks(opening, closing, within_lines).finditer(text):
        if mark[0] == opening:
            unclosed.append(mark.start())
        elif mark[0] == "\n":
            unclosed.clear()
        elif unclosed:
            start = unclosed.pop()
            while spans and spans[-1][0] > start:  # they were inside
                spans.pop()
            spans.append((start, mark.end()))
    return without_spans(text, spans)


def without_spans(text: str, spans: Spans, instead: str = "") -> str:
    """The text without spans that begin in rising order; one that begins inside another goes on no further.

    >>> without_spans("0123456789", [(1, 4), (2, 3), (6, 8)])
    '04589'
    """
    kept: list[str] = []
    position = 0
    for start, end in spans:
        if start >= position:
            kept.append(text[position:start])
            position = end
        else:
            position = max(position, end)
    kept.append(text[position:])
    return instead.join(kept)


@cache
def _marks(opening: str, closing: str, within_lines: bool) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, (opening, closing, *("\n" if within_lines else "")))))
