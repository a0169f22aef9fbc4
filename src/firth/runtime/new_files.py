"""Files in the making: without a name where the system has such files, hidden and locked otherwise.

A file without a name vanishes with the process, however that ends. A hidden one is locked as long as its
process lives, so that what a killed process left is known by its lock being free, and is removed by the next.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

try:
    import fcntl
except ImportError:  # not on this platform
    fcntl = None  # type: ignore[assignment]

_NAME = re.compile(r"\.firth-[0-9a-f]{16}(\..*)?")
_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EBADF, errno.EPERM)

unfinished: set[Path] = set()
"""Hidden files and folders of this process: removed when they are done, or when the process is stopped."""

_SECONDS_TO_APPEAR = 5.0

_cleared: set[Path] = set()
_appearing = RLock()


def hidden_name(folder: Path, suffix: str = "") -> Path:
    """A name that nothing has: hidden, and known as ours.

    suffix: stays, because some writers choose their format by it.
    """
    return folder / f".firth-{secrets.token_hex(8)}{suffix}"


class NewFile:
    """A file that takes the name of its target when it is whole.

    Attributes
    ----------
    path : Path
        Where to write its content.
    """

    def __init__(self, target: Path) -> None:
        """Begin an empty file with the mode of the one that it will replace, if there is one."""
        clear_stale(target.parent)
        self.target = target
        self._hidden: Path | None = None
        descriptor = _unnamed(target.parent)
        if descriptor is None:
            self._hidden, descriptor = _hidden_file(target)
            self.path = self._hidden
        else:
            self.path = Path(f"/proc/self/fd/{descriptor}")
        self._descriptor: int | None = descriptor
        try:
            with suppress(FileNotFoundError):
                _change_mode(descriptor, self.path, stat.S_IMODE(target.stat().st_mode))
            if self._hidden is None:
                _try_lock(descriptor)  # before it can be seen
        except BaseException:
            self.discard()
            raise

    def appear(self) -> None:
        """Take the name once the content is on the disk: a power cut leaves the old file or the new one."""
        assert self._descriptor is not None
        os.fsync(self._descriptor)
        with all_or_nothing():
            if self._hidden is None and not self._take_free_name():
                self._hidden = hidden_name(self.target.parent, self.target.suffix)
                unfinished.add(self._hidden)
                _link(self._descriptor, self._hidden)
            if self._hidden is not None:
                if fcntl is None:
                    self._close()  # Windows renames no open file
                self._hidden.replace(self.target)
                unfinished.discard(self._hidden)
                self._hidden = None
        sync_folder(self.target.parent)

    def discard(self) -> None:
        """Let go of it; what has no name yet, or a hidden one, is gone."""
        if self._hidden is not None:
            self._hidden.unlink(missing_ok=True)
            unfinished.discard(self._hidden)
            self._hidden = None
        self._close()

    def _take_free_name(self) -> bool:
        """Whether the target's name was free, and is taken now."""
        assert self._descriptor is not None
        try:
            _link(self._descriptor, self.target)
        except FileExistsError:
            return False
        return True

    def _close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Names change in here; a process that is stopped waits for the end of it."""
    with _appearing:
        yield


def remove_unfinished() -> None:
    """Remove the hidden files and folders of all blocks that are open: for a process about to end at once.

    Names that are being changed are waited for, and change no more then: the process must end.
    """
    _appearing.acquire(timeout=_SECONDS_TO_APPEAR)  # a disk that does not answer is left alone
    for path in list(unfinished):
        with suppress(OSError):
            _remove(path)


def clear_stale(folder: Path) -> None:
    """Remove hidden files and folders that killed processes left here, once in the life of this process."""
    if fcntl is None or folder in _cleared:
        return
    _cleared.add(folder)
    with suppress(OSError):
        for entry in os.scandir(folder):
            if _NAME.fullmatch(entry.name):
                with suppress(OSError):
                    _remove_unlocked(Path(entry.path))


def lock_folder(folder: Path, *, alone: bool = False) -> int | None:
    """A descriptor that holds the lock of a folder; to be closed in the end.

    alone: raise BlockingIOError if another process has it.
    """
    if fcntl is None:
        return None
    descriptor = os.open(folder, os.O_RDONLY)
    if not _try_lock(descriptor) and alone:
        os.close(descriptor)
        raise BlockingIOError(errno.EWOULDBLOCK, "another process has it", str(folder))
    return descriptor


def sync_file(path: Path) -> None:
    """Have the content of a file on the disk."""
    descriptor = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk, where a folder can be synchronized."""
    if os.name == "nt":
        return
    try:
        sync_file(folder)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise


def _unnamed(folder: Path) -> int | None:
    """A descriptor of a new file without a name; None where there are no such files."""
    if not hasattr(os, "O_TMPFILE"):
        return None
    try:
        descriptor = os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o666)
    except OSError:  # the reason, if it is none of the system's, is that of the hidden file too
        return None
    try:
        if os.path.samestat(os.fstat(descriptor), Path(f"/proc/self/fd/{descriptor}").stat()):
            return descriptor
    except OSError:  # no /proc here
        pass
    os.close(descriptor)
    return None


def _hidden_file(target: Path) -> tuple[Path, int]:
    """A new file with a hidden name, locked; private where the file that it replaces may be."""
    mode = 0o600 if target.exists() else 0o666
    while True:
        path = hidden_name(target.parent, target.suffix)
        unfinished.add(path)
        try:
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0), mode)
        except OSError:
            unfinished.discard(path)
            raise
        # Another process may have taken it for a stale one between these lines.
        if _try_lock(descriptor) and os.fstat(descriptor).st_nlink:
            return path, descriptor
        os.close(descriptor)
        unfinished.discard(path)


def _try_lock(descriptor: int) -> bool:
    """Whether nobody else holds the lock; it is ours then, where the file system has locks."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True


def _remove_unlocked(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        # Without locks nobody knows whether its process lives.
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(descriptor), path.lstat()):
            _remove(path)
    finally:
        os.close(descriptor)


def _remove(path: Path) -> None:
    """Remove a hidden file, or a hidden folder with its files; folders of others in it would stop that."""
    if not path.is_dir():
        path.unlink(missing_ok=True)
        return
    for entry in os.scandir(path):
        Path(entry.path).unlink()
    path.rmdir()


def _change_mode(descriptor: int, path: Path, mode: int) -> None:
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, mode)
    else:
        path.chmod(mode)


def _link(descriptor: int, name: Path) -> None:
    """Give a file without a name this one, which must be free."""
    folder = os.open(name.parent, os.O_RDONLY)
    try:
        # Only with a descriptor of a folder does Python ask the system to follow the link in /proc.
        os.link(f"/proc/self/fd/{descriptor}", name.name, dst_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)
