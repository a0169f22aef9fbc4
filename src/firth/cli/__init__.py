"""The `firth` command: one file for each command, no logic."""

from __future__ import annotations

from firth.cli.cut_files import end_on_cut_files
from firth.cli.signals import ignore_signals, stop_on_signals
from firth.runtime.address_space import spare_address_space

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    stop_on_signals()
    spare_address_space()
    end_on_cut_files()
    from firth.cli.app import app  # after the signals, so that Ctrl-C while it is imported ends well too

    try:
        app(prog_name="firth")
    finally:
        ignore_signals()
