"""Each call of the system that concerns the files of a command fails once, at one run after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from .outcome import Stage
from .runs import Runs

KINDS = ("open", "read", "write", "fsync", "rename", "mmap")
"""rename stands for all that makes names: link, mkdir and exchanges too."""


def failing_calls(
    runs: Runs, stage: Stage, kind: str, *, from_nothing: bool = False, first: int = 1, step: int = 1
) -> Iterator[tuple[int, str]]:
    """The 1st, 2nd, 3rd … call of a kind fails, until none does; the number and what was wrong afterwards.

    from_nothing: there are no earlier results. first, step: which calls fail, where not each of them is to.
    """
    old = {} if from_nothing else stage.old
    for number in count(first, step):
        stage.again(old)
        ended = runs.run(stage.folder, stage.writing.arguments, fails=[kind, number])
        fault = stage.fault(ended, old)
        if not fault and ended.code and stage.writing.goes_on:
            again = runs.run(stage.folder, stage.writing.arguments)
            fault = (
                stage.fault(again, old, codes=(0,)) and f"afterwards {stage.fault(again, old, codes=(0,))}"
            )
        yield number, fault
        if ended.calls < number:
            return
