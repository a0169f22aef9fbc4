"""Files as whole texts, in whatever encoding they are: what cleaners take that cannot read in parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from firth.errors import FormatError
from firth.runtime.memory import format_size
from firth.runtime.run import Progress, silent
from firth.text.decoding import from_single_bytes, known_encoding, marked_encoding, wide_encoding
from firth.text.other_kinds import refuse_other_documents
from firth.text.sources import Source
from firth.text.unpack import unpacked

_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)\s[^>]{0,300}?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{1,40})""", re.I
)
_DECLARED_WITHIN = 4096
_AS_BROWSERS = {"ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030"}
"""Encodings that browsers take for larger ones, because pages that name them are written in those."""


def whole_files(
    sources: Sequence[Source], *, largest: int, progress: Progress = silent
) -> Iterator[tuple[Source, bytes]]:
    """Each source and its plain bytes; one that has more than `largest` of them is refused.

    No more is read of it, so that a small packed file cannot become an endless one.
    """
    total = 0 if any(source.path is None for source in sources) else sum(source.size for source in sources)
    done = 0
    for source in sources:
        progress("cleaning", done, total, "B")
        with unpacked(source) as (stream, _):
            data = stream.read(largest + 1)
        if len(data) > largest:
            raise FormatError(
                f"{source.name} is larger than {format_size(largest)}, which the memory allows for one "
                "document; split it, or allow more with memory=SIZE."
            )
        done += source.size
        yield source, data
    progress("cleaning", done, total, "B")


def decoded(data: bytes, name: str, *, encoding: str = "", declares: bool = False) -> str:
    """The text of a file: by the encoding that is named, its byte order mark or what it declares.

    Without any of these, what is valid UTF-8 is UTF-8, and what is not is Windows-1252 or Latin-1. Bytes that
    the encoding does not have become U+FFFD.

    declares: whether the format can name its encoding within, as HTML does.
    """
    refuse_other_documents(data, name)
    marked, length = marked_encoding(data)
    codec = encoding or marked or wide_encoding(data)
    if not codec and declares and (found := _DECLARED.search(data, 0, _DECLARED_WITHIN)):
        codec = known_encoding(found[1].decode("latin-1"))
        codec = "" if codec.startswith(("utf-16", "utf-32")) else _AS_BROWSERS.get(codec, codec)
    if b"\0" in data[: 1 << 16] and not codec.startswith(("utf-16", "utf-32")):
        raise FormatError(f"{name} is not text: it holds binary data; unpack or convert it first.")
    if codec and codec != "utf-8":
        text = data[length if codec == marked else 0 :].decode(codec, errors="replace")
    else:
        text = _utf8_or_western(data[length:], strict=not codec)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _utf8_or_western(data: bytes, *, strict: bool) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return from_single_bytes(data)[0] if strict else data.decode(errors="replace")
