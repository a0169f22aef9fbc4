"""Runs `firth` many times in children of one process that has imported it: a start-up is paid once.

Each line of the input asks for a run, as JSON; each line of the output tells how it ended.
"""

from __future__ import annotations

import ctypes
import fcntl
import importlib
import json
import os
import resource
import signal
import sys
import time
from pathlib import Path
from typing import Any

IMPORTED = (
    "firth.cli.app", "firth.estimators", "firth.evaluate", "firth.plots", "firth.senses",
    "firth.sphere.kubwe", "firth.tune", "firth.ca", "firth.counting", "firth.factorize", "firth.clusters",
    "firth.text.clean", "firth.datasets.tables", "matplotlib.backends.backend_agg", "matplotlib.pyplot",
    "scipy.sparse.linalg", "sklearn.model_selection", "sklearn.svm", "sklearn.linear_model",
    "typer.testing",
)  # fmt: skip

_CODES = {"open": 5, "read": 5, "write": 28, "fsync": 5, "rename": 5, "mmap": 12}
"""EIO; ENOSPC, no space left; ENOMEM, no memory."""

_MOST_SAID = 1 << 20


def main() -> None:
    """Answer runs until the input ends."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # firth goes on where nohup had it ignored
    for name in IMPORTED:
        importlib.import_module(name)
    from numba.core.registry import cpu_target

    cpu_target.target_context.refresh()  # which every child would do for half a second
    library = ctypes.CDLL(None)
    watched = hasattr(library, "armed")
    for line in sys.stdin:
        asked = json.loads(line)
        if watched:
            library.armed(b"", 0, 0, b"/")
        if asked.get("fails") and watched:
            kind, when = asked["fails"]
            library.armed(kind.encode(), when, _CODES[kind], asked["folder"].encode())
        begun, begins = os.pipe()
        heard, says = os.pipe()  # no file, whose length may be limited
        fcntl.fcntl(says, fcntl.F_SETPIPE_SZ, _MOST_SAID)
        child = os.fork()
        if not child:
            os.close(begun)
            _run(asked, begins, says)
        os.close(begins)
        os.close(says)
        os.read(begun, 1)
        os.close(begun)
        code, stopped = _ended(child, asked)
        os.set_blocking(heard, False)  # a child of its own may hold the other end
        try:
            said = os.read(heard, _MOST_SAID)
        except BlockingIOError:
            said = b""
        os.close(heard)
        if watched:
            calls = library.calls()
            library.armed(b"", 0, 0, b"/")
        else:
            calls = 0
        told = {"code": code, "calls": calls, "stopped": stopped, "said": said.decode(errors="replace")}
        print(json.dumps(told), flush=True)


def _run(asked: dict[str, Any], begins: int, said: int) -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, file in ((0, nothing), (1, said), (2, said)):
        os.dup2(file, number)
    os.setsid()  # a signal for all of its processes does not reach us
    os.environ.update(asked.get("environment", {}))
    for name, most in asked.get("limits", {}).items():
        resource.setrlimit(getattr(resource, name), (most, most))
        if name == "RLIMIT_FSIZE":
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    for name, value in asked.get("settings", {}).items():
        module, _, constant = name.rpartition(".")
        setattr(importlib.import_module(module), constant, value)
    os.chdir(asked["folder"])
    sys.argv = ["firth", *asked["arguments"]]
    code = 70
    try:
        from firth.cli import main as firth

        os.close(begins)
        firth()
        code = 0
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _ended(child: int, asked: dict[str, Any]) -> tuple[int, bool]:
    """The exit code of a child, and whether it was still there to be stopped."""
    stop, after = asked.get("stop") or (None, None)
    began = time.monotonic()
    pause, changed = asked.get("pause") or (None, [])
    deadline = began + asked.get("seconds", 120)
    stopped = False
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status), stopped
        now = time.monotonic()
        if pause is not None and now - began >= pause:
            os.kill(child, signal.SIGSTOP)
            change(*changed)
            os.kill(child, signal.SIGCONT)
            pause = None
        if stop is not None and not stopped and now - began >= after:
            os.kill(child, stop)
            stopped = True
        if now > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return -999, stopped  # it hung
        time.sleep(0.002)


def change(how: str, path: str | Path) -> None:
    """What happens to a file that a run reads."""
    file = Path(path)
    content = file.read_bytes()
    if how == "removed":
        file.unlink()
    elif how == "replaced":
        file.with_name("other").write_bytes(content[::-1])
        file.with_name("other").replace(file)
    elif how == "cut":
        os.truncate(file, len(content) // 3)
    elif how == "overwritten":
        with file.open("r+b") as written:
            written.write(content[::-1])
    elif how == "longer":
        with file.open("ab") as written:
            written.write(content)


if __name__ == "__main__":
    main()
