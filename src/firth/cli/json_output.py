"""JSON on stdout."""

from __future__ import annotations

import json
from typing import Any

import typer


def print_json(content: Any) -> None:
    """Indented, with letters as they are; not-a-number is refused, since readers of JSON refuse it."""
    typer.echo(json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False))
