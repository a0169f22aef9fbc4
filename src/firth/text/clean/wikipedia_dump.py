"""The pages of a Wikipedia dump, read in blocks of whole pages: never the whole file, never half a page."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import cast
from xml.parsers import expat

from firth.errors import FormatError
from firth.runtime.memory import format_size
from firth.runtime.run import Progress, silent
from firth.text.clean.entities import unescaped
from firth.text.sources import Source
from firth.text.unpack import unpacked

BLOCK_BYTES = 1 << 20
"""Bytes of pages cleaned at once: enough to be worth passing on, few enough to hold some for each process."""

LONGEST_PAGE = 1 << 28
"""Bytes of one page. Wikipedia takes no text above 2 MB, but dumps of all revisions have longer pages."""

_CHUNK_BYTES = 1 << 18
_LONGEST_HEAD = 1 << 20
_PAGE, _PAGE_END = b"<page>", b"</page>"
_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<(?:mediawiki[\s>]|page>)")
_LANGUAGE = re.compile(rb'<mediawiki[^>]*\sxml:lang="([^"]*)"')
_NAMESPACE = re.compile(rb'<namespace key="(-?\d+)"[^>]*>([^<]+)</namespace>')
_TITLE = re.compile(rb"<title>([^<]*)</title>")
_NAMESPACE_NUMBER = re.compile(rb"<ns>\s*(-?\d+)\s*</ns>")


@dataclass(frozen=True)
class Site:
    """What the head of a dump says: its language, and the namespaces, by their names in lower case."""

    language: str = ""
    namespaces: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, head: bytes) -> Site:
        """Read the head of a dump."""
        language = _LANGUAGE.search(head)
        named = {_plain(name).lower(): int(key) for key, name in _NAMESPACE.findall(head)}
        return cls(_plain(language[1]) if language else "", named)

    def namespace_of(self, title: str) -> int:
        """The number of the namespace that a title or link is in: 0, that of articles, for all others.

        >>> Site(namespaces={"talk": 1}).namespace_of("Talk:Tea")
        1
        """
        prefix, colon, _ = title.partition(":")
        return self.namespaces.get(prefix.strip().replace("_", " ").lower(), 0) if colon else 0


@dataclass(frozen=True)
class Page:
    """A page; its text is still escaped, as it stands in the dump."""

    title: str
    namespace: int
    redirect: bool
    text: bytes


class PageBlocks:
    """The pages of a dump in blocks of about block_bytes that end with </page>.

    site: what the head says. trouble: known after the last block: why reading stopped before the end of the
    dump; empty if it did not.
    """

    def __init__(
        self, source: Source, *, block_bytes: int = BLOCK_BYTES, progress: Progress = silent
    ) -> None:
        """Read the head; files that are not dumps are refused."""
        self.trouble = ""
        self._source = source
        self._block_bytes = block_bytes
        self._progress = progress
        self._chunks = self._read()
        head, self._first = self._head()
        self.site = Site.of(head)

    def __iter__(self) -> Iterator[bytes]:
        """The blocks, once."""
        buffer = bytearray()
        whole = 0
        for chunk in chain([self._first], self._chunks):
            looked_at = max(0, len(buffer) - len(_PAGE_END))  # a tag may lie across two chunks
            buffer += chunk
            if (found := buffer.rfind(_PAGE_END, looked_at)) >= 0:
                whole = found + len(_PAGE_END)
            if whole and len(buffer) >= self._block_bytes:
                yield bytes(buffer[:whole])
                del buffer[:whole]
                whole = 0
            elif len(buffer) > LONGEST_PAGE:
                self.trouble = (
                    f"{self._source.name} has a page of more than {format_size(LONGEST_PAGE)}, as dumps of "
                    "all revisions have; use pages-articles instead"
                )
                break
        if whole:
            yield bytes(buffer[:whole])
        self.trouble = self.trouble or self._trouble_in(bytes(buffer[whole:]))

    def _read(self) -> Iterator[bytes]:
        try:
            with unpacked(self._source) as (stream, consumed):
                # read1, since read would lose what was unpacked already when it meets damage.
                while chunk := cast(io.BufferedReader, stream).read1(_CHUNK_BYTES):
                    self._progress("cleaning", consumed(), self._source.size, "B")
                    yield chunk
                self._progress("cleaning", consumed(), self._source.size, "B")
        except FormatError as error:
            self.trouble = str(error).rstrip(".")

    def _head(self) -> tuple[bytes, bytes]:
        """What stands before the first page, and what was read from there on."""
        head = bytearray()
        for chunk in self._chunks:
            head += chunk
            start = head.find(_PAGE)
            if start >= 0 or len(head) > _LONGEST_HEAD:
                break
        else:
            start = -1
        if not head:
            raise FormatError(f"{self.trouble or f'{self._source.name} is empty; give a Wikipedia dump'}.")
        if not _BEGINNING.match(head):
            raise FormatError(
                f"{self._source.name} is no Wikipedia dump: it does not begin with <mediawiki>; give a file "
                "such as enwiki-latest-pages-articles.xml.bz2."
            )
        if start < 0:
            raise FormatError(f"{self.trouble or f'{self._source.name} is a dump without pages'}.")
        return bytes(head[:start]), bytes(head[start:])

    def _trouble_in(self, tail: bytes) -> str:
        rest = tail.strip()
        if rest == b"</mediawiki>":
            return ""
        if rest.startswith(_PAGE) or not rest:
            where = "within a page" if rest else "without </mediawiki>"
            return f"{self._source.name} ends {where}"
        return f"{self._source.name} goes on with {_plain(rest[:40])!r}, which is no page"


def pages_of(block: bytes, site: Site) -> Iterator[Page]:
    """The pages of a block; a FormatError at the first that is not well-formed.

    >>> block = b"<page><title>Tea</title><revision><text>A drink.</text></revision></page>"
    >>> next(pages_of(block, Site()))
    Page(title='Tea', namespace=0, redirect=False, text=b'A drink.')
    """
    for part in block.split(_PAGE_END)[:-1]:
        between, tag, inside = part.partition(_PAGE)
        if not tag or between.strip():
            raise FormatError(f"before a page stands {_plain(between.strip()[:40])!r}, which is none")
        yield _page(inside, site)


def _page(inside: bytes, site: Site) -> Page:
    found = _TITLE.search(inside)
    title = _plain(found[1]) if found else ""
    try:
        expat.ParserCreate("utf-8").Parse(_PAGE + inside + _PAGE_END, True)
    except expat.ExpatError as error:
        raise FormatError(
            f"the page {title!r} is not well-formed XML ({expat.ErrorString(error.code)})"
        ) from error
    end = inside.rfind(b"</text>")  # of the last revision, if there are several
    tag = inside.rfind(b"<text", 0, max(end, 0))
    text = inside[inside.find(b">", tag) + 1 : end] if tag >= 0 else b""
    number = _NAMESPACE_NUMBER.search(inside)
    redirect = b"<redirect " in inside[: max(tag, 0)] or text[:20].lstrip().lower().startswith(b"#redirect")
    return Page(title, int(number[1]) if number else site.namespace_of(title), redirect, text)


def _plain(escaped: bytes) -> str:
    return unescaped(escaped.decode(errors="replace"))
