"""Ctrl-C and termination: at once, with one line, and with no partial file left.

Python's own way, an exception out of nowhere, does not fare well inside compilers and callbacks of other
libraries, which may swallow it or be left with a lock held. A process that ends needs none of that.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

_kept: dict[Path, Callable[[], None] | None] = {}
_begun = threading.Event()
_turn = threading.RLock()

SECONDS_TO_BEGIN = 0.5
"""For the main thread to notice a signal, which it may not do while it waits for a pipe or native code."""


def stop_on_signals() -> None:
    """From now on SIGINT and SIGTERM end the process with 128 + their number: 130 for Ctrl-C."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    if os.name != "posix":  # elsewhere only sockets can be told of signals
        return
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(told,), daemon=True).start()


def ignore_signals() -> None:
    """The work is done and its result is kept: let the interpreter tidy up in peace."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


def goes_on_from(path: Path, save: Callable[[], None]) -> None:
    """A file that the same command goes on from: written and told when the process is stopped."""
    _kept[path] = save


def is_done(path: Path) -> None:
    """The file is no longer needed."""
    _kept.pop(path, None)


def _watch(told: int) -> None:
    """Stop in the main thread's place if it does not."""
    number = os.read(told, 1)
    if number and not _begun.wait(SECONDS_TO_BEGIN):
        _stop(number[0], None)


def _stop(number: int, frame: FrameType | None) -> None:
    _begun.set()
    with _turn:  # a second Ctrl-C in the same thread goes on, the other thread waits for the end
        _end(number)


def _end(number: int) -> None:
    for path, save in list(_kept.items()):
        _kept[path] = None  # a second Ctrl-C does not wait for it
        if save is not None:
            with suppress(Exception):  # a full disk: what was saved before is still there
                save()
    atomic = sys.modules.get("firth.runtime.new_files")  # nothing to remove where it was not imported
    if atomic is not None:
        atomic.remove_unfinished()
    left = [path for path in _kept if path.exists()]
    told = f"the same command goes on from {left[0]}" if left else "no partial file is left"
    os.write(2, f"firth: stopped; {told}.\n".encode(errors="replace"))
    os._exit(128 + number)
