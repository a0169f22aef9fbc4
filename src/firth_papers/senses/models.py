"""Our rows: a text, a way to choose the number of senses, a way to answer."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, get_args

from firth.core import Counts, Recipe
from firth.counting import count
from firth.datasets.wordnet import sense_counts
from firth.runtime.atomic import whole_file
from firth.runtime.kept import Kept, content_digest
from firth.runtime.run import Progress, silent
from firth.senses import induce
from firth.store import COUNTS
from firth.text import encode_texts
from firth_papers.engine.text import first_megabytes
from firth_papers.readers.semeval13 import Task13
from firth_papers.sense_measures import SenseScores, score_senses
from firth_papers.senses.answers import Answer, graded_key, narrowed, shuffled
from firth_papers.senses.lemmas import forms_of, with_lemmas

NUMBERS = ("wordnet", "auto")
"""Where the number of senses comes from."""

_PARTS: dict[str, Any] = {"n": "n", "v": "v", "j": "a"}


class Row(NamedTuple):
    """What was scored. senses: how many a target has, in the mean; shuffled: the average by chance alone."""

    megabytes: int
    own_contexts: bool
    number: str
    answer: Answer
    senses: float
    shuffled: float
    scores: SenseScores

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {**self._asdict(), "scores": self.scores._asdict(), "average": self.scores.average}


@dataclass(frozen=True, eq=False)
class Workshop:
    """The text and the task; counts and scores are kept in the folder cache, and found there again."""

    text: Path
    task: Task13
    digest: str
    cache: Path
    counting: dict[str, Any]
    min_count: int
    seed: int = 0
    threads: int | None = None
    progress: Progress = silent

    def rows(self, megabytes: int, *, own_contexts: bool) -> list[Row]:
        """All our rows that come from the first megabytes of the text, and the task's sentences if asked."""
        known = wordnet_numbers(self.task)
        texts = {"text": content_digest([self.text]), "megabytes": megabytes}
        made = (
            Recipe().then("texts", task=self.digest, own_contexts=own_contexts, **texts)
            .then("counting", min_count=self.min_count, **self.counting)
        )  # fmt: skip
        path = self.cache / f"rows-{made.then('wordnet', seed=self.seed, **known).digest}.json"
        try:
            return [_row(kept) for kept in json.loads(path.read_text(encoding="utf-8"))]
        except (OSError, ValueError, TypeError, KeyError):
            pass  # not there, or not written by this experiment
        counts = Kept(self.cache).get(made, lambda: self._counted(megabytes, own_contexts), COUNTS)
        rows = self._scored(counts, known, megabytes, own_contexts)
        with whole_file(path) as temporary:
            temporary.write_text(
                json.dumps([row.as_dict() for row in rows], allow_nan=False), encoding="utf-8"
            )
        return rows

    def _counted(self, megabytes: int, own_contexts: bool) -> Counts:
        sentences = [one.sentence for one in self.task.instances] if own_contexts else []
        texts = chain([first_megabytes(self.text, megabytes)], sentences)
        corpus = encode_texts(texts, min_count=self.min_count, threads=self.threads)
        return count(corpus, threads=self.threads, progress=self.progress, **self.counting)

    def _scored(self, counts: Counts, known: dict[str, int], megabytes: int, own_contexts: bool) -> list[Row]:
        forms = forms_of(self.task.instances)
        table = with_lemmas(counts, forms)
        words = [lemma for lemma in known if lemma in table.rows]
        rows = []
        for number in NUMBERS:
            senses = {word: known[word] for word in words} if number == "wordnet" else "auto"
            model = induce(table, words, senses=senses, threads=self.threads, progress=self.progress)
            key, mean = graded_key(model, self.task.instances, forms), float(model.numbers.mean())
            for kind in get_args(Answer):
                given = narrowed(key, kind)
                scores = score_senses(self.task.gold, given)
                chance = score_senses(self.task.gold, shuffled(given, self.seed)).average
                rows.append(Row(megabytes, own_contexts, number, kind, mean, chance, scores))
        return rows


def wordnet_numbers(task: Task13) -> dict[str, int]:
    """Lemma → how many senses WordNet has of it; the most, where it is asked as several parts of speech."""
    known = {part: sense_counts(part=name) for part, name in _PARTS.items()}
    numbers: dict[str, int] = {}
    for target in dict.fromkeys(one.target for one in task.instances):
        lemma, _, part = target.rpartition(".")
        numbers[lemma] = max(numbers.get(lemma, 1), known[part].get(lemma, 1))
    return numbers


def _row(kept: dict[str, Any]) -> Row:
    return Row(
        kept["megabytes"],
        kept["own_contexts"],
        kept["number"],
        kept["answer"],
        kept["senses"],
        kept["shuffled"],
        SenseScores(**kept["scores"]),
    )
