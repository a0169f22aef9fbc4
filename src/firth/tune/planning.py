"""A search before it begins: what will be tried, on which pairs, and what is done already."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Any

from firth.core import Recipe, Vocabulary
from firth.datasets import WordPair
from firth.errors import InputError, OutputError
from firth.evaluate.evaluation_sets import find_evaluation_sets
from firth.tune.choices import Choices
from firth.tune.configuration import Configuration
from firth.tune.reading import Text, known_text
from firth.tune.record import Record, kept_record
from firth.tune.split import By, Development, HeldOut, known_side, scorable, split_sets


@dataclass(frozen=True, eq=False)
class Plan:
    """A search that can begin, with what earlier runs have left of it.

    sizes: pairs of each set, those on neither side included.
    """

    text: Text
    output: Path
    configurations: tuple[Configuration, ...]
    sizes: Mapping[str, int]
    development: Development
    held_out: HeldOut
    record: Record
    seed: int

    @property
    def sentence(self) -> str:
        """How much there is to do."""
        done = self.record.done
        waiting = [one for one in self.configurations if one not in done]
        told = f"{len(self.configurations):,} configurations"
        if len(waiting) < len(self.configurations):
            told += f", {len(self.configurations) - len(waiting):,} of them done"
        if not waiting:
            return f"{told}."
        tables = {str(sorted(one.counting.items())) for one in waiting}
        solves = {replace(one, exponent=0.0, steps=()) for one in waiting}
        return f"{told}; to do: {len(tables):,} × counting, {len(solves):,} × factorizing."

    def check(self, words: Vocabulary) -> None:
        """Refuse, before anything is counted, what the words of the text do not allow."""
        largest = max(one.dim for one in self.configurations)
        if largest > len(words):
            raise InputError(
                f"dim is {largest}, but the text has {len(words):,} words; lower dims, give more text, or "
                "lower min_count."
            )
        among = f" whose words are among the {len(words):,} of the text"
        scorable(known_side(self.development, words), among)
        scorable(known_side(self.held_out, words), among)  # whether there are any; their scores are not used


def plan(
    sources: str | Path | Iterable[str | Path],
    output: str | Path,
    *,
    choices: Choices | None = None,
    sets: Sequence[str | Path] | None = None,
    data: str | Path | None = None,
    development: float = 0.5,
    split: By = "pairs",
    seed: int = 0,
    text: Mapping[str, Any] = MappingProxyType({}),
) -> Plan:
    """Everything that can be known, and refused, before the text is read; arguments are those of `tune`."""
    folder = Path(output)
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{output} is a file; name a folder for the results.")
    pairs = _read_sets(sets, data)
    chosen_on, held_out = split_sets(pairs, development=development, by=split, seed=seed)
    scorable(chosen_on)
    scorable(held_out)
    found = known_text(sources, text)
    settings = {
        "version": Recipe().version,
        **found.recipe["text"],
        "sets": {name: _digest(entries) for name, entries in pairs.items()},
        "development": development,
        "split": split,
        "seed": seed,
    }
    return Plan(
        found,
        folder,
        tuple((choices or Choices()).configurations()),
        {name: len(entries) for name, entries in pairs.items()},
        chosen_on,
        held_out,
        kept_record(folder / "results.json", settings),
        seed,
    )


def _read_sets(sets: Sequence[str | Path] | None, data: str | Path | None) -> dict[str, list[WordPair]]:
    if sets is not None and not sets:
        raise InputError("sets is empty; name one set of word pairs or more, or leave it out to take all.")
    return find_evaluation_sets(data=data, sets=sets, analogies=False, categories=[], outliers=[]).pairs


def _digest(pairs: Sequence[WordPair]) -> str:
    return blake2b(json.dumps(pairs, ensure_ascii=False).encode(), digest_size=8).hexdigest()
