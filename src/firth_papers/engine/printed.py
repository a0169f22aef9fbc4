"""The numbers that the papers print: a TOML file for each experiment in the folder `printed`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parents[1] / "printed"


@cache
def printed(name: str) -> dict[str, Any]:
    """The tables of a file by name.

    >>> printed("table4")["window"]
    24
    """
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
