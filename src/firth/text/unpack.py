"""Decompression: any source as a stream of plain bytes, refusing files that are cut short or damaged."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import zlib
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

import zstandard

from firth.errors import FormatError, InputError
from firth.runtime.memory import format_size, memory_budget
from firth.text.other_kinds import LOOKED_AT, PACKED, packing_seen
from firth.text.sources import Source, refuse_changed

_STEP = 4 << 20
"""Bytes read at once."""

_ZSTD_STEP = 1 << 10
"""Compressed bytes decompressed at once: a zstd block of a few bytes may hold 128 kB."""

_DAMAGE = (EOFError, zlib.error, lzma.LZMAError, zstandard.ZstdError, gzip.BadGzipFile)


@contextmanager
def unpacked(source: Source) -> Iterator[tuple[IO[bytes], Callable[[], int]]]:
    """The plain bytes of a source, and a function that says how many of its own bytes were consumed."""
    if source.path is None:
        if sys.stdin is None:
            raise InputError("standard input is closed; give a file, or something to read.")
        yield sys.stdin.buffer, _unknown
        return
    try:
        with source.path.open("rb") as raw, _unpacking(raw, source.packing) as stream:
            yield stream, raw.tell if raw.seekable() else _unknown
    except _DAMAGE as error:
        raise _damaged(source) from error
    except PermissionError as error:
        raise InputError(f"{source.name} may not be read: permission denied.") from error
    except OSError as error:
        if error.errno is None:  # bz2 reports damage this way; the system always gives a number
            raise _damaged(source) from error
        raise InputError(f"{source.name} could not be read: {error.strerror}.") from error


def content_of(source: Source, look: Callable[[bytes, str], None] = lambda first, name: None) -> bytes:
    """The plain bytes of a source at once; what memory has no room for, or changes meanwhile, is refused.

    look: is given the beginning and the name, and may refuse it before more is read.
    """
    most = memory_budget() // 2  # the other half is for what is made of it
    blocks: list[bytes] = []
    size = 0
    with unpacked(source) as (stream, _):
        while block := stream.read(_STEP):
            if not blocks:
                look(block, source.name)
            blocks.append(block)
            size += len(block)
            if size > most:
                raise FormatError(
                    f"{source.name} is larger than {format_size(most)} and must be read at once; split it, "
                    "or read it where more memory is free."
                )
    refuse_changed(source)
    return b"".join(blocks)


def _unknown() -> int:
    """How far a pipe has been read."""
    return 0


def _unpacking(raw: IO[bytes], packing: str) -> IO[bytes]:
    match packing:
        case ".gz":
            return cast(IO[bytes], gzip.GzipFile(fileobj=raw))
        case ".bz2":
            return bz2.BZ2File(raw)
        case ".xz":
            return lzma.LZMAFile(raw)
        case ".zst":
            return io.BufferedReader(_ZstdFile(raw))
    return raw


def _damaged(source: Source) -> FormatError:
    kind = source.packing[1:] or source.form
    if source.packing and source.path is not None and source.path.is_file():  # a pipe would not open twice
        with source.path.open("rb") as raw:
            first = raw.read(LOOKED_AT)
        if first and not PACKED[source.packing].startswith(first[: len(PACKED[source.packing])]):
            return _misnamed(source.path, source.packing, first)
    return FormatError(f"{source.name} is cut short or damaged: it could not be read to its end as {kind}.")


def _misnamed(path: Path, packing: str, first: bytes) -> FormatError:
    plain = path.with_suffix("")
    if other := packing_seen(first):
        return FormatError(f"{path} is packed, but not as {packing} files are; rename it to {plain}{other}.")
    if b"\0" in first or not _is_utf8(first):
        return FormatError(f"{path} is cut short or damaged: it does not begin as {packing} files do.")
    return FormatError(
        f"{path} is not packed, whatever its name says: it is plain text; rename it to {plain}."
    )


def _is_utf8(beginning: bytes) -> bool:
    try:
        getincrementaldecoder("utf-8")().decode(beginning)
    except UnicodeDecodeError:
        return False
    return True


class _ZstdFile(io.RawIOBase):
    """Frames of zstd, one after the other; zstandard's own reader takes a cut file for a whole one."""

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw = raw
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._begun = False
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._left:
            packed = self._raw.read(_ZSTD_STEP)
            if not packed:
                if self._begun:
                    raise EOFError
                return 0
            self._left = memoryview(self._unpack(packed))
        count = min(len(buffer), len(self._left))
        buffer[:count] = self._left[:count]
        self._left = self._left[count:]
        return count

    def _unpack(self, packed: bytes) -> bytes:
        parts = []
        while packed:
            parts.append(self._frame.decompress(packed))
            self._begun = not self._frame.eof
            if self._begun:
                break
            packed = self._frame.unused_data
            self._frame = zstandard.ZstdDecompressor().decompressobj()
        return b"".join(parts)
