"""A drill: two workers as hosts of their own, in network namespaces, and the link of one is cut for good.

It needs root and `ip` (Debian: iproute2), and is run where FIRTH_DRILLS is set.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import ExitStack

import numpy as np
import pytest

import firth
from firth import distributed

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(
    not os.environ.get("FIRTH_DRILLS") or os.geteuid() != 0 or shutil.which("ip") is None,
    reason="a drill: it needs FIRTH_DRILLS=1, root and ip",
)

HERE, PORT = "10.77.0.1", 8786
HOSTS = ("10.77.0.2", "10.77.0.3")
IMPATIENT = {
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "5s",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": "12s",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s",
}


def ip(words):
    subprocess.run(["ip", *words.split()], check=True)


def wait_until_it_listens():
    for _ in range(120):
        try:
            socket.create_connection((HERE, PORT), timeout=1).close()
        except OSError:
            time.sleep(0.5)
        else:
            return
    raise TimeoutError("the scheduler does not listen")


@pytest.fixture
def network():
    """A bridge with this machine and two hosts, each with a link of its own."""
    with ExitStack() as stack:
        ip("link add firthbr type bridge")
        stack.callback(ip, "link del firthbr")
        ip(f"addr add {HERE}/24 dev firthbr")
        ip("link set firthbr up")
        for number, address in enumerate(HOSTS):
            name = f"firth{number}"
            ip(f"netns add {name}")
            stack.callback(ip, f"netns del {name}")
            ip(f"link add {name} type veth peer name eth0 netns {name}")
            ip(f"link set {name} master firthbr up")
            ip(f"-n {name} addr add {address}/24 dev eth0")
            ip(f"-n {name} link set eth0 up")
            ip(f"-n {name} link set lo up")
        yield


@pytest.fixture
def scheduler(network):
    """A scheduler here, and a worker on each host."""
    environment = os.environ | IMPATIENT | {"OMP_NUM_THREADS": "1", "FIRTH_THREADS": "1"}
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", HERE, "--port", str(PORT)],
            env=environment,
            stderr=subprocess.DEVNULL,
        )
    ]
    wait_until_it_listens()
    for number, address in enumerate(HOSTS):
        command = [sys.executable, "-m", "distributed.cli.dask_worker", f"tcp://{HERE}:{PORT}"]
        given = ["--nthreads", "1", "--no-nanny", "--host", address]
        started.append(
            subprocess.Popen(
                ["ip", "netns", "exec", f"firth{number}", *command, *given],
                env=environment,
                stderr=subprocess.DEVNULL,
            )
        )
    yield f"tcp://{HERE}:{PORT}"
    for process in started:
        process.kill()
        process.wait(30)


def test_work_goes_on_when_the_link_of_a_worker_is_cut(scheduler, text_files):
    here = firth.embed(firth.count(firth.encode(text_files, min_count=2)), dim=20)
    with distributed.connected(scheduler) as workers:
        workers.client.wait_for_workers(2, timeout=60)
        counts = distributed.count(text_files, workers, min_count=2)
        ip("link set firth1 down")
        there = distributed.embed(counts, dim=20)
        assert len(workers.client.scheduler_info()["workers"]) == 1
    np.testing.assert_array_equal(there.vectors, here.vectors)
