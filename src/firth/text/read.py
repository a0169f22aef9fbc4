"""Reading: sources as chunks of bytes in which a newline ends a document and stands nowhere else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from firth.runtime.run import Progress, silent
from firth.text.other_kinds import LOOKED_AT, refuse_other_kinds
from firth.text.parquet import parquet_records
from firth.text.records import csv_records, jsonl_records
from firth.text.sources import Source, refuse_changed
from firth.text.unpack import unpacked

Documents = Literal["line", "file", "stream"]

CHUNK_BYTES = 4 << 20
"""Bytes tokenized at once: enough to keep polars busy, few enough to hold one chunk for each thread."""

LONGEST_RUN = 64 << 20
"""Bytes without white space that are still kept together; a longer run is cut between two characters."""

_SPACE = re.compile(rb"\s")
_BOM = b"\xef\xbb\xbf"


def read_chunks(
    sources: Sequence[Source],
    *,
    documents: Documents = "line",
    column: str = "text",
    chunk_bytes: int = CHUNK_BYTES,
    skip: int = 0,
    progress: Progress = silent,
    seen: Callable[[bytes, Source], None] = lambda beginning, source: None,
) -> Iterator[bytes]:
    """All sources as chunks for `tokenize_chunk`; nothing is ever read whole, however long its lines are.

    A file that changes while it is read is refused at its end. skip: bytes of the text to leave out, those of
    earlier chunks. seen: is given the beginning of each source of plain text.
    """
    total = 0 if any(source.path is None for source in sources) else sum(source.size for source in sources)
    meter = _Meter()
    for chunk in cut_at_spaces(
        _after(_blocks(sources, documents, column, chunk_bytes, meter, seen), skip), chunk_bytes
    ):
        progress("reading", meter.done, total, "B")
        yield chunk
    progress("reading", meter.done, total, "B")


def _after(blocks: Iterable[bytes], skip: int) -> Iterator[bytes]:
    for block in blocks:
        if skip < len(block):
            yield block[skip:]
        skip = max(0, skip - len(block))


def cut_at_spaces(blocks: Iterable[bytes], size: int) -> Iterator[bytes]:
    """The same bytes in chunks of about `size` that end after a newline, or after white space if need be.

    No word and no character is split, so what is found in the chunks does not depend on their size.
    """
    waiting: list[bytes] = []
    length = 0
    for block in blocks:
        waiting.append(block)
        length += len(block)
        if length < size:
            continue
        data = b"".join(waiting)
        start = 0
        while len(data) - start >= size and (end := _end_of_chunk(data, start, size)):
            yield data[start:end]
            start = end
        waiting = [data[start:]]
        length = len(data) - start
    if length:
        yield b"".join(waiting)


def _end_of_chunk(data: bytes, start: int, size: int) -> int:
    """Where the chunk that begins at `start` ends; 0 if more must be read to know."""
    stop = start + size
    if end := data.rfind(b"\n", start, stop) + 1:
        return end
    if end := max(data.rfind(space, start, stop) for space in (b" ", b"\t", b"\r", b"\v", b"\f")) + 1:
        return end
    if match := _SPACE.search(data, stop, start + LONGEST_RUN):
        return match.end()
    end = start + LONGEST_RUN
    if len(data) <= end:
        return 0
    # A character has at most three bytes after its first, all of the form 10xxxxxx.
    return next((cut for cut in range(end, end - 4, -1) if data[cut] & 0xC0 != 0x80), end)


@dataclass
class _Meter:
    """How many bytes of the sources were read."""

    finished: int = 0
    consumed: Callable[[], float] = lambda: 0

    @property
    def done(self) -> float:
        return self.finished + self.consumed()


def _blocks(
    sources: Sequence[Source],
    documents: Documents,
    column: str,
    chunk_bytes: int,
    meter: _Meter,
    seen: Callable[[bytes, Source], None],
) -> Iterator[bytes]:
    for source in sources:
        for block in _lines(source, column, chunk_bytes, meter, seen):
            yield block if documents == "line" else block.replace(b"\n", b" ")
        refuse_changed(source)
        meter.finished, meter.consumed = meter.finished + source.size, lambda: 0
        yield end_of_source(documents)


def _lines(
    source: Source, column: str, chunk_bytes: int, meter: _Meter, seen: Callable[[bytes, Source], None]
) -> Iterator[bytes]:
    """Blocks of a source in which a newline ends a line or record."""
    if source.form == "parquet" and source.path is not None:
        yield from _parquet_lines(source, column, chunk_bytes, meter)
        return
    with unpacked(source) as (stream, meter.consumed):
        if source.form == "jsonl":
            yield from jsonl_records(stream, column, source.name)
        elif source.form in ("csv", "tsv"):
            yield from csv_records(stream, column, source.name, quoting=source.form == "csv")
        else:
            first = stream.read(max(chunk_bytes, LOOKED_AT))
            text = beginning(first, source.name)
            seen(first, source)
            yield text
            while block := stream.read(chunk_bytes):
                yield block


def _parquet_lines(source: Source, column: str, chunk_bytes: int, meter: _Meter) -> Iterator[bytes]:
    def advanced(share: float) -> None:
        meter.consumed = lambda: share * source.size

    assert source.path is not None
    with unpacked(source):  # says in one sentence that a file may not be read; polars says it in several
        yield from parquet_records(source.path, column, batch_bytes=chunk_bytes, advanced=advanced)


def end_of_source(documents: Documents) -> bytes:
    """What stands after the text of a source."""
    return b" " if documents == "stream" else b"\n"


def beginning(first: bytes, name: str) -> bytes:
    """The first bytes of a text, without the mark of its encoding; what is not UTF-8 text is refused."""
    refuse_other_kinds(first, name)
    return first.removeprefix(_BOM)
