"""Tables of practice with R's numbers, which $FIRTH_DATA holds."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ca.r_numbers import signs_of

FOLDER = Path(os.environ.get("FIRTH_DATA", "")) / "tables" / "practice"
needs_practice = pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the tables of practice are not here"
)
ACTIVE = {"tea": slice(0, 18), "poison": slice(4, 15)}
SUPPLEMENTARY = {"tea": slice(19, 36), "poison": slice(2, 4)}
QUANTITATIVE = {"tea": slice(18, 19), "poison": slice(0, 2)}
TABLES = ["tea", "poison"]


def records(name: str) -> pd.DataFrame:
    return pd.read_csv(FOLDER / f"{name}.csv")


def active(name: str) -> pd.DataFrame:
    return records(name).iloc[:, ACTIVE[name]]


def of_r(name: str, what: str) -> pd.DataFrame:
    return pd.read_csv(FOLDER / f"{name}__{what}.csv", index_col=0)


def excluded(name: str) -> list[str]:
    return (FOLDER / f"{name}__excl_categories.txt").read_text().splitlines()


def places_of(side, categories) -> list[int]:
    """Where the categories are of FactoMineR are, which it names with or without their variables."""
    tokens = list(side.names)
    places = []
    for category in categories:
        variable, _, label = str(category).rpartition("_")
        fits = [
            place
            for place, (token, own) in enumerate(zip(tokens, side.labels, strict=True))
            if own == str(category) or token == f"{variable}:{label}"
        ]
        if len(fits) != 1:
            fits = [place for place in fits if tokens[place] == f"{variable}:{label}"]
        assert len(fits) == 1, (category, fits)
        places.append(fits[0])
    return places


def largest_deviation(found: np.ndarray, expected: pd.DataFrame, signs: np.ndarray | None = None) -> float:
    numbers = expected.to_numpy()
    found = found[:, : numbers.shape[1]]
    signs = np.ones(numbers.shape[1]) if signs is None else signs
    return float(np.abs(found * signs - numbers).max())


def signs(analysis, expected: pd.DataFrame) -> np.ndarray:
    numbers = expected.to_numpy()
    return signs_of(analysis.rows.principal[:, : numbers.shape[1]], numbers)
