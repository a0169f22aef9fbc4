"""What documents are labeled with: classes, or numbers to be predicted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite, isnan
from typing import Any, Literal

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array

Task = Literal["classes", "numbers"]


@dataclass(frozen=True, eq=False)
class Labels:
    """A number for each document: its class's place among the names, or the value itself."""

    task: Task
    values: Array
    names: tuple[str, ...] = ()


def checked_labels(labels: Iterable[Any], documents: int, *, task: Task) -> Labels:
    """Labels of so many documents; classes need two members each, numbers must be finite and differ.

    >>> found = checked_labels(["good", "bad", "good", "bad"], 4, task="classes")
    >>> found.names, found.values.tolist()
    (('bad', 'good'), [1, 0, 1, 0])
    """
    given = list(labels)
    if len(given) != documents:
        raise InputError(
            f"there are {len(given):,} labels for {documents:,} documents; give one for each document."
        )
    for place, label in enumerate(given):
        if label is None or label == "" or (isinstance(label, float) and isnan(label)):
            raise InputError(f"document number {place + 1} has no label; give it one, or leave it out.")
    return _numbers(given) if task == "numbers" else _classes(given)


def _classes(given: list[Any]) -> Labels:
    sizes = Counter(map(str, given))
    names = tuple(sorted(sizes))
    if len(names) < 2:
        raise InputError(f"all documents are labeled {names[0]!r}; there must be two classes at least.")
    alone = [name for name in names if sizes[name] < 2]
    if alone:
        raise InputError(
            f"class {alone[0]!r} has one document only, so that it cannot be both learnt and tested; give it "
            "more, or leave it out."
        )
    places = {name: place for place, name in enumerate(names)}
    return Labels("classes", np.array([places[str(label)] for label in given], dtype=np.int64), names)


def _numbers(given: list[Any]) -> Labels:
    values = []
    for place, label in enumerate(given):
        try:
            value = float(label)
        except (TypeError, ValueError):
            value = float("nan")
        if not isfinite(value):
            raise InputError(
                f"the label of document number {place + 1} is {label!r}; it must be a finite number."
            )
        values.append(value)
    if len(set(values)) < 2:
        raise InputError("all documents have the same label; there is nothing to predict.")
    return Labels("numbers", np.array(values))
