"""Output paths, refused before long work rather than after it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from firth.errors import OutputError


def check_vectors_path(path: Path) -> None:
    """Refuse a path that vectors could not be written to."""
    from firth.store.formats import SUFFIXES

    _check(path, list(SUFFIXES), "vectors")


def check_counts_path(path: Path) -> None:
    """Refuse a path that counts could not be written to."""
    _check(path, [".safetensors"], "counts")


def make_folder(folder: Path) -> None:
    """Make a folder for several files, if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder} could not be made: {error.strerror}.") from error


def _check(path: Path, suffixes: Sequence[str], what: str) -> None:
    from firth.runtime.atomic import refuse_unwritable

    refuse_unwritable(path)
    if path.suffix.lower() not in suffixes:
        raise OutputError(f"{path} could not be written: {what} go to files ending in {', '.join(suffixes)}.")
