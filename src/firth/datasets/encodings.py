"""The encoding of a text file, found out from its bytes or given."""

from __future__ import annotations

import re
from typing import NamedTuple

from firth.errors import FormatError
from firth.text.decoding import from_single_bytes, marked_encoding, require_encoding, wide_encoding

_NAMES = {"utf-8": "UTF-8", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "utf-32-le": "UTF-32"}
_KINDS = (
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3", "a database"),
    (b"RDX", "a file of R's; write a table from it with write.csv"),
)
_SAMPLE = 1 << 16
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1f]")


class Encoded(NamedTuple):
    """Text as UTF-8 without a mark, and the name of the encoding it had."""

    content: bytes
    encoding: str


def as_utf8(data: bytes, name: str, encoding: str | None = None) -> Encoded:
    """Bring text of any usual encoding to UTF-8.

    A byte order mark decides; without one, what is valid UTF-8 is UTF-8, and what is not is Windows-1252, or
    Latin-1 where no byte tells them apart.

    Parameters
    ----------
    data : bytes
    name : str
        What messages call the file.
    encoding : str, optional
        The encoding, by any name that Python knows.

    Returns
    -------
    Encoded

    Raises
    ------
    FormatError
        The bytes are no text, or not of the encoding given.

    Examples
    --------
    >>> as_utf8("café".encode("latin-1"), "drinks.csv")
    Encoded(content=b'caf\\xc3\\xa9', encoding='Latin-1')
    """
    if encoding is not None:
        return _as_told(data, name, encoding)
    codec, length = marked_encoding(data)
    if codec:
        return _decoded(data[length:], name, codec)
    if wide := wide_encoding(data):
        return _decoded(data, name, wide)
    _refuse_binary(data, name)
    if data.isascii():
        return Encoded(data, "UTF-8")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        text, label = from_single_bytes(data)
        return Encoded(text.encode(), label)
    return Encoded(data, "UTF-8")


def _as_told(data: bytes, name: str, encoding: str) -> Encoded:
    codec = require_encoding(encoding)
    marked, length = marked_encoding(data)
    return _decoded(data[length if codec == marked else 0 :], name, codec, encoding)


def _decoded(data: bytes, name: str, codec: str, label: str | None = None) -> Encoded:
    label = label or _NAMES.get(codec, codec.upper())
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FormatError(
            f"{name} is not {label} text (byte {error.start}, line {line}); name its encoding, such as "
            "--encoding latin-1."
        ) from error
    text = text.removeprefix("\ufeff")
    if "\x00" in text:
        raise _not_text(name)
    return Encoded(text.encode("utf-8", "replace"), label)


def _refuse_binary(data: bytes, name: str) -> None:
    for mark, kind in _KINDS:
        if data.startswith(mark):
            raise FormatError(f"{name} is {kind}, and no table; save the table as .csv.")
    beginning = data[:200].lstrip().lower()
    if beginning.startswith((b"<!doctype html", b"<html", b"<table")):
        raise FormatError(f"{name} is a web page, and no table; save the table as .csv or .xlsx.")
    if beginning.startswith((b"{", b"[")) and data.rstrip().endswith((b"}", b"]")) and b'"' in beginning:
        raise FormatError(f"{name} is JSON, and no table; save the table as .csv.")
    sample = data[:_SAMPLE]
    if b"\x00" in data or len(_CONTROLS.findall(sample)) > len(sample) // 100:
        raise _not_text(name)


def _not_text(name: str) -> FormatError:
    return FormatError(
        f"{name} holds bytes that are no text; a table is a .csv, .tsv, .xlsx, .ods or .parquet file."
    )
