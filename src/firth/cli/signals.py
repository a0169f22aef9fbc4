"""Ctrl-C, termination and a closed terminal: at once, with one line, and with no partial file left.

Python's own way, an exception out of nowhere, does not fare well inside compilers and callbacks of other
libraries, which may swallow it or be left with a lock held. A handler runs in the midst of whatever the main
thread does, and would wait forever for a lock that this holds. So ours does nothing: a thread of its own is
told of the signal, saves what is to be saved while the main thread goes on, and ends the process.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from socket import socket

_kept: dict[Path, Callable[[], None] | None] = {}
_turn = threading.RLock()
"""Held from a signal to the end of the process; the main thread takes it before it calls something done."""

SECONDS_OF_ONE = 0.2
"""Signals that follow each other so closely are one: `timeout` sends a process two."""


def stop_on_signals() -> None:
    """From now on SIGINT, SIGTERM and SIGHUP end the process with 128 + their number: 130 for Ctrl-C."""
    told, tell = _pipe()
    for number in _signals():
        signal.signal(number, _heard)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(told,), daemon=True).start()
    if hasattr(os, "register_at_fork"):  # a child has no such thread, and its signals are not ours
        os.register_at_fork(after_in_child=_as_before)


def ignore_signals() -> None:
    """The work is done and its result is kept: let the interpreter tidy up in peace."""
    with _turn:  # for good, if the process is being stopped
        for number in _signals():
            signal.signal(number, signal.SIG_IGN)


def goes_on_from(path: Path, save: Callable[[], None]) -> None:
    """A file that the same command goes on from: written and told when the process is stopped.

    save: is called in another thread, while the main thread goes on.
    """
    _kept[path] = save


def is_done(path: Path) -> None:
    """The file is no longer needed."""
    with _turn:
        _kept.pop(path, None)


def _signals() -> list[signal.Signals]:
    numbers = [signal.SIGINT, signal.SIGTERM]
    hangup = getattr(signal, "SIGHUP", None)  # not on Windows
    if hangup is not None and signal.getsignal(hangup) != signal.SIG_IGN:  # which is what nohup asks for
        numbers.append(hangup)
    return numbers


def _pipe() -> tuple[int | socket, int]:
    """Where numbers of signals come out, and the descriptor that they go into."""
    if os.name == "nt":  # which can wait for sockets only
        from socket import socketpair

        out, into = socketpair()
        into.setblocking(False)
        return out, into.detach()
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    return told, tell


def _heard(number: int, frame: FrameType | None) -> None:
    """Nothing: that there is a handler makes the system write the number where `_watch` reads it."""


def _as_before() -> None:
    signal.set_wakeup_fd(-1)
    for number in _signals():
        signal.signal(number, signal.SIG_DFL)


def _watch(told: int | socket) -> None:
    """Wait for a signal, and end the process."""
    number = _next_number(told)
    with _turn:
        if any(save is not None for save in _kept.values()):
            saving = threading.Thread(target=_save_all, daemon=True)
            saving.start()
            _wait_for(saving, told)
        _end(number)


def _next_number(told: int | socket) -> int:
    return (os.read(told, 1) if isinstance(told, int) else told.recv(1))[0]


def _save_all() -> None:
    for save in list(_kept.values()):
        if save is not None:
            with suppress(Exception):  # a full disk: what was saved before is still there
                save()


def _wait_for(saving: threading.Thread, told: int | socket) -> None:
    """Until all is saved, or until a second Ctrl-C, which does not wait for it."""
    began = time.monotonic()
    while saving.is_alive():
        if select.select([told], [], [], 0.02)[0]:
            _next_number(told)
            if time.monotonic() - began > SECONDS_OF_ONE:
                return


def _end(number: int) -> None:
    new_files = sys.modules.get("firth.runtime.new_files")  # nothing to remove where it was not imported
    if new_files is not None:
        new_files.remove_unfinished()
    left = [path for path in _kept if path.exists()]
    told = f"the same command goes on from {left[0]}" if left else "no partial file is left"
    with suppress(OSError):  # the terminal may be gone
        os.write(2, f"firth: stopped; {told}.\n".encode(errors="replace"))
    os._exit(128 + number)
