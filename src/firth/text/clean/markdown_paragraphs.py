"""Markdown to paragraphs, by markdown-it-py: the CommonMark that is in use, with tables."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from firth.errors import InputError
from firth.text.clean.html_paragraphs import html_paragraphs

_FRONT_MATTER = re.compile(r"\A(---|\+\+\+)[ \t]*\n(?:[^\n]*\n){0,500}?\1[ \t]*\n")
_FORMULA = re.compile(r"\$\$[^$]{1,5000}\$\$")
_NOTE_MARK = re.compile(r"\[\^[^\]\s]{1,50}\]:?")
_CODE_BLOCK = re.compile(r"<pre><code[^>]*>.*?</code></pre>", re.DOTALL)


def markdown_paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line; headings and list items are some too.

    Left out are the lines about the file at its beginning, blocks of code, formulas between $$, pictures,
    addresses of links and what `html_paragraphs` leaves out.

    >>> markdown_paragraphs("# Tea\\n\\nTea is *hot* and\\n[good](http://x.org).\\n\\n```\\nx()\\n```\\n")
    ['Tea', 'Tea is hot and good.']
    """
    text = _NOTE_MARK.sub("", _FORMULA.sub(" ", _FRONT_MATTER.sub("", text)))
    return html_paragraphs(_CODE_BLOCK.sub("", _parser().render(text)), code=True)


def require_markdown() -> None:
    """Refuse to go on without markdown-it-py, and say how to get it."""
    try:
        import markdown_it  # noqa: F401
    except ImportError as error:
        raise InputError(
            "markdown-it-py is not installed; get it with pip install 'firth[clean]'."
        ) from error


@cache
def _parser() -> Any:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable(["table", "strikethrough"])
