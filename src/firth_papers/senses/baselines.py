"""Answers that look at no word."""

from __future__ import annotations

from firth_papers.readers.semeval13 import SenseKey, Task13


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
