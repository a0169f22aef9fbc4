"""Keys to the task: what a sense model says of its instances, the same shuffled, and the trivial ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

import numpy as np

from firth.senses import SenseModel, tag_places
from firth_papers.readers.semeval13 import SenseInstance, SenseKey, Task13

Answer = Literal["best", "two best", "graded"]

_KEPT: dict[Answer, int | None] = {"best": 1, "two best": 2, "graded": None}


def graded_key(model: SenseModel, instances: Sequence[SenseInstance], forms: Mapping[str, str]) -> SenseKey:
    """How far each sense applies to each instance.

    forms: form → lemma, as in the counts that the model comes from. A lemma that was not split has one sense.
    """
    key: SenseKey = {}
    for target in dict.fromkeys(one.target for one in instances):
        own = [one for one in instances if one.target == target]
        lemma = target.rpartition(".")[0]
        key[target] = {one.name: {f"{target}.1": 1.0} for one in own}
        if lemma in model:
            cut = [_cut(one) for one in own]
            sentences = [[forms.get(token, token) for token in tokens] for tokens, _ in cut]
            taggings = tag_places(model, sentences, [place for _, place in cut], word=lemma)
            for one, tagging in zip(own, taggings, strict=True):
                weights = enumerate(tagging.weights.tolist(), start=1)
                key[target][one.name] = {
                    f"{target}.{sense}": weight for sense, weight in weights if weight > 0
                }
    return key


def narrowed(key: SenseKey, kind: Answer) -> SenseKey:
    """A key with only the best sense of each instance, the two best with their weights, or all of them.

    >>> narrowed({"win.v": {"win.v.1": {"a": 0.2, "b": 0.5, "c": 0.3}}}, "two best")
    {'win.v': {'win.v.1': {'b': 0.5, 'c': 0.3}}}
    """
    return {
        target: {name: _first(ratings, _KEPT[kind]) for name, ratings in answers.items()}
        for target, answers in key.items()
    }


def _first(ratings: Mapping[str, float], number: int | None) -> dict[str, float]:
    order = sorted(ratings, key=lambda sense: -ratings[sense])
    return {sense: ratings[sense] for sense in order[:number]}


def shuffled(key: SenseKey, seed: int) -> SenseKey:
    """The same answers given to other instances of the target, by chance: what their form alone is worth.

    >>> sorted(shuffled({"win.v": {"1": {"a": 1.0}, "2": {"b": 1.0}}}, 0)["win.v"])
    ['1', '2']
    """
    rng = np.random.default_rng(seed)
    dealt: SenseKey = {}
    for target, answers in key.items():
        given = list(answers.values())
        order = rng.permutation(len(given)).tolist()
        dealt[target] = {name: given[place] for name, place in zip(answers, order, strict=True)}
    return dealt


def trivial_keys(task: Task13) -> dict[str, SenseKey]:
    """One sense for all instances of a target, one for each, and the task's own random ones."""
    gold = task.gold
    return {
        "one sense for all": {t: {name: {"1": 1.0} for name in answers} for t, answers in gold.items()},
        "one sense per instance": {t: {name: {name: 1.0} for name in answers} for t, answers in gold.items()},
        **{
            f"one of {told} at random": task.key(f"baselines/random.{number}-senses.induced")
            for told, number in (("2", "2"), ("3", "3"), ("as many as people saw", "n"))
        },
    }


@cache
def _cut(instance: SenseInstance) -> tuple[list[str], int]:
    return instance.tokens()
