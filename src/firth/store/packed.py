"""Files of other programs as streams of plain bytes, packed (.gz, .bz2, .xz, .zst) or not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

PACKINGS = (".gz", ".bz2", ".xz", ".zst")


@contextmanager
def opened(path: str | Path) -> Iterator[IO[bytes]]:
    """The content of a file; damage and missing files are refused with a sentence."""
    # Imported when asked for: firth's own files need none of this.
    from firth.text.sources import Source
    from firth.text.unpack import unpacked

    with unpacked(Source(Path(path), packing=packing_of(path))) as (stream, _):
        yield stream


def packing_of(path: str | Path) -> str:
    """The suffix that says how a file is packed, or nothing."""
    suffix = Path(path).suffix.lower()
    return suffix if suffix in PACKINGS else ""


def inner_suffix(path: str | Path) -> str:
    """The suffix that says what a file holds: .vec for words.vec.gz."""
    plain = Path(path).with_suffix("") if packing_of(path) else Path(path)
    return plain.suffix.lower()
