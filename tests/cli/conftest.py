import random
import shlex
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from firth.cli.app import app

ANIMALS = ["cat", "dog", "horse", "cow", "sheep", "goat", "hen", "duck"]
VEHICLES = ["car", "bus", "train", "tram", "lorry", "ship", "plane", "bike"]


def small_text(lines=400):
    """Sentences about animals and about vehicles, which never meet."""
    rng = random.Random(0)
    sentences = []
    for line in range(lines):
        topic, verbs = (ANIMALS, "eats sleeps runs") if line % 2 else (VEHICLES, "stops starts breaks")
        words = rng.sample(topic, 4)
        sentences.append(
            f"the {words[0]} {rng.choice(verbs.split())} near a {words[1]}, {words[2]} and {words[3]}"
        )
    return "\n".join(sentences) + "\n"


@pytest.fixture
def firth():
    """Run a command line in this process."""

    def run(command):
        return CliRunner().invoke(app, shlex.split(command))

    return run


@pytest.fixture
def firth_process():
    """Run a command line as a process of its own."""

    def run(command, **options):
        arguments = [sys.executable, "-m", "firth", *shlex.split(command)]
        return subprocess.run(arguments, capture_output=True, text=True, timeout=120, check=False, **options)

    return run


@pytest.fixture(scope="session")
def trained(tmp_path_factory):
    """A folder with corpus.txt, counts.safetensors and vectors.safetensors."""
    folder = tmp_path_factory.mktemp("trained")
    (folder / "corpus.txt").write_text(small_text())
    command = (
        f"embed {folder}/corpus.txt -o {folder}/vectors.safetensors --counts {folder}/counts.safetensors "
        "--dim 8 --window 5 --min-count 2"
    )
    result = CliRunner().invoke(app, shlex.split(command))
    assert result.exit_code == 0, result.output
    return folder
