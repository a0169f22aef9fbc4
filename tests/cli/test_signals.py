"""Ctrl-C, termination, closed terminals and closed pipes."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")


def test_ctrl_c_during_counting_exits_with_130_and_leaves_no_file(tmp_path):
    (tmp_path / "corpus.txt").write_text("a cat and a dog and a hen\n" * 50)
    (tmp_path / "out").mkdir()
    program = textwrap.dedent("""
        import sys, time
        import firth.counting.cooccurrence as cooccurrence
        from firth.cli import main

        def endless(*arguments, **options):
            print("counting", flush=True)
            time.sleep(60)

        cooccurrence.count_table = endless
        main()
    """)
    arguments = ["count", tmp_path / "corpus.txt", "-o", tmp_path / "out" / "c.safetensors"]
    process = subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "counting\n"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert said == "firth: stopped; no partial file is left.\n"
    assert list((tmp_path / "out").iterdir()) == []


def test_an_experiment_that_is_stopped_says_where_it_goes_on(tmp_path):
    program = textwrap.dedent("""
        import time
        import firth_papers
        from firth.cli import main

        def endless(name, *, output, **options):
            (output / "cache").mkdir(parents=True)
            print("measuring", flush=True)
            time.sleep(60)

        firth_papers.reproduce = endless
        main()
    """)
    process = subprocess.Popen(
        [sys.executable, "-c", program, "reproduce", "imdb", "-o", "found"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert process.stdout.readline() == "measuring\n"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert said == "firth: stopped; the same command goes on from found/cache.\n"


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (getattr(signal, "SIGHUP", signal.SIGINT), 129)],
)
def test_a_signal_while_a_file_is_written_removes_what_was_written(tmp_path, number, code):
    program = textwrap.dedent(f"""
        import signal
        import time
        from firth.cli.signals import stop_on_signals
        from firth.runtime.atomic import whole_file

        signal.signal({int(number)}, signal.SIG_DFL)  # nohup ignores SIGHUP, and so do its children
        stop_on_signals()
        with whole_file({str(tmp_path / "v.safetensors")!r}) as temporary:
            temporary.write_bytes(b"half")
            print("writing", flush=True)
            time.sleep(60)
    """)
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "writing\n"
    process.send_signal(number)
    process.communicate(timeout=30)
    assert process.returncode == code
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("seconds", [0.4, 0.8, 1.3, 2.0])
def test_ctrl_c_at_any_moment_leaves_a_whole_file_or_none(tmp_path, seconds):
    (tmp_path / "corpus.txt").write_text("a cat and a dog and a hen and an ox\n" * 100_000)
    (tmp_path / "out").mkdir()
    arguments = ["embed", tmp_path / "corpus.txt", "-o", tmp_path / "out" / "v.safetensors", "--dim", 2]
    process = subprocess.Popen(
        [sys.executable, "-m", "firth", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")},  # so that it compiles for a while
    )
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    left = [path.name for path in (tmp_path / "out").iterdir()]
    assert (process.returncode, said, left) in (
        (130, "firth: stopped; no partial file is left.\n", []),
        (130, "firth: stopped; no partial file is left.\n", ["v.safetensors"]),  # it was whole already
        (0, "", ["v.safetensors"]),
    )


def test_a_reader_that_goes_away_is_no_error(trained):
    script = f"{sys.executable} -m firth info {trained / 'vectors.safetensors'} --json | true"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""


@pytest.fixture
def run_program():
    """Run lines that signals stop; exit code and what is said."""

    def run(*lines: str) -> tuple[int, str]:
        begin = (
            "import ctypes, os, signal, threading, time",
            "from pathlib import Path",
            "from firth.cli.signals import goes_on_from, is_done, stop_on_signals",
            # nohup ignores it, and so do its children
            "signal.signal(getattr(signal, 'SIGHUP', signal.SIGINT), signal.SIG_DFL)",
            "stop_on_signals()",
        )
        program = [sys.executable, "-c", "\n".join([*begin, *lines])]
        done = subprocess.run(program, capture_output=True, text=True, timeout=30)
        return done.returncode, done.stderr

    return run


@pytest.fixture
def stopped_elsewhere(run_program):
    """Run a program whose other thread gets Ctrl-C while `wait` is under way; exit code and what is said."""

    def run(before: str, wait: str) -> tuple[int, str]:
        return run_program(
            before,
            "other = threading.Thread(target=time.sleep, args=(60,), daemon=True)",
            "other.start()",
            "send = threading.Timer(0.2, signal.pthread_kill, (other.ident, signal.SIGINT))",
            "send.start()",
            wait,
        )

    return run


def test_ctrl_c_that_another_thread_gets_ends_a_main_thread_that_waits_for_a_pipe(stopped_elsewhere):
    assert stopped_elsewhere("", "os.read(os.pipe()[0], 1)") == (
        130,
        "firth: stopped; no partial file is left.\n",
    )


@pytest.mark.parametrize(
    "lock",
    [
        "from firth.runtime.parallel import _pool; lock = _pool(2)._shutdown_lock",
        "lock = threading.Lock()",
        "from firth.runtime.new_files import all_or_nothing; lock = all_or_nothing()",
    ],
)
@pytest.mark.parametrize("number", ["INT", "TERM", "HUP"])
def test_a_lock_that_the_interrupted_thread_holds_does_not_stop_the_saving(
    run_program, tmp_path, lock, number
):
    path = tmp_path / "state"
    save = f"""
