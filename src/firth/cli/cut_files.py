"""A mapped file that is cut while it is read: a sentence, where the system would end all in silence."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress

_BAD_INPUT = 2
_HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_int)


def end_on_cut_files() -> None:
    """From now on, reading beyond the end of a mapped file ends the process with 2 and names the file.

    A handler of Python's own would be called when the reading goes on, which it never does. This one is
    called at once, and may be: the signal comes from reading an array, when no lock of Python is half taken.
    """
    number = getattr(signal, "SIGBUS", None)  # not on Windows
    if number is not None:
        with suppress(OSError, AttributeError):
            install = ctypes.CDLL(None).signal
            install.argtypes, install.restype = [ctypes.c_int, _HANDLER], ctypes.c_void_p
            install(number, _CUT)


def _cut(number: int) -> None:
    path = None
    with suppress(Exception):
        path = sys.modules["firth.runtime.mapped_files"].changed_in_place(cut=True)
    told = (
        f"{path} was cut short while it was in use" if path else "a file in use could not be read to its end"
    )
    with suppress(Exception):
        sys.modules["firth.runtime.new_files"].remove_unfinished()
    with suppress(OSError):
        os.write(
            2, f"firth: {told}; copy or make it again. No partial file is left.\n".encode(errors="replace")
        )
    os._exit(_BAD_INPUT)


_CUT = _HANDLER(_cut)
"""Kept for as long as the system may call it."""
