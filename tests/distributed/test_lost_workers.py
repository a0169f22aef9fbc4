"""A worker that dies or sleeps costs time, and changes nothing."""

import os
import signal
import threading

import numpy as np
import pytest

import firth
from firth import distributed
from firth.errors import InputError

pytest.importorskip("distributed")


def worker_pids(workers):
    return list(workers.client.run(os.getpid).values())


def test_blocks_of_a_worker_that_was_killed_are_made_again(text_files):
    here = firth.embed(firth.count(firth.encode(text_files, min_count=2)), dim=20)
    with distributed.connected("local:2") as workers:
        counts = distributed.count(text_files, workers, min_count=2)
        os.kill(worker_pids(workers)[0], signal.SIGKILL)
        there = distributed.embed(counts, dim=20)
    assert there.vectors.tobytes() == here.vectors.tobytes()


def test_a_worker_that_is_stopped_for_a_while_is_waited_for(text_files):
    here = firth.count(firth.encode(text_files))
    with distributed.connected("local:2") as workers:
        pid = worker_pids(workers)[0]
        os.kill(pid, signal.SIGSTOP)
        threading.Timer(2.0, os.kill, (pid, signal.SIGCONT)).start()
        there = distributed.count(text_files, workers).collect()
    np.testing.assert_array_equal(there.matrix.data, here.matrix.data)


@pytest.mark.parametrize("cluster", ["local:0", "local:two", "local:-1"])
def test_a_number_of_processes_that_is_none_is_refused(cluster):
    with pytest.raises(InputError, match="local:2 starts two processes"), distributed.connected(cluster):
        pass


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch):
    monkeypatch.setattr("firth.distributed.workers.SECONDS_TO_CONNECT", 1)
    with (
        pytest.raises(InputError, match=r"no scheduler answers at 'tcp://127\.0\.0\.1:1'"),
        distributed.connected("tcp://127.0.0.1:1"),
    ):
        pass
