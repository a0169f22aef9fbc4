"""The `firth` command: one file for each command, no logic."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    try:
        from firth.cli.app import app  # here, so that Ctrl-C while it is imported ends well too

        app(prog_name="firth")
    except KeyboardInterrupt:
        sys.stderr.write("firth: stopped.\n")
        sys.exit(130)
