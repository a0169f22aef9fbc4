"""The answers of processes kept in blocks, so that a run that was stopped need not ask again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import chain, islice, pairwise
from typing import Any

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.blocks import Blocks
from firth.runtime.processes import in_processes

INPUTS_PER_BLOCK = 32
"""Inputs whose answers are kept together: of text, some ten megabytes."""


def in_kept_processes(
    function: Callable[[bytes], bytes],
    inputs: Iterable[bytes],
    workers: int | None,
    blocks: Blocks | None,
    *,
    key: str,
    how: object,
) -> Iterator[bytes]:
    """`in_processes`, with the answers to so many inputs in a row kept as a block.

    What an earlier run kept is found by the content of the inputs. how: what else answers depend on, as plain
    JSON values.
    """
    if blocks is None:
        yield from in_processes(function, inputs, workers)
        return
    source, place = iter(inputs), 0
    while group := list(islice(source, INPUTS_PER_BLOCK)):
        found = blocks.find(f"{key}-{place:06d}", _made_of(group, how))
        if found is None:
            break
        yield from _unpacked(found.arrays)
        place += 1
    passed: deque[bytes] = deque()

    def noted(rest: Iterable[bytes]) -> Iterator[bytes]:
        for one in rest:
            passed.append(one)
            yield one

    answers = in_processes(function, noted(chain(group, source)), workers)
    while done := list(islice(answers, INPUTS_PER_BLOCK)):
        made_of = _made_of([passed.popleft() for _ in done], how)
        blocks.put(f"{key}-{place:06d}", made_of, _packed(done))
        yield from done
        place += 1


def _made_of(inputs: list[bytes], how: object) -> dict[str, Any]:
    check = blake2b(digest_size=8)
    for one in inputs:
        check.update(len(one).to_bytes(8, "little"))
        check.update(one)
    return {"inputs": check.hexdigest(), "how": how}


def _packed(answers: list[bytes]) -> dict[str, Array]:
    ends = np.cumsum([0, *map(len, answers)], dtype=np.int64)
    return {"answers": np.frombuffer(b"".join(answers), np.uint8), "ends": ends}


def _unpacked(arrays: Mapping[str, Array]) -> Iterator[bytes]:
    for start, stop in pairwise(arrays["ends"].tolist()):
        yield arrays["answers"][start:stop].tobytes()
