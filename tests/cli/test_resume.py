"""Long work that is killed and goes on with --resume: the same bytes as without a stop."""

from __future__ import annotations

import bz2
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import pytest

from cli.conftest import small_text
from firth.runtime.blocks import Blocks

posix = pytest.mark.skipif(os.name != "posix", reason="processes are killed as on POSIX")

SMALL = """
import os, sys
from firth.counting import parts, segments
from firth.factorize import checkpoint, decomposition
from firth.runtime import kept_processes
from firth.runtime.blocks import Blocks
from firth.senses import train
from firth.text import parts as text, read
from firth.text.clean import tweets, wikipedia, wikipedia_dump

text.PART_BYTES, read.CHUNK_BYTES = 5_000, 1_500
parts.GROUP_CELLS, segments.SHORTEST_SEGMENT, segments.BLOCK_CELLS = 300, 1_000, 2_000
train.WORDS_PER_BLOCK, kept_processes.INPUTS_PER_BLOCK, tweets._BLOCK_BYTES = 3, 2, 1_000
wikipedia_dump._CHUNK_BYTES = 20_000
wikipedia.BLOCK_BYTES, checkpoint.SECONDS_BETWEEN, decomposition.SMALL = 1_000, 0.0, 5
wikipedia.memory_budget = lambda memory: 1
put, left = Blocks.put, [int(os.environ["KILLED_AFTER"])]

def counted(self, *block):
    made = put(self, *block)
    left[0] -= 1
    if left[0] == 0:
        os.kill(os.getpid(), 9)
    return made

Blocks.put = counted
from firth.cli import main
sys.exit(main())
"""
"""The command line with blocks of a few kilobytes, which kills itself when so many are made."""


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_text(small_text())
    return path


def run_small(arguments, killed_after=-1, **options):
    environment = os.environ | {"KILLED_AFTER": str(killed_after)}
    return subprocess.run(
        [sys.executable, "-c", SMALL, *map(str, arguments)],
        capture_output=True, text=True, timeout=120, check=False, env=environment, **options,
    )  # fmt: skip


TEXT = "--min-count 2 --window 3 --memory 30kB --threads 1"


@posix
@pytest.mark.parametrize("command", [f"count {TEXT}", f"embed {TEXT.replace('30kB', '100kB')} --dim 5"])
def test_work_that_is_killed_again_and_again_gives_the_same_bytes(corpus, tmp_path, command):
    name, *options = command.split()
    whole, output = tmp_path / "whole.safetensors", tmp_path / "out.safetensors"
    assert run_small([name, corpus, "-o", whole, *options]).returncode == 0
    killed, after = 0, 1
    arguments = [name, corpus, "-o", output, *options, "--resume"]
    while (done := run_small(arguments, killed_after=after)).returncode == -signal.SIGKILL:
        killed, after = killed + 1, after + 3
        assert not output.exists()
    assert done.returncode == 0, done.stderr
    assert killed > 1, "there were too few blocks to be stopped between"
    assert output.read_bytes() == whole.read_bytes()
    assert not (tmp_path / "out.safetensors.unfinished").exists()


def wide_table(path):
    """Nothing but noise, on which a factorization takes many steps."""
    rng = random.Random(0)
    names = [f"c{column}" for column in range(450)]
    rows = (",".join([f"r{row}", *(str(rng.randint(1, 9)) for _ in names)]) for row in range(470))
    path.write_text("\n".join([",".join(["name", *names]), *rows]) + "\n")


def noise(path):
    rng = random.Random(0)
    words = [f"w{number}" for number in range(600)]
    path.write_text("".join(f"{' '.join(rng.choices(words, k=20))}\n" for _ in range(700)))


def dump(path):
    text = "<revision><text>Page {n} is short. It ends with {n}.</text></revision>"
    pages = (f"<page><title>T{n}</title><ns>0</ns>{text.format(n=n)}</page>\n" for n in range(4000))
    path.write_bytes(bz2.compress(f'<mediawiki xml:lang="en">{"".join(pages)}</mediawiki>'.encode()))


COMMANDS = {
    "senses": "senses train corpus.txt -o {output}.safetensors --all --senses 2 --min-count 2 --window 3",
    "tweets": "clean tweets corpus.txt -o {output}.txt --threads 2",
    "wikipedia": "clean wikipedia dump.xml.bz2 -o {output}.txt --threads 2",
    "documents": "documents embed noise.txt -o {output}.npy --kind ca --dim 5",
    "embed": "embed noise.txt -o {output}.safetensors --dim 9 --min-count 1",
    "ca": "ca table.csv -o {output} --axes 5 --clusters none --replicates 0",
}


