"""Files that are either whole or absent: the one way in which firth writes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firth.errors import FirthError, OutputError
from firth.runtime.file_sets import shown_path
from firth.runtime.mapped_files import refuse_changed_maps
from firth.runtime.new_files import NewFile


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """A path to write to; what is there takes the target's name when the block ends well, and is on the disk.

    When the block raises, Ctrl-C included, or the process is killed, the target stays as it was. An OSError
    inside the block, such as a full disk, becomes an OutputError. A mapped file that was written to meanwhile
    is an InputError, since the content may have come of it. The path may have no suffix. Devices and pipes
    are written directly, since they cannot be replaced, and so are files of a set (`whole_folder`).

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with whole_file(f"{folder}/result.txt") as temporary:
    ...         _ = temporary.write_text("whole")
    ...     [file.name for file in Path(folder).iterdir()]
    ['result.txt']
    """
    refuse_unwritable(path)
    target = Path(os.path.realpath(path))  # a link stays a link; what it points at is replaced
    shown = shown_path(target)
    try:
        if shown is not None or (target.exists() and not target.is_file()):
            yield target
            return
        new = NewFile(target)
        try:
            yield new.path
            refuse_changed_maps()
            new.appear()
        finally:
            new.discard()
    except FirthError:
        raise
    except OSError as error:
        raise OutputError(f"{shown or path} could not be written: {reason_of(error)}.") from error


def refuse_unwritable(path: str | Path) -> None:
    """Raise at once when a file cannot be written there; worth a call before long work."""
    target = Path(path)
    try:
        if target.is_dir():
            raise OutputError(f"{path} is a folder; give the name of a file.")
        if not target.resolve().parent.is_dir():
            raise OutputError(f"{path} could not be written: {target.parent} is not a folder; make it first.")
        place = target if target.exists() else target.resolve().parent
        if not os.access(place, os.W_OK):
            raise OutputError(f"{path} could not be written: no permission to write to {place}.")
    except (OSError, RuntimeError, ValueError) as error:  # a name too long, a loop of links, a NUL in a name
        if isinstance(error, OutputError):
            raise
        raise OutputError(f"{str(path)!r} cannot be the name of a file: {reason_of(error)}.") from error


def reason_of(error: Exception) -> str:
    """Why a file could not be written, as a part of a sentence."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    return str(error) or type(error).__name__
