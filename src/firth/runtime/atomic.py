"""Files that are either whole or absent."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firth.errors import FirthError, OutputError

_unfinished: set[Path] = set()


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """A temporary path beside the target; it takes the target's name when the block ends well.

    When the block raises, Ctrl-C included, the temporary file is removed and the target stays as it was. An
    OSError inside the block, such as a full disk, becomes an OutputError. Devices and pipes are written
    directly, since they cannot be replaced.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with whole_file(f"{folder}/result.txt") as temporary:
    ...         _ = temporary.write_text("whole")
    ...     [file.name for file in Path(folder).iterdir()]
    ['result.txt']
    """
    refuse_unwritable(path)
    target = Path(os.path.realpath(path))  # a link stays a link; what it points at is replaced
    direct = target.exists() and not target.is_file()
    # The suffix stays, because some writers choose their format by it.
    temporary = target if direct else target.with_name(f".firth-{secrets.token_hex(8)}{target.suffix}")
    if not direct:
        _unfinished.add(temporary)
    try:
        yield temporary
        if not direct:
            if target.exists():
                shutil.copymode(target, temporary)
            temporary.replace(target)
    except FirthError:
        raise
    except OSError as error:
        raise OutputError(f"{path} could not be written: {_reason(error)}.") from error
    finally:
        if not direct:
            temporary.unlink(missing_ok=True)
            _unfinished.discard(temporary)


def remove_unfinished() -> None:
    """Remove the temporary files of all blocks that are still open: for a process about to end at once."""
    for temporary in list(_unfinished):
        temporary.unlink(missing_ok=True)


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
        raise OutputError(f"{str(path)!r} cannot be the name of a file: {_reason(error)}.") from error


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    return str(error) or type(error).__name__
