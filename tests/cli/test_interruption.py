"""Ctrl-C and closed pipes."""

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


def test_ctrl_c_at_any_moment_leaves_a_whole_file_or_none(tmp_path):
    (tmp_path / "corpus.txt").write_text("a cat and a dog and a hen and an ox\n" * 100_000)
    (tmp_path / "out").mkdir()
    arguments = ["embed", tmp_path / "corpus.txt", "-o", tmp_path / "out" / "v.safetensors", "--dim", 2]
    process = subprocess.Popen(
        [sys.executable, "-m", "firth", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(1.2)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode in (0, 130), said
    assert "Traceback" not in said
    left = [path.name for path in (tmp_path / "out").iterdir()]
    assert left == (["v.safetensors"] if process.returncode == 0 else [])


def test_a_reader_that_goes_away_is_no_error(trained):
    script = f"{sys.executable} -m firth info {trained / 'vectors.safetensors'} --json | true"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
