import subprocess
import sys

import pytest

COMMANDS = [
    "ca",
    "nlca",
    "gini",
    "sphere",
    "reproduce",
    "clean",
    "senses",
    "clusters",
    "count",
    "embed",
    "neighbors",
    "similarity",
    "analogy",
    "evaluate",
    "compare",
    "tune",
    "plot",
    "export",
    "info",
    "recipes",
    "demo",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_sentence_and_examples(firth, command):
    shown = firth(f"{command} --help")
    assert shown.exit_code == 0
    assert "Examples" in shown.stdout
    assert f"firth {command}" in shown.stdout


def test_all_commands_are_listed(firth):
    shown = firth("--help").stdout
    assert all(command in shown for command in COMMANDS)


def test_help_imports_nothing_heavy():
    program = (
        "import sys\n"
        "from firth.cli.app import app\n"
        "heavy = {'numpy', 'scipy', 'polars', 'numba', 'sklearn', 'safetensors'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_query_imports_neither_polars_nor_numba_nor_scipy(trained):
    program = (
        "import sys\n"
        "from firth.cli.app import app\n"
        f"app(['neighbors', {str(trained / 'vectors.safetensors')!r}, 'cat'], standalone_mode=False)\n"
        "heavy = {'scipy', 'polars', 'numba', 'sklearn'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