@posix
@pytest.mark.parametrize("name", COMMANDS)
def test_every_long_command_goes_on_with_the_same_bytes(corpus, tmp_path, name):
    dump(tmp_path / "dump.xml.bz2")
    wide_table(tmp_path / "table.csv")
    noise(tmp_path / "noise.txt")
    whole, gone_on = (COMMANDS[name].format(output=output).split() for output in ("whole", "out"))
    done = run_small(whole, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    killed, after = 0, 1
    while (done := run_small([*gone_on, "--resume"], killed_after=after, cwd=tmp_path)).returncode < 0:
        killed, after = killed + 1, after + 3
    assert done.returncode == 0, done.stderr
    assert killed, "nothing was kept"
    outputs = [sorted(tmp_path.glob(f"{name}*")) for name in ("whole", "out")]
    assert [path.name.replace("whole", "out") for path in outputs[0]] == [path.name for path in outputs[1]]
    for one, other in zip(*(files_of(path) for (path,) in outputs), strict=True):
        assert one.read_bytes() == other.read_bytes()


def files_of(path):
    return sorted(path.iterdir()) if path.is_dir() else [path]


@posix
def test_what_was_read_and_counted_is_not_read_and_counted_again(corpus, tmp_path):
    output = tmp_path / "out.safetensors"
    arguments = ["count", corpus, "-o", output, *TEXT.split(), "--resume"]
    made = 12
    assert run_small(arguments, killed_after=made).returncode == -signal.SIGKILL
    folder = tmp_path / "out.safetensors.unfinished"
    kept = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert len(kept) == made + 1
    assert run_small(arguments, killed_after=1).returncode == -signal.SIGKILL
    now = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert len(now) == made + 2
    assert {name for name in kept if now[name] != kept[name]} == {"manifest.json"}


@posix
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda corpus: corpus.write_text(small_text(500)), "sources bytes was"),
        (lambda corpus: os.utime(corpus, ns=(1, 1)), "sources changed was"),
    ],
)
def test_a_text_that_changed_is_refused_with_the_way_out(corpus, tmp_path, change, said):
    arguments = ["count", corpus, "-o", tmp_path / "o.safetensors", *TEXT.split(), "--resume"]
    run_small(arguments, killed_after=2)
    change(corpus)
    refused = run_small(arguments)
    assert refused.returncode == 2
    assert said in refused.stderr
    assert "remove it to begin anew (rm -r" in refused.stderr
    other = run_small([*arguments, "--window", "4"])
    assert "holds other work than this" in other.stderr


@posix
def test_other_memory_and_threads_go_on_with_the_same_result(corpus, tmp_path):
    whole, output = tmp_path / "whole.safetensors", tmp_path / "out.safetensors"
    run_small(["count", corpus, "-o", whole, *TEXT.split()])
    arguments = ["count", corpus, "-o", output, *TEXT.split(), "--resume"]
    run_small(arguments, killed_after=9)
    done = run_small([*arguments, "--memory", "1MB", "--threads", "2"])
    assert done.returncode == 0, done.stderr
    assert output.read_bytes() == whole.read_bytes()


@posix
def test_without_resume_nothing_is_kept_and_what_lies_there_is_told(corpus, tmp_path):
    arguments = ["count", corpus, "-o", tmp_path / "o.safetensors", *TEXT.split()]
    run_small([*arguments, "--resume"], killed_after=3)
    folder = tmp_path / "o.safetensors.unfinished"
    kept = sorted(folder.iterdir())
    done = run_small(arguments)
    assert done.returncode == 0
    assert f"firth: note: {folder} is left of an earlier run; --resume goes on from it." in done.stderr
    assert sorted(folder.iterdir()) == kept


@posix
def test_a_block_cut_or_lost_is_made_again(corpus, tmp_path):
    whole, output = tmp_path / "whole.safetensors", tmp_path / "out.safetensors"
    run_small(["count", corpus, "-o", whole, *TEXT.split()])
    arguments = ["count", corpus, "-o", output, *TEXT.split(), "--resume"]
    run_small(arguments, killed_after=9)
    folder = tmp_path / "out.safetensors.unfinished"
    first, second, *_ = sorted(folder.glob("*.safetensors"))
    first.unlink()
    second.write_bytes(second.read_bytes()[:-9])
    assert run_small(arguments).returncode == 0
    assert output.read_bytes() == whole.read_bytes()


def test_standard_input_cannot_be_gone_on_from(tmp_path):
    refused = run_small(["count", "-", "-o", tmp_path / "o.safetensors", "--resume"], input="a b\n")
    assert refused.returncode == 2
    assert "standard input cannot be read again" in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_second_process_is_told_to_wait(corpus, tmp_path, firth):
    folder = tmp_path / "o.safetensors.unfinished"
    with Blocks(folder, {}):
        refused = firth(f"count {corpus} -o {tmp_path}/o.safetensors --resume")
    assert refused.exit_code == 2
    assert "another process works in" in refused.stderr


KILLS = int(os.environ.get("FIRTH_KILLS", "4"))
"""FIRTH_KILLS=100 pytest -s tests/cli/test_resume.py -k random is the whole drill, and prints counts."""


@posix
@pytest.mark.parametrize("command", [f"count {TEXT}", "embed --dim 5"])
def test_kills_at_random_moments_give_the_same_bytes(corpus, tmp_path, command):
    name, *options = command.split()
    whole, output = tmp_path / "whole.safetensors", tmp_path / "out.safetensors"
    folder = tmp_path / "out.safetensors.unfinished"
    began = time.monotonic()
    assert run_small([name, corpus, "-o", whole, *options, "--resume"]).returncode == 0
    took = time.monotonic() - began
    arguments = [sys.executable, "-c", SMALL, name, str(corpus), "-o", str(output), *options, "--resume"]
    rng, kept, finished = random.Random(name), 0, 0
    for _ in range(KILLS):
        process = subprocess.Popen(arguments, env=os.environ | {"KILLED_AFTER": "-1"})
        time.sleep(rng.uniform(took / 4, took))
        process.kill()
        process.wait()
        finished += output.exists()
        kept += len(list(folder.glob("*"))) > 1
        if not output.exists():
            done = run_small(arguments[3:])
            assert done.returncode == 0, done.stderr
        assert output.read_bytes() == whole.read_bytes()
        output.unlink()
        if folder.exists():  # killed after the output was there, before the folder was removed
            shutil.rmtree(folder)
    counts = f"{kept} with blocks kept, {finished} after the end"
    sys.stdout.write(f"{name}: {KILLS} kills, {counts}; all the same bytes\n")
