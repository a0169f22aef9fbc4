"""What benchmarks say of a child process is true of the child alone."""

from __future__ import annotations

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="benchmarks measure with POSIX's wait4")

MEASURE = Path(__file__).parents[2] / "benchmarks" / "measure.py"


@pytest.fixture(scope="module")
def measure():
    """benchmarks/measure.py, which is no part of the package."""
    spec = spec_from_file_location("measure", MEASURE)
    module = module_from_spec(spec)
    sys.modules["measure"] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    yield module
    del sys.modules["measure"]


def test_the_peak_is_that_of_the_child_though_its_parent_held_more(measure):
    held = np.ones(50_000_000)  # 400 MB, touched
    small = measure.run([sys.executable, "-c", ""]).peak_mb
    large = measure.run([sys.executable, "-c", "b = b'x' * 150_000_000"]).peak_mb
    assert held.nbytes == 400_000_000
    assert 0 < small < 100
    assert 150 < large < 250


def test_processor_time_is_that_of_the_child_and_not_its_waiting(measure):
    program = "import time; time.sleep(0.5)\nwhile time.process_time() < 0.5: pass"
    done = measure.run([sys.executable, "-c", program])
    assert 0.5 <= done.cpu_seconds < done.seconds


def test_what_a_child_prints_and_is_told_goes_through(measure):
    program = "import os, sys; print(os.environ['SAID'], *sys.argv[1:])"
    assert (
        measure.run([sys.executable, "-c", program, "a b", "--c"], SAID="hello").output == "hello a b --c\n"
    )


@pytest.mark.parametrize(
    ("program", "code"), [("raise SystemExit(3)", 3), ("import os; os.kill(os.getpid(), 9)", -9)]
)
def test_a_child_that_fails_stops_the_benchmark(measure, program, code):
    with pytest.raises(SystemExit, match=f"exit code {code}"):
        measure.run([sys.executable, "-c", program])


def test_a_command_that_is_not_there_stops_the_benchmark(measure):
    with pytest.raises(SystemExit, match="/nowhere/command"):
        measure.run(["/nowhere/command"])
