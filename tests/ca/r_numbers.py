"""R's numbers for small tables, which tests/golden keeps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from firth.core import Counts
from firth.counting import counts_from_table

FOLDER = Path(__file__).parents[1] / "golden" / "r"
TABLES = ["author", "caith", "children", "haireyecolor", "housetasks", "smoke"]


def golden(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / f"{name}.json").read_text())


def counts_of(table: dict[str, Any]) -> Counts:
    return counts_from_table(np.array(table["counts"]), rows=table["rows"], columns=table["columns"])


def poison(*variables: str) -> dict[str, list[str]]:
    """The answers of 55 people to some questions; to all that are active if none is named."""
    table = golden("poison")
    chosen = variables or [name for name in table["variables"] if name not in ("Sick", "Sex")]
    return {name: [record[table["variables"].index(name)] for record in table["records"]] for name in chosen}


def signs_of(found: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """1 or −1 for each axis: R's axes may point the other way."""
    return np.sign((found * np.array(expected)).sum(axis=0))


def assert_equal_up_to_sign(found: np.ndarray, expected: np.ndarray, signs: np.ndarray | None = None) -> None:
    expected = np.array(expected)
    signs = signs_of(found, expected) if signs is None else signs
    assert np.abs(found * signs - expected).max() < 1e-10 * np.abs(expected).max()
