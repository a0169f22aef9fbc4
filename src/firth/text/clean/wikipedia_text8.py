"""The style "text8": only a–z and single spaces, as in the file text8, a common corpus for word vectors.

Its rules and their order are a public convention [Mahoney], followed to the byte; see
docs/mathematics/cleaning.md. Where a rule needs a closing mark, its pattern also matches what is never
closed, and puts it back: so no mark is searched for twice, and the time is linear in the length of the page,
however marks are nested.
"""

from __future__ import annotations

import re

_REDIRECT = re.compile(rb"#redirect", re.IGNORECASE)
_REFERENCE = re.compile(rb"<ref[^<]*</ref>")
_TAG = re.compile(rb"<[^>]*>")
_ADDRESS = re.compile(rb"\[http:[^] ]*")
_IMAGE_OPTION = re.compile(rb"\|(?:thumb|left|right|\d+px)", re.IGNORECASE)
_IMAGE = re.compile(rb"\[\[image:[^\[\]]*\|", re.IGNORECASE)
_CATEGORY = re.compile(rb"\[\[category:([^|\]]*+)[^]]*+\]\]|\[\[category:[^]]*+", re.IGNORECASE)
_OTHER_LANGUAGE = re.compile(rb"\[\[[a-z\-]*+:[^]]*+(?:\]\]|(?P<open>))")
_PIPED = re.compile(rb"\[\[[^|\]]*+(?:\||(?P<open>))")
_TEMPLATE = re.compile(rb"\{\{[^}]*+(?:\}\}|(?P<open>))")
_BRACED = re.compile(rb"\{[^}]*\}")
_ENTITY = re.compile(rb"&[^;]*;")

_DIGITS = (b"zero", b"one", b"two", b"three", b"four", b"five", b"six", b"seven", b"eight", b"nine")
_KEPT = bytes(
    ord(chr(code).lower()) if chr(code).isascii() and chr(code).isalnum() else ord(" ") for code in range(256)
)
"""What each byte becomes: letters in lower case, digits themselves, anything else a space."""


def text8_style(text: bytes) -> bytes:
    """A page's text, as it stands in a dump between <text …> and </text>, as lower-case words.

    Each word has a space before it and none after, so pages can be put one after the other.

    >>> text8_style(b"'''Tea''' is a [[drink|hot drink]]; &lt;br&gt; 2 cups {{c}} [[fr:The]] [[Category:X]]")
    b' tea is a hot drink two cups x'
    >>> text8_style(b"#REDIRECT [[Tea]]")
    b''
    """
    words: list[bytes] = []
    for piece in _pieces(text):
        if _REDIRECT.search(piece):
            break
        words += _words(piece)
    return b"".join(b" " + word for word in words)


def _pieces(text: bytes) -> list[bytes]:
    """Parts that end at a > each; the last is the one that the closing tag of the text ends."""
    return [part + b">" for part in (text + b"</text").split(b">")]


def _words(piece: bytes) -> list[bytes]:
    start = piece.find(b"<", piece.rfind(b"\n") + 1)
    if start >= 0:
        piece = piece[:start]
    piece = piece.replace(b"&amp;", b"&").replace(b"&lt;", b"<").replace(b"&gt;", b">")
    piece = _REFERENCE.sub(b"", piece)
    piece = _without(_TAG, piece, closing=b">")
    piece = _ADDRESS.sub(b"[", piece)
    piece = _IMAGE_OPTION.sub(b"", piece)
    piece = _IMAGE.sub(b"", piece)
    piece = _CATEGORY.sub(_category_name, piece)
    piece = _OTHER_LANGUAGE.sub(_nothing_if_closed, piece)
    piece = _PIPED.sub(_link_if_closed, piece)
    piece = _TEMPLATE.sub(_nothing_if_closed, piece)
    piece = _without(_BRACED, piece, closing=b"}")
    piece = piece.replace(b"[", b"").replace(b"]", b"")
    piece = _without(_ENTITY, piece, closing=b";", instead=b" ")
    piece = piece.translate(_KEPT)
    for value, name in enumerate(_DIGITS):
        piece = piece.replace(b"%d" % value, b" %s " % name)
    return piece.split()


def _without(pattern: re.Pattern[bytes], piece: bytes, *, closing: bytes, instead: bytes = b"") -> bytes:
    """Substitute only up to the last closing mark, since every search after it would be in vain."""
    end = piece.rfind(closing) + 1
    return pattern.sub(instead, piece[:end]) + piece[end:]


def _category_name(link: re.Match[bytes]) -> bytes:
    return link[0] if link[1] is None else b"[[" + link[1] + b"]]"


def _nothing_if_closed(mark: re.Match[bytes]) -> bytes:
    return b"" if mark["open"] is None else mark[0]


def _link_if_closed(mark: re.Match[bytes]) -> bytes:
    return b"[[" if mark["open"] is None else mark[0]
