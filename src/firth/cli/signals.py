"""Ctrl-C and termination: at once, with one line, and with no partial file left.

Python's own way, an exception out of nowhere, does not fare well inside compilers and callbacks of other
libraries, which may swallow it or be left with a lock held. A process that ends needs none of that.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType


def stop_on_signals() -> None:
    """From now on SIGINT and SIGTERM end the process with 128 + their number: 130 for Ctrl-C."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)


def ignore_signals() -> None:
    """The work is done and its result is kept: let the interpreter tidy up in peace."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


def _stop(number: int, frame: FrameType | None) -> None:
    atomic = sys.modules.get("firth.store.atomic")  # nothing to remove where it was not imported
    if atomic is not None:
        atomic.remove_unfinished()
    os.write(2, b"firth: stopped; no partial file is left.\n")
    os._exit(128 + number)
