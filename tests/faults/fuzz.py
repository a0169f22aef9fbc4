"""Coverage-guided fuzzing of one reader: nothing may come out of it but a result or a FirthError.

`python -m tests.faults.fuzz READER --seconds 60` prints how many inputs there were and what was found.
It needs atheris (`pip install atheris`), which no test does.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .readers import READERS, Reader

LONGEST = 4096
"""Bytes of an input; small ones find as much, sooner."""

SECONDS_OF_ONE = 30
MEGABYTES = 3000
"""An input that takes more than these is a fault too."""


def fuzz(reader: str, seconds: int, found: Path, runs: int = -1) -> tuple[int, str]:
    """How many inputs a reader had in so many seconds, and what ended it early, if anything did.

    found: a folder for what raised something else than a FirthError, a file for each kind.
    """
    found.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=_fast_folder()) as folder:
        seeds = Path(folder, "seeds")
        seeds.mkdir()
        for number, seed in enumerate(READERS[reader].seeds()):
            (seeds / f"seed-{number}").write_bytes(seed)
        command = [
            sys.executable, "-W", "ignore", "-m", f"{__package__}.fuzz", reader, "--child",
            "--found", str(found), "--work", folder,
            f"-runs={runs}", f"-max_total_time={seconds}", f"-timeout={SECONDS_OF_ONE}",
            f"-rss_limit_mb={MEGABYTES}", f"-max_len={LONGEST}", "-print_final_stats=1",
            f"-artifact_prefix={found}/{reader}-", str(seeds),
        ]  # fmt: skip
        alone = os.environ | {"POLARS_MAX_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", check=False, env=alone
        )
    counted = re.findall(r"number_of_executed_units: (\d+)", done.stderr)
    inputs = int(counted[-1]) if counted else 0
    return inputs, "" if done.returncode == 0 and counted else done.stderr[-2000:]


def _fast_folder() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _child(name: str, work: Path, found: Path, arguments: list[str]) -> None:
    import atheris

    # Compiled kernels cannot be watched, and need not be.
    with atheris.instrument_imports(include=["firth"], exclude=_kernels()):
        import firth.cli.app
        import firth.datasets.tables
        import firth.runtime.blocks
        import firth.store
        import firth.text.clean  # noqa: F401
    _keep_process_of_parquet()
    reader = READERS[name]
    for seed in reader.seeds():  # what is imported late
        attempt(reader, seed, work)

    def one_input(data: bytes) -> None:
        error = attempt(reader, data, work)
        if error is not None:
            _keep(name, error, data, found)

    atheris.Setup([sys.argv[0], *arguments], one_input)
    atheris.Fuzz()


def _keep_process_of_parquet() -> None:
    """One process reads many files, until it is lost: each of its own would take half a second."""
    from firth.runtime.processes import LostProcessError, process_of
    from firth.text import parquet

    kept: dict[str, Any] = {}

    @contextmanager
    def lasting(function: Any) -> Iterator[Any]:
        def ask(question: bytes) -> bytes:
            if "ask" not in kept:
                kept["context"] = process_of(function)
                kept["ask"] = kept["context"].__enter__()
            try:
                return kept["ask"](question)
            except LostProcessError:
                kept.pop("context").__exit__(None, None, None)
                del kept["ask"]
                raise

        yield ask

    parquet.process_of = lasting


def _kernels() -> list[str]:
    import firth

    root = Path(firth.__file__).parent
    return [
        ".".join(("firth", *path.relative_to(root).with_suffix("").parts))
        for path in root.rglob("*_kernels.py")
    ]


def attempt(reader: Reader, data: bytes, folder: Path) -> BaseException | None:
    """What a reader raises on a file with this content, unless it is a FirthError."""
    from firth.errors import FirthError

    place = folder / "read"
    place.mkdir(exist_ok=True)
    path = place / reader.name
    path.write_bytes(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            reader.read(path)
    except FirthError:
        return None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a panic of polars is no Exception
        return error
    return None


def _keep(name: str, error: BaseException, data: bytes, found: Path) -> None:
    """Keep the smallest input that raises this error in this place."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "firth" in frame.filename]
    place = f"{Path(frames[-1].filename).stem}-{frames[-1].name}" if frames else "nowhere"
    path = found / f"{name}-{type(error).__name__}-{place}".replace("<", "").replace(">", "")
    if not path.exists() or path.stat().st_size > len(data):
        path.write_bytes(data)
        said = "".join(traceback.format_exception(error))
        path.with_name(path.name + ".log").write_text(said, errors="replace")


def main() -> None:
    """Fuzz the readers named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("readers", nargs="*", metavar="READER", help=", ".join(READERS))
    parser.add_argument("--seconds", type=int, default=60, help="of each reader")
    parser.add_argument("--found", type=Path, default=Path("found"), help="the folder for what is found")
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options, rest = parser.parse_known_args()
    if options.child:
        _child(options.readers[0], options.work, options.found, rest + options.readers[1:])
        return
    total = 0
    for name in options.readers or READERS:
        inputs, ended = fuzz(name, options.seconds, options.found)
        total += inputs
        print(f"{name:20} {inputs:>9,} inputs{'; ended early' if ended else ''}", flush=True)
        if ended:
            print(ended, flush=True)
    print(f"{'all':20} {total:>9,} inputs")


if __name__ == "__main__":
    main()
