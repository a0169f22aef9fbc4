"""Little address space: a sentence instead of an abort, and the same bytes where there is enough."""

import os
import shlex
import subprocess
import sys

import pytest

from firth.cli import commands
from firth.runtime import address_space
from firth.runtime.memory import memory_budget

resource = pytest.importorskip("resource")

CORPUS = "a cat and a dog and a hen on the road with an ox\n" * 50
EMBED = "embed corpus.txt -o v.safetensors --dim 3"


@pytest.fixture
def within(tmp_path):
    """Run a command line in a process that may map so many bytes."""
    (tmp_path / "corpus.txt").write_text(CORPUS)
    (tmp_path / "t.csv").write_text("staff,none,some\nSM,4,2\nJM,4,3\nSE,25,10\n")

    def run(size, command):
        free = {name: value for name, value in os.environ.items() if not name.endswith("_THREADS")}
        return subprocess.run(
            [sys.executable, "-m", "firth", *shlex.split(command)],
            capture_output=True, text=True, cwd=tmp_path, timeout=120, env=free, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)),
        )  # fmt: skip

    return run


@pytest.mark.parametrize("size", [300_000_000, 600_000_000, 900_000_000])
@pytest.mark.parametrize("command", [EMBED, "ca t.csv -o out", "info v.safetensors"])
def test_what_the_libraries_cannot_begin_in_is_refused_in_a_sentence(within, tmp_path, size, command):
    made = within(size, command)
    assert made.returncode == 2
    assert made.stderr == (
        f"firth: the address space of this process is limited to {size // 10**6} MB (ulimit -v), and the "
        "libraries need 1 GB before any work; raise that limit, and hold the work itself with --memory.\n"
    )
    assert {path.name for path in tmp_path.iterdir()} == {"corpus.txt", "t.csv"}


def test_help_and_version_need_little(within):
    for command in ("embed -h", "-V"):
        assert within(200_000_000, command).returncode == 0


def test_with_little_room_the_bytes_are_the_same(within, tmp_path):
    made = within(1_500_000_000, EMBED)
    assert made.returncode == 0, made.stderr
    little = (tmp_path / "v.safetensors").read_bytes()
    assert within(resource.RLIM_INFINITY, f"{EMBED} --force").returncode == 0
    assert (tmp_path / "v.safetensors").read_bytes() == little


@pytest.mark.parametrize(
    "error", [NameError("PySeries"), RuntimeError("can't start new thread"), ImportError("x")]
)
def test_libraries_that_fail_within_a_limit_are_told_of_as_that(monkeypatch, error, capsys):
    def fail():
        with commands._plainly():
            raise error

    with pytest.raises(type(error)):  # without a limit it is a fault of its own
        fail()
    monkeypatch.setattr(commands, "address_space", lambda: 2_000_000_000)
    with pytest.raises(commands.typer.Exit):
        fail()
    assert "limited to 2 GB (ulimit -v), and the libraries need more" in capsys.readouterr().err


def test_the_budget_is_half_of_what_the_limit_leaves(monkeypatch):
    monkeypatch.setattr(address_space, "address_space", lambda: 1_200_000_000)
    assert memory_budget() == 100_000_000


def test_a_number_of_threads_that_is_given_stays(monkeypatch):
    monkeypatch.setattr(address_space, "address_space", lambda: 1_500_000_000)
    monkeypatch.setattr(address_space, "_ARENAS", 0)  # not for the tests that follow
    for name in address_space._THREADS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    address_space.spare_address_space()
    assert (os.environ["OMP_NUM_THREADS"], os.environ["POLARS_MAX_THREADS"]) == ("2", "1")
    for name in set(address_space._THREADS) - {"OMP_NUM_THREADS"}:
        del os.environ[name]  # monkeypatch did not set them