def save():
    if hasattr(lock, "acquire"):
        with lock:
            pass
    from firth.runtime.parallel import in_order
    Path({str(path)!r}).write_text(str(sum(in_order(int, range(100), 2))))
goes_on_from(Path({str(path)!r}), save)
"""
    held = f"with lock:\n    signal.raise_signal(signal.SIG{number})\n    time.sleep(0.3)\ntime.sleep(30)"
    code, said = run_program(lock, save, held)
    assert (code, said) == (
        {"INT": 130, "TERM": 143, "HUP": 129}[number],
        f"firth: stopped; the same command goes on from {path}.\n",
    )
    assert path.read_text() == "4950"


SLOWLY = "goes_on_from(path, lambda: (time.sleep(1.0), path.write_text('whole')))"


def test_two_signals_at_once_are_one_and_the_state_is_saved(run_program, tmp_path):
    path = tmp_path / "state"
    twice = "signal.raise_signal(signal.SIGTERM)\n" * 2  # as `timeout` sends them
    assert run_program(f"path = Path({str(path)!r})", SLOWLY, twice, "time.sleep(30)")[0] == 143
    assert path.read_text() == "whole"


def test_a_main_thread_that_is_done_while_the_state_is_saved_waits_for_the_end(run_program, tmp_path):
    path = tmp_path / "state"
    done = "signal.raise_signal(signal.SIGINT); time.sleep(0.3); is_done(path)"
    assert run_program(f"path = Path({str(path)!r})", SLOWLY, done)[0] == 130
    assert path.read_text() == "whole"


def test_a_closed_terminal_does_not_stop_what_nohup_began(tmp_path):
    program = (
        "import signal, time\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from firth.cli.signals import stop_on_signals\n"
        "stop_on_signals()\n"
        "signal.raise_signal(signal.SIGHUP)\n"
        "time.sleep(0.3)\n"
        "print('went on')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "went on\n"


def test_a_main_thread_that_wakes_while_the_state_is_saved_waits_for_it(stopped_elsewhere, tmp_path):
    path = tmp_path / "state"
    before = (
        f"path = Path({str(path)!r})\ngoes_on_from(path, lambda: (time.sleep(1.0), path.write_text('whole')))"
    )
    native = "for _ in range(60): ctypes.CDLL(None).usleep(900_000)"  # back in Python after 0.9 seconds
    code, said = stopped_elsewhere(before, native)
    assert (code, said) == (130, f"firth: stopped; the same command goes on from {path}.\n")
    assert path.read_text() == "whole"
