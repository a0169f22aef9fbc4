"""Files that belong together: after a kill at any moment there are those of one run, never of two."""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from firth.runtime.mapped_files import refuse_changed_maps
from firth.runtime.new_files import (
    all_or_nothing,
    clear_stale,
    hidden_name,
    lock_folder,
    sync_file,
    sync_folder,
    unfinished,
)

_shown: dict[Path, Path] = {}
"""The folders of the sets of this process that are being written, and where they will be."""


def shown_path(path: Path) -> Path | None:
    """Where a file of a set will be; None for a file of no set."""
    shown = _shown.get(path.parent)
    return None if shown is None else shown / path.name


@contextmanager
def whole_folder(
    folder: Path,
    earlier: Collection[str] = (),
    *,
    last: str = "",
    before_moving: Callable[[], None] | None = None,
) -> Iterator[Path]:
    """A hidden folder to write files into, which appear together in a folder when the block ends well.

    Files of the same names are replaced, and those of an earlier set are removed; all others stay. A folder
    that has no others is exchanged as a whole. Otherwise the files of the earlier set are removed first and
    those of the new one are moved there after, so that a process that is killed between leaves a part of one
    set.

    earlier: the names of the files of the earlier set. last: the file that is replaced after all others.
    before_moving: called before the first file is removed; not called for folders that are exchanged.
    """
    target = Path(os.path.realpath(folder))
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = _can_be_exchanged(target)
    place = target.parent if beside else target
    clear_stale(place)
    hidden = hidden_name(place)
    unfinished.add(hidden)
    lock = None
    try:
        mode = _made_private(hidden, target)
        lock = lock_folder(hidden)
        _shown[hidden] = folder
        yield hidden
        refuse_changed_maps()
        _have_on_disk(hidden, target)
        names = _names_in(hidden)
        with all_or_nothing():
            if not (beside and _take_place(hidden, target, mode, {*earlier, *names})):
                if before_moving is not None:
                    before_moving()
                _move_into(hidden, target, names, set(earlier), last)
        sync_folder(target)
        sync_folder(target.parent)
    finally:
        _shown.pop(hidden, None)
        if lock is not None:
            os.close(lock)
        _remove_folder(hidden)
        unfinished.discard(hidden)


def _can_be_exchanged(target: Path) -> bool:
    """Whether another folder may take the place of this one: not if somebody stands in it."""
    if not os.access(target.parent, os.W_OK | os.X_OK):
        return False
    if not target.exists():
        return True
    try:
        return not (os.path.ismount(target) or Path.cwd().is_relative_to(target))
    except OSError:  # the working folder is gone
        return True


def _made_private(hidden: Path, target: Path) -> int:
    """Make a folder that nobody else may look into; the mode that it is to have in the end."""
    hidden.mkdir()
    mode = stat.S_IMODE((target if target.exists() else hidden).stat().st_mode)
    hidden.chmod(0o700)
    return mode


def _have_on_disk(hidden: Path, target: Path) -> None:
    """The content of all files; each has the mode of the one that it replaces."""
    for path in hidden.iterdir():
        with suppress(FileNotFoundError):
            path.chmod(stat.S_IMODE((target / path.name).stat().st_mode))
        sync_file(path)
    sync_folder(hidden)


def _take_place(hidden: Path, target: Path, mode: int, ours: set[str]) -> bool:
    """Whether the new folder has the place and the earlier one is hidden; not where others' files are."""
    there = _names_in(target) if target.exists() else set()
    if not there <= ours:
        return False
    hidden.chmod(mode)
    if not there:
        hidden.rename(target)
    elif not _exchanged(hidden, target):
        aside = hidden_name(target.parent)
        unfinished.add(aside)
        target.rename(aside)
        hidden.rename(target)
        aside.rename(hidden)
        unfinished.discard(aside)
    if there:
        for name in _names_in(hidden) - ours:  # came in the meantime
            (hidden / name).rename(target / name)
    return True


def _exchanged(one: Path, other: Path) -> bool:
    """Whether two folders have exchanged their names, at once, which not every system can do."""
    exchange = getattr(ctypes.CDLL(None), "renameat2", None) if os.name == "posix" else None
    if exchange is None:
        return False
    here, swap = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    return int(exchange(here, os.fsencode(one), here, os.fsencode(other), swap)) == 0


def _move_into(hidden: Path, target: Path, names: set[str], earlier: set[str], last: str) -> None:
    target.mkdir(exist_ok=True)
    for name in sorted((earlier | names) - {last}):
        (target / name).unlink(missing_ok=True)
    for name in sorted(names, key=lambda name: (name == last, name)):
        (hidden / name).replace(target / name)


def _names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def _remove_folder(hidden: Path) -> None:
    """Remove the hidden folder: the files of a set that failed, or of the earlier one."""
    with suppress(FileNotFoundError):
        for entry in os.scandir(hidden):
            Path(entry.path).unlink()
        hidden.rmdir()
