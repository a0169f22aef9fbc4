"""XML to paragraphs, read as a stream by expat: TEI, DocBook, JATS, FictionBook and the like.

Entities are never expanded one within another, so that no document grows while it is read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from xml.parsers import expat

from firth.errors import FormatError
from firth.text.clean.entities import unescaped
from firth.text.decoding import known_encoding, marked_encoding, wide_encoding

_DECLARED = re.compile(rb"""\A\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"'>]{1,60})["']""")
_INLINE = frozenset(
    """
    a abbr abbrev acronym add b bold c choice cit code corr date del em emph emphasis ex expan ext- link
    forename foreign g gap geogName hi i italic link mentioned mi milestone mn mo monospace name num
    orgName orig pb pc persName phrase phr placeName pubdate q quote ref reg roman rs sc seg sic small
    soCalled span strike strong style styled-content sub subject sup supplied surname term time title-ref
    tok token trademark u ulink unclear underline var w xref
    """.split()  # noqa: SIM905  # easier to read
)
"""Elements that stand within a line; all others begin and end one, but for those that follow text."""

_WORDS = frozenset({"w", "pc", "tok", "token"})
"""Elements that hold a word each, which a space parts from the next where the text has none."""

LEFT_OUT = frozenset(
    """
    teiHeader revisionDesc note fn footnote script style metadata formula math figure binary
    """.split()  # noqa: SIM905  # easier to read
)
"""Elements that are left out with all they hold, unless they are asked for."""

_LONGEST_ENTITY = 200
_LONGEST_LINE = 1 << 20
_DEEPEST = 1000


def xml_paragraphs(
    blocks: Iterable[bytes],
    name: str,
    *,
    elements: Collection[str] = (),
    without: Collection[str] = (),
    encoding: str = "",
) -> Iterator[str]:
    """The paragraphs of a document, each on one line, as it is read.

    blocks: the document in parts. name: what messages call it. elements: only what stands in these is taken.
    without: elements that are left out beside the usual ones. encoding: else the document says it.

    >>> document = b"<TEI><teiHeader>about</teiHeader><p>Tea <hi>is</hi> hot.</p><p>So is coffee.</p></TEI>"
    >>> list(xml_paragraphs([document], "tea.xml"))
    ['Tea is hot.', 'So is coffee.']
    """
    reader = _Reader(name, elements, without)
    try:
        for text in _as_utf8(iter(blocks), name, encoding):
            reader.parser.Parse(text, False)
            yield from reader.taken()
        reader.parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise FormatError(
            f"{name} is no whole XML: {expat.ErrorString(error.code)} in line {error.lineno}; mend it, or "
            "read it as HTML, which need not be whole, with firth clean html."
        ) from error
    reader.end_line()
    yield from reader.taken()


class _Reader:
    """What expat calls; lines wait in a list until they are taken."""

    def __init__(self, document: str, elements: Collection[str], without: Collection[str]) -> None:
        self._document = document
        self._elements = frozenset(elements)
        self._left_out = (LEFT_OUT - self._elements) | frozenset(without)
        self._lines: list[str] = []
        self._parts: list[str] = []
        self._length = 0
        self._open: list[bool] = []  # of each open element, whether it stands within a line
        self._beside = [False]  # of each, whether text that is no white space came before, directly in it
        self._inside = 0 if self._elements else 1
        self._outside = 0
        self._entities: dict[str, str] = {}
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._declared
        self.parser.UseForeignDTD(True)  # entities of HTML may be used without a declaration
        # With a handler for all else, expat does not expand entities in the text.
        self.parser.DefaultHandler = self._other

    def taken(self) -> list[str]:
        """The lines that are whole, once."""
        lines, self._lines = self._lines, []
        return lines

    def end_line(self) -> None:
        line = " ".join("".join(self._parts).split())
        self._parts, self._length = [], 0
        if line:
            self._lines.append(line)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        if len(self._open) > _DEEPEST:
            raise FormatError(
                f"{self._document} has elements nested more than {_DEEPEST:,} deep; it is no text."
            )
        inline = name in _INLINE or self._beside[-1]
        self._open.append(inline)
        self._beside.append(False)
        self._inside += name in self._elements
        self._outside += name in self._left_out
        if not inline:
            self.end_line()
        elif name in _WORDS:
            self._parts.append(" ")

    def _end(self, name: str) -> None:
        name = name.rpartition(":")[2]
        if not self._open.pop():
            self.end_line()
        self._beside.pop()
        self._inside -= name in self._elements
        self._outside -= name in self._left_out

    def _text(self, text: str) -> None:
        if not text.isspace():
            self._beside[-1] = True
        if self._inside and not self._outside:
            self._parts.append(text)
            self._length += len(text)
            if self._length > _LONGEST_LINE:  # a line that never ends must not fill the memory
                self.end_line()

    def _declared(self, name: str, is_parameter: bool, value: str | None, *more: object) -> None:
        if not is_parameter and value is not None and len(value) <= _LONGEST_ENTITY:
            self._entities.setdefault(name, unescaped(value) if value.startswith("&#") else value)

    def _other(self, text: str) -> None:
        """An entity in the text, or a comment or declaration, which is passed over."""
        if text.startswith("&") and text.endswith(";") and self._open:
            value = self._entities.get(text[1:-1])
            if value is None:
                value = unescaped(text)
            self._text(" " if "&" in value or "<" in value else value)


def _as_utf8(blocks: Iterator[bytes], name: str, encoding: str) -> Iterator[bytes]:
    """The document in UTF-8, by its mark, its declaration or what is said; expat knows few encodings."""
    first = next(blocks, b"")
    marked, length = marked_encoding(first)
    declared = _DECLARED.match(first[length:])
    if not (codec := encoding or marked or wide_encoding(first)):
        label = declared[1].decode("latin-1") if declared else "utf-8"
        if not (codec := known_encoding(label)):
            raise FormatError(
                f"{name} says that its encoding is {label!r}, which is none that is known; name the right "
                "one, such as encoding='latin-1'."
            )
    yield from _recoded(first[length if codec == marked else 0 :], blocks, name, codec)


def _recoded(first: bytes, blocks: Iterator[bytes], name: str, codec: str) -> Iterator[bytes]:
    from codecs import getincrementaldecoder

    decoder = getincrementaldecoder(codec)("strict")
    try:
        yield decoder.decode(first).encode("utf-8", "replace")
        for block in blocks:
            yield decoder.decode(block).encode("utf-8", "replace")
        yield decoder.decode(b"", True).encode("utf-8", "replace")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"{name} is not in the encoding {codec}, which it has by what it says; name the right one, "
            "such as encoding='latin-1'."
        ) from error
