"""Text as pieces that workers read by themselves: files, ranges of large files, and parts of packed ones."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from firth.errors import FirthError, InputError
from firth.text.read import (
    CHUNK_BYTES,
    LONGEST_RUN,
    Documents,
    beginning,
    cut_at_spaces,
    end_of_source,
    read_chunks,
)
from firth.text.sources import Source, find_sources, form_and_packing

if TYPE_CHECKING:
    from distributed import Future
    from firth.distributed.workers import Workers

SMALLEST_PIECE, LARGEST_PIECE = 1 << 20, 4 << 30
"""Bytes of text in a piece; where a text and its memory allow it, each worker gets several."""

_MEMORY_PER_BYTE = 8
"""Bytes of memory that a worker takes for each byte of a piece: the text, its word numbers and its table."""

_COPIED_AT_ONCE = 32 << 20

_SPACES = b" \t\n\r\v\f"
_LOOK = 1 << 16


@dataclass(frozen=True)
class Origin:
    """A file that workers can open: a path that all of them have, or any URL that fsspec opens."""

    url: str
    source: Source

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.url

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """The bytes of the file, from anywhere in it."""
        with _told_of(self.url), _opened(self.url) as file:
            yield cast("IO[bytes]", file)

    @contextmanager
    def here(self) -> Iterator[Source]:
        """The file as one of this machine; one from elsewhere is copied for as long as the block lasts."""
        if "://" not in self.url:
            yield self.source
            return
        with tempfile.TemporaryDirectory(prefix="firth-") as folder:
            copy = Path(folder, self.url.rpartition("/")[2] or "text")
            with self.opened() as file, copy.open("wb") as written:
                while block := file.read(_COPIED_AT_ONCE):
                    written.write(block)
            yield replace(self.source, path=copy, size=copy.stat().st_size, changed=0)


@dataclass(frozen=True)
class Reading:
    """How text is read; see `firth.encode`."""

    documents: Documents = "line"
    column: str = "text"


def find_origins(sources: str | Path | Iterable[str | Path]) -> list[Origin]:
    """The files behind paths, patterns, folders and URLs, in the order given and sorted within each."""
    given = [sources] if isinstance(sources, str | Path) else list(sources)
    found: list[Origin] = []
    for each in given:
        if "://" in str(each):
            found += _behind_url(str(each))
            continue
        for source in find_sources(each):
            if source.path is None:
                raise InputError("workers cannot read standard input; write it to a file that they can read.")
            found.append(Origin(str(source.path.resolve()), replace(source, path=source.path.resolve())))
    return found


def piece_bytes(origins: Iterable[Origin], workers: Workers) -> int:
    """How large pieces are: four for each worker, within its memory."""
    total = sum(origin.source.size for origin in origins)
    most = min(workers.memory // _MEMORY_PER_BYTE, LARGEST_PIECE)
    return max(min(total // (4 * workers.count), most), SMALLEST_PIECE)


def text_pieces(origins: Iterable[Origin], reading: Reading, workers: Workers) -> list[Future]:
    """The text as tasks, each a piece of it as bytes, in order.

    A file of plain text is read in ranges. One that is packed, or has records, is read by one worker, and
    its pieces go to the others.
    """
    origins = list(origins)
    size = piece_bytes(origins, workers)
    ranges: list[tuple[Origin, list[Future]]] = []
    whole: dict[int, Future] = {}
    for place, origin in enumerate(origins):
        source = origin.source
        if source.form == "text" and not source.packing:
            cuts = [*range(0, source.size, size), source.size] if source.size else [0, 0]
            tasks = [
                workers.submit(read_range, origin, reading.documents, start, stop)
                for start, stop in pairwise(cuts)
            ]
        else:
            whole[place] = workers.submit(read_whole, origin, reading, size)
            tasks = []
        ranges.append((origin, tasks))
    lengths = workers.results([workers.submit(len, task) for task in whole.values()], "reading", "files")
    for (place, task), length in zip(whole.items(), lengths, strict=True):
        ranges[place] = (origins[place], [workers.submit(_item, task, number) for number in range(length)])
    return [task for _, tasks in ranges for task in tasks]


def read_range(origin: Origin, documents: Documents, start: int, stop: int) -> bytes:
    """The text of a file from one place to another, both moved to the white space that follows.

    The next range begins where this one ends, so that every word is in one of them and whole.
    """
    size = origin.source.size
    with origin.opened() as file:
        first, last = _after_space(file, start, size), _after_space(file, stop, size)
        file.seek(first)
        data = file.read(last - first)
        if start == 0:
            data = beginning(data, origin.name)
        if file.seek(0, os.SEEK_END) != size:
            raise InputError(
                f"{origin.name} had {size:,} bytes and has {file.tell():,} now; run the command again when "
                "it is at rest."
            )
    if documents != "line":
        data = data.replace(b"\n", b" ")
    return data + end_of_source(documents) if stop == size else data


def read_whole(origin: Origin, reading: Reading, size: int) -> list[bytes]:
    """All text of a file, in pieces of about so many bytes."""
    with origin.here() as source:
        chunks = read_chunks([source], documents=reading.documents, column=reading.column)
        pieces, waiting, length = [], [], 0
        for chunk in chunks:
            waiting.append(chunk)
            length += len(chunk)
            if length >= size:
                pieces.append(b"".join(waiting))
                waiting, length = [], 0
        return [*pieces, b"".join(waiting)] if waiting else pieces


def chunks_of(piece: bytes) -> Iterator[bytes]:
    """A piece as chunks to tokenize."""
    return cut_at_spaces([piece], CHUNK_BYTES)


def _after_space(file: IO[bytes], place: int, size: int) -> int:
    """The first place after white space at or behind this one; the ends of the file stay."""
    if place <= 0 or place >= size:
        return min(max(place, 0), size)
    file.seek(place - 1)
    looked = place - 1
    while looked < min(size, place + LONGEST_RUN):
        block = file.read(_LOOK)
        if not block:
            return size
        found = [at for at in map(block.find, (bytes([space]) for space in _SPACES)) if at >= 0]
        if found:
            return looked + min(found) + 1
        looked += len(block)
    file.seek(place)
    ahead = file.read(4)  # a character has at most three bytes after its first, all of the form 10xxxxxx
    return place + next((at for at, byte in enumerate(ahead) if byte & 0xC0 != 0x80), 0)


def _behind_url(url: str) -> list[Origin]:
    import fsspec

    with _told_of(url):
        system, path = fsspec.core.url_to_fs(url)
        if system.isdir(path):
            paths = sorted(system.find(path))
        elif any(sign in path for sign in "*?["):
            paths = sorted(system.glob(path))
        else:
            paths = [path]
        found = []
        for each in paths:
            details = system.info(each)
            if details.get("type") == "directory":
                continue
            form, packing = form_and_packing(Path(each))
            size = details.get("size")
            if size is None:
                raise InputError(f"{url} does not say how long it is; copy it to a file first.")
            found.append(Origin(system.unstrip_protocol(each), Source(Path(each), form, packing, int(size))))
    if not found:
        raise InputError(f"no file matches {url!r}.")
    return found


def _opened(url: str) -> Any:
    if "://" not in url:
        return Path(url).open("rb")
    import fsspec

    return fsspec.open(url, "rb")


@contextmanager
def _told_of(url: str) -> Iterator[None]:
    """What a file system says in its own words, in ours."""
    try:
        yield
    except FirthError:
        raise
    except FileNotFoundError:
        raise InputError(
            f"there is no file {url!r} where a worker looked for it; give a path that all workers have, or a "
            "URL."
        ) from None
    except (ImportError, ValueError) as error:
        raise InputError(f"{url!r} cannot be opened here: {error}.") from None
    except PermissionError:
        raise InputError(f"{url} may not be read: permission denied.") from None


def _item(pieces: list[bytes], number: int) -> bytes:
    return pieces[number]
