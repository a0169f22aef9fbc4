"""The first megabytes of a text."""

from __future__ import annotations

from pathlib import Path

from firth.errors import InputError
from firth.text.sources import find_sources
from firth.text.unpack import unpacked


def first_megabytes(path: Path, megabytes: int) -> str:
    """The first so many million bytes of a file, without the word that the cut goes through."""
    (source,) = find_sources(path)
    wanted = megabytes * 10**6
    with unpacked(source) as (stream, _):
        beginning = stream.read(wanted)
    if len(beginning) < wanted:
        raise InputError(f"{path} has {len(beginning):,} bytes of text, fewer than {megabytes} MB.")
    return beginning.rpartition(b" ")[0].decode()
