"""Text with marks of another format, such as HTML: noticed from how it begins, and told with the way out."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from firth.errors import TextWarning
from firth.text.sources import MARKUP_FORMS, PACKINGS, Source

Markup = Literal["html", "markdown", "xml", "latex", "subtitles", "wikipedia"]

_LOOKED_AT = 1 << 16
_LEAST_MARKS = 3
_LEAST_KINDS_OF_LATEX = 3
_LARGEST_GAP = 1500
"""Characters of text for each mark above which they are rather quoted than used."""

_NAMED: dict[Markup, tuple[str, str]] = {
    "html": ("HTML", "tags are counted as words"),
    "markdown": ("Markdown", "the addresses of links and code are counted as words"),
    "xml": ("XML", "tags are counted as words"),
    "latex": ("LaTeX", "commands are counted as words"),
    "subtitles": ("subtitles", "times are counted as words"),
    "wikipedia": ("a Wikipedia dump", "templates and tags are counted as words"),
}

_HTML_START = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html)[\s>]", re.I | re.S
)
_XML_START = re.compile(r"\s*<(?:\?xml\s|!DOCTYPE\s|tei[.\s>])", re.I)
_DUMP_START = re.compile(r"\s*(?:<\?xml[^>]{0,200}>\s*)?<mediawiki[\s>]")
_HTML_TAG = re.compile(
    r"</?(?:a|abbr|article|b|blockquote|br|code|div|dl|dd|dt|em|figure|font|footer|h[1-6]|head|header|hr|i|img|li"
    r"|link|main|meta|nav|ol|p|pre|script|section|small|span|strong|style|sub|sup|table|tbody|td|th|tr|u|ul)"
    r"(?:\s[^<>]{0,500})?/?>",
    re.I,
)
_CLOSING_TAG = re.compile(r"</[a-zA-Z_][\w.:-]{0,60}>")
_LATEX_START = re.compile(r"(?:\s*%[^\n]*\n)*\s*\\documentclass|\\begin\{document\}")
_LATEX_COMMAND = re.compile(
    r"\\(?:begin|end|(?:sub){0,2}section|chapter|paragraph|cite[tp]?|ref|label|emph|text(?:bf|it|sc|tt)|footnote"
    r"|item|caption|newcommand|usepackage)\b"
)
_TIMES = re.compile(r"(?:\d+:)?\d\d:\d\d[,.]\d{1,3}[ \t]*-->[ \t]*(?:\d+:)?\d\d:\d\d[,.]\d{1,3}")
_MARKDOWN_MARKS = tuple(
    re.compile(pattern, re.M)
    for pattern in (
        r"^ {0,3}#{1,6}[ \t]+\S",
        r"(?<!\\)\[[^\]\n]{1,200}\]\((?:https?:|/|\.|#|[\w-]+\.)[^)\s]{0,500}\)",
        r"^ {0,3}(?:```|~~~)",
        r"(?<![*\w])\*\*[^\s*][^*\n]{0,200}\*\*(?!\w)",
    )
)


def markup_of(sample: str, suffix: str = "") -> Markup | None:
    """The format of a text by its beginning; its suffix decides where marks are few.

    >>> markup_of("<p>Tea is <b>hot</b>.</p><p>So is coffee.</p>"), markup_of("Tea is hot: 1 < 2.")
    ('html', None)
    """
    sample = sample[:_LOOKED_AT].removeprefix("\ufeff")
    if _DUMP_START.match(sample):
        return "wikipedia"
    if _HTML_START.match(sample):
        return "html"
    if _XML_START.match(sample):
        return "xml"
    least = 1 if suffix in MARKUP_FORMS else max(_LEAST_MARKS, len(sample) // _LARGEST_GAP)
    if _count(_TIMES, sample) >= min(least, 2) or sample.startswith("WEBVTT"):
        return "subtitles"
    if _LATEX_START.match(sample) or _is_latex(sample, least, named=MARKUP_FORMS.get(suffix) == "latex"):
        return "latex"
    # HTML within Markdown is usual, and a page of HTML may be cut anywhere.
    markdown = [_count(mark, sample) for mark in _MARKDOWN_MARKS]
    if (
        sum(map(bool, markdown[:3])) >= (1 if MARKUP_FORMS.get(suffix) == "markdown" else 2)
        and sum(markdown) >= least
    ):
        return "markdown"
    if MARKUP_FORMS.get(suffix) != "xml" and _count(_HTML_TAG, sample) >= least:
        return "html"
    return "xml" if _count(_CLOSING_TAG, sample) >= least and sample.lstrip().startswith("<") else None


def _is_latex(sample: str, least: int, *, named: bool) -> bool:
    """Whether commands are many and of several kinds: one matrix in plain text has only its own."""
    commands = [mark[0] for mark in _LATEX_COMMAND.finditer(sample)]
    kinds = {command.replace("\\end", "\\begin") for command in commands}
    return len(commands) >= least and (named or len(kinds) >= _LEAST_KINDS_OF_LATEX)


class MarkupNotices:
    """A TextWarning for the first of all sources that has marks of a format, for each format."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        self._told: set[Markup] = set()

    def look_at(self, beginning: bytes, source: Source) -> None:
        """Look at how a source begins."""
        path = Path(source.path or "")
        path = path.with_suffix("") if path.suffix.lower() in PACKINGS else path
        found = markup_of(beginning[:_LOOKED_AT].decode(errors="ignore"), path.suffix.lower())
        if found is not None and found not in self._told:
            self._told.add(found)
            what, harm = _NAMED[found]
            given = "FILE" if source.path is None else source.name
            warnings.warn(
                f"{source.name} seems to be {what}, of which {harm}: make plain text of it first, with "
                f"firth clean {found} {given} -o text.txt.",
                TextWarning,
                stacklevel=2,
            )


def look_at_records(lines: Iterable[bytes], name: str) -> Iterator[bytes]:
    """The lines, with a TextWarning if the first of them seem to be HTML, as of comments and reviews."""
    sample = bytearray()
    looked = False
    for line in lines:
        if not looked:
            sample += line[: _LOOKED_AT - len(sample)]
            if len(sample) == _LOOKED_AT:
                _tell_of_records(bytes(sample), name)
                looked = True
        yield line
    if not looked:
        _tell_of_records(bytes(sample), name)


def _tell_of_records(sample: bytes, name: str) -> None:
    if b"<" in sample and markup_of(sample.decode(errors="ignore")) == "html":
        warnings.warn(
            f"{name} seem to be HTML, of which {_NAMED['html'][1]}: make plain text of each first, in Python "
            "with firth.text.clean.html_text, or save each as a file and use firth clean html.",
            TextWarning,
            stacklevel=2,
        )


def _count(mark: re.Pattern[str], sample: str) -> int:
    return sum(1 for _ in mark.finditer(sample))
