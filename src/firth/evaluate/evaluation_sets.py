"""Which tests are asked: found and read, once, before any work begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from firth.datasets import (
    AnalogySection,
    Member,
    OutlierGroup,
    WordPair,
    analogy_questions,
    read_analogies,
    read_categories,
    read_outliers,
    read_pairs,
    similarity_sets,
)
from firth.datasets.registry import by_stem


@dataclass(frozen=True)
class EvaluationSets:
    """The tests: sets of word pairs, categories and outliers by name, and sections of analogies, if any."""

    pairs: dict[str, list[WordPair]]
    questions: list[AnalogySection] | None
    categories: dict[str, list[Member]]
    outliers: dict[str, list[OutlierGroup]]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.pairs) + (self.questions is not None) + len(self.categories) + len(self.outliers)

    @property
    def words(self) -> list[str]:
        """Those of the categories and outliers, each once."""
        sorted_out = (member.word for members in self.categories.values() for member in members)
        groups = (group for groups in self.outliers.values() for group in groups)
        return list(dict.fromkeys([*sorted_out, *(word for g in groups for word in g.members + g.outliers)]))


def find_evaluation_sets(
    *,
    data: str | Path | None,
    sets: Sequence[str | Path] | None,
    analogies: bool | str | Path,
    categories: Sequence[str | Path],
    outliers: Sequence[str | Path],
) -> EvaluationSets:
    """Read what `firth.evaluate.evaluate` is asked for; what is absent or spoilt is told here.

    >>> len(find_evaluation_sets(data=None, sets=[], analogies=False, categories=[], outliers=[]))
    0
    """
    return EvaluationSets(
        {name: read_pairs(path) for name, path in similarity_sets(sets, data).items()},
        _questions(analogies, data),
        {name: read_categories(path) for name, path in by_stem(map(Path, categories)).items()},
        {name: read_outliers(path) for name, path in by_stem(map(Path, outliers)).items()},
    )


def _questions(analogies: bool | str | Path, data: str | Path | None) -> list[AnalogySection] | None:
    if analogies is False:
        return None
    return read_analogies(analogy_questions(data) if analogies is True else analogies)
