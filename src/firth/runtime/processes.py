"""Processes for work that holds Python's lock, such as regular expressions, where threads would not help.

Plain pipes and no fork: nothing of the caller's program is run again, and a worker whose pipe is closed, for
whatever reason, ends.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from queue import SimpleQueue
from typing import IO

from firth.errors import FirthError
from firth.runtime.parallel import in_order, thread_count

_LENGTH_BYTES = 8


def in_processes(
    function: Callable[[bytes], bytes], blocks: Iterable[bytes], workers: int | None = None
) -> Iterator[bytes]:
    """function(block) for each block, in their order, at most a few blocks ahead of the reader.

    function: of a module, or a `partial` of one. With one worker, or one block, it is called right here.
    """
    source = iter(blocks)
    first = list(islice(source, 2))
    count = thread_count(workers)
    if count == 1 or len(first) < 2:
        yield from map(function, chain(first, source))
        return
    idle: SimpleQueue[_Worker] = SimpleQueue()
    team = [_Worker(function) for _ in range(count)]
    for worker in team:
        idle.put(worker)

    def by_the_next(block: bytes) -> bytes:
        worker = idle.get()
        try:
            return worker.answer(block)
        finally:
            idle.put(worker)

    try:
        yield from in_order(by_the_next, chain(first, source), count)
    finally:
        for worker in team:
            worker.end()


class LostProcessError(FirthError):
    """A process that works for this one has ended, for want of memory or at a fault of a library."""


@contextmanager
def process_of(function: Callable[[bytes], bytes]) -> Iterator[Callable[[bytes], bytes]]:
    """The same function, called in a process of its own: for libraries that may end the process they are in.

    What is printed there is not seen. A process that is lost is a LostProcessError.
    """
    worker = _Worker(function, quiet=True)
    try:
        yield worker.answer
    finally:
        worker.end()


class _Worker:
    """A Python that answers blocks, one at a time."""

    def __init__(self, function: Callable[[bytes], bytes], *, quiet: bool = False) -> None:
        program = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            start_new_session=True,  # Ctrl-C is for the caller alone
        )
        self._send(pickle.dumps(function))

    def answer(self, block: bytes) -> bytes:
        self._send(block)
        assert self._process.stdout is not None
        answer = _receive(self._process.stdout)
        if answer is None:
            raise self._lost()
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _send(self, data: bytes) -> None:
        assert self._process.stdin is not None
        try:
            _send(self._process.stdin, data)
        except OSError as error:
            raise self._lost() from error

    def _lost(self) -> LostProcessError:
        code = self._process.wait()
        return LostProcessError(
            f"a worker process ended with exit code {code}; if it ran out of memory, use 1 thread."
        )


def serve() -> None:
    """Be a worker: the first message is the function, each later one a block to answer."""
    messages, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may get between the answers
    sent = _receive(messages)
    if sent is None:
        return
    function = pickle.loads(sent)
    try:
        while (block := _receive(messages)) is not None:
            _send(answers, function(block))
    except BrokenPipeError:  # nobody waits for the answer any more
        pass


def _send(stream: IO[bytes], data: bytes) -> None:
    stream.write(len(data).to_bytes(_LENGTH_BYTES, "little"))
    stream.write(data)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes | None:
    """The next message; none when the other side is gone."""
    length = stream.read(_LENGTH_BYTES)
    if len(length) < _LENGTH_BYTES:
        return None
    size = int.from_bytes(length, "little")
    data = stream.read(size)
    return data if len(data) == size else None
