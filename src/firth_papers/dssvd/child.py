"""One contender in a process of its own:

python -m firth_papers.dssvd.child NAME TABLE.npz AXES SEED PARENT

prints its seconds, the memory it needed beyond the loaded table and its singular values as JSON. It ends
with the process whose number is PARENT.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from pathlib import Path
from threading import Thread

import numpy as np

from firth.runtime.arrays import Sparse
from firth_papers.dssvd.contenders import CONTENDERS

WARMING = {"sparse": 1300, "dense": 100}
"""Side of the table that is solved first. firth would leave a smaller one to LAPACK, and compile nothing."""


def main(name: str, path: str, axes: str, seed: str, parent: str) -> None:
    """Load, warm up so that neither imports nor compilation are counted, solve."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # at once, in the midst of LAPACK too
    Thread(target=_end_with, args=(int(parent),), daemon=True).start()
    from scipy import sparse

    table: Sparse = sparse.csr_array(sparse.load_npz(path))
    contender = CONTENDERS[name]
    side = WARMING["dense" if contender.copies else "sparse"]
    contender.solve(_band(side), min(int(axes), side // 2), int(seed))
    before, _ = resident_bytes()
    began = time.perf_counter()
    values = contender.solve(table, int(axes), int(seed))
    seconds = time.perf_counter() - began
    _, most = resident_bytes()
    result = {"seconds": seconds, "memory": most - before, "values": values.tolist()}
    sys.stdout.write(json.dumps(result))


def resident_bytes() -> tuple[int, int]:
    """What this process holds in memory now, and the most it has held; the latter twice without /proc.

    The peak that getrusage and wait4 give is no good on Linux: a new process begins with its parent's.
    """
    status = Path("/proc/self/status")
    if status.exists():
        found = dict(re.findall(r"(VmRSS|VmHWM):\s*(\d+) kB", status.read_text(encoding="ascii")))
        return int(found["VmRSS"]) * 1024, int(found["VmHWM"]) * 1024
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return most, most


def _band(side: int) -> Sparse:
    """Counts beside the diagonal and on it."""
    from scipy import sparse

    return sparse.csr_array(
        sparse.diags_array([2, 1, 1], offsets=[0, 1, 5], shape=(side, side), dtype=np.int64)
    )


def _end_with(parent: int) -> None:
    # A parent that is ended at once, as by Ctrl-C on the command line, has no time to end its children.
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
