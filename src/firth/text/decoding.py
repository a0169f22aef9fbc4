"""Bytes of any usual encoding to text: what the bytes themselves say, where nobody says more."""

from __future__ import annotations

import codecs
import re

from firth.errors import InputError

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins as the mark of UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""How marked files begin, and their encodings."""

_SAMPLE = 1 << 16


def marked_encoding(data: bytes) -> tuple[str, int]:
    """The encoding that a byte order mark tells, and the length of the mark; "" and 0 without one."""
    return next(((codec, len(mark)) for mark, codec in MARKS if data.startswith(mark)), ("", 0))


def wide_encoding(data: bytes) -> str:
    """UTF-16 without a mark, of whose bytes every second is 0 in Western text; "" for anything else.

    >>> wide_encoding("tea and coffee".encode("utf-16-le")), wide_encoding(b"tea and coffee")
    ('utf-16-le', '')
    """
    sample = data[:_SAMPLE]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if half < 2:
        return ""
    if odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.4 * half and odd < 0.05 * half else ""


def from_single_bytes(data: bytes) -> tuple[str, str]:
    """Text of an encoding with a byte a letter, and its name.

    Windows-1252 has letters where Latin-1 has control characters; below those they agree.

    >>> from_single_bytes(b"caf\\xe9"), from_single_bytes(b"\\x93tea\\x94")
    (('café', 'Latin-1'), ('“tea”', 'Windows-1252'))
    """
    latin = data.decode("latin-1")
    if not re.search("[\x80-\x9f]", latin):
        return latin, "Latin-1"
    try:
        return data.decode("cp1252"), "Windows-1252"
    except UnicodeDecodeError:
        return latin, "Latin-1"


def known_encoding(name: str) -> str:
    """Python's name of an encoding, "" if it has none: also for what is no encoding of text, as base64."""
    try:
        codec = codecs.lookup(name.strip()).name
        "".encode(codec)
    except (LookupError, ValueError):  # ValueError for a name with a NUL
        return ""
    return codec


def require_encoding(name: str) -> str:
    """Python's name of an encoding that a user named, or a sentence."""
    if codec := known_encoding(name):
        return codec
    raise InputError(
        f"{name!r} is no encoding that is known; write utf-8, latin-1, cp1252, utf-16 or another."
    )
