"""Every block of Python and of commands in README and docs runs, and prints what the page shows below it.

The files that pages speak of are small stand-ins of the same names. What is not run or compared is listed.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
import shutil
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from blocks import PAGES, ROOT, Block, agrees, blocks, commands, name_of
from docs.stand_ins import write_stand_ins

LANGUAGES = {"", "console", "pycon", "python", "sh", "text", "toml"}
"""A block without a language holds an equation or a drawing, and text without code is a part of a file."""

NOT_RUN = {
    "README.md": ["pip install . && firth demo", 'pip install ".[test]" && pytest -n 2 --dist loadfile'],
    "docs/command-line.md": ["firth --install-completion"],
    "docs/cluster.md": [
        'pip install "firth[cluster]"',
        "firth count 's3://bucket/corpus/part-*.txt.gz' -o counts.safetensors --cluster tcp://scheduler:8786",
        "firth embed 's3://bucket/corpus/part-*.txt.gz' -o vectors.safetensors --cluster tcp://scheduler:8786",
        "firth ca purchases.parquet --long -o results --cluster tcp://scheduler:8786",
    ],
    "docs/ten-lines.md": ["python3 -m venv fresh", ". fresh/bin/activate"],
    "docs/sequences.md": ["FIRTH_DATA=data firth reproduce ner train.txt testa.txt testb.txt"],
}
"""What .ci/run does, what changes the shell, what tests of an experiment run, and what needs a cluster."""

LIBRARIES = ("firth neighbors firth-demo",)
"""What depends on the versions of the libraries whose documentation the demo reads."""

NOT_COMPARED = {
    "README.md": LIBRARIES,
    "docs/index.md": ("firth demo", "firth similarity firth-demo", *LIBRARIES),
    "docs/typical-words.md": ("firth documents typical imdb.parquet",),  # 100,000 film reviews
    "docs/senses.md": ("firth senses show",),  # 100 MB of Wikipedia
    "docs/results/senses.md": ("firth senses show",),  # the same
}
"""Output of large data, or of what differs between machines: how the code begins."""

PRINTED_BY = {
    "docs/records.md": "firth ca survey.csv --mca --quali sex --quali home --quanti age --missing passive",
}
"""What prints the blocks of text on a page that stand apart from any code."""

NEEDS = {"firth_papers.networks": "torch", "to_gensim": "gensim", "import prince": "prince"}
"""What a block imports, and the package without which it is skipped."""


EXTRAS = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"])

SEGMENTERS = {
    "jieba": {"lcut": str.split},
    "fugashi": {"Tagger": lambda: lambda text: [SimpleNamespace(surface=word) for word in text.split()]},
    "pythainlp": {"word_tokenize": str.split},
}
"""Stand-ins for libraries that a page shows and that are no part of any extra."""


@pytest.fixture(scope="module")
def stand_ins(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stand-ins")
    write_stand_ins(folder)
    return folder


@pytest.fixture
def folder(stand_ins, tmp_path, monkeypatch):
    shutil.copytree(stand_ins, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr("firth.evaluate.documents.learners.TREES", 5)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("FIRTH_DATA", "data")
    for name, functions in SEGMENTERS.items():
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(**functions))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ids(pages):
    return {"argvalues": pages, "ids": map(name_of, pages)}


def having(*languages):
    return ids([page for page in PAGES if {block.language for block in blocks(page)} & set(languages)])


@pytest.mark.parametrize("page", **having("sh", "console"))
@pytest.mark.usefixtures("folder")
def test_the_commands_of_a_page_run_and_print_what_it_shows(page):
    for block in blocks(page):
        for command, shown in commands(block):
            if not is_refusal(shown):
                remove_stand_ins(command)
    for block in blocks(page):
        for command, shown in commands(block):
            if command not in NOT_RUN.get(name_of(page), []):
                printed = run(command, code=2 if is_refusal(shown) else 0)
                if shown and not exempt(page, command):
                    assert agrees(shown, printed), f"{command}\nprints\n{printed}"


def is_refusal(shown: str | None) -> bool:
    return bool(shown) and shown.startswith("firth: ")


def remove_stand_ins(command: str) -> None:
    """What a page makes itself; firth would not write over it."""
    for output in re.findall(r" (?:-o|--counts|--figure) (\S+)", command):
        if Path(output).is_file():
            Path(output).unlink()


def run(command: str, code: int = 0) -> str:
    """What a command prints; an extra that is to be installed must exist."""
    from firth.cli.app import app

    words = [word for word in shlex.split(command) if not word.startswith("FIRTH_DATA=")]
    if words[:2] == ["pip", "install"]:
        assert set(re.findall(r"\bfirth\[(\w+)\]", command)) <= EXTRAS
        return ""
    assert words[0] == "firth", f"{command!r} is no command of firth; list it in NOT_RUN if it belongs there"
    result = CliRunner().invoke(app, words[1:])
    assert result.exit_code == code, f"{command}\n{result.output}"
    return result.output if code else result.stdout


@pytest.mark.parametrize("page", **having("python"))
@pytest.mark.usefixtures("folder")
def test_the_python_of_a_page_runs_and_prints_what_it_shows(page):
    namespace: dict[str, object] = {}
    for block in blocks(page):
        if block.language == "python":
            for name, package in NEEDS.items():
                if name in block.code:
                    pytest.importorskip(package)
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block.code, page.name, "exec"), namespace)
            if block.output and not exempt(page, block.code):
                assert agrees(block.output, printed.getvalue()), f"{block.code}\nprints\n{printed.getvalue()}"


@pytest.mark.parametrize(("page", "command"), PRINTED_BY.items(), ids=PRINTED_BY)
@pytest.mark.usefixtures("folder")
def test_the_text_of_a_page_is_what_its_command_prints(page, command):
    found = blocks(ROOT / page)
    assert any(line.startswith(command) for block in found for line, _ in commands(block))
    printed = run(command)
    for block in found:
        if block.language == "text":
            assert block.code.rstrip() in printed


def exempt(page, code: str) -> bool:
    return code.startswith(NOT_COMPARED.get(name_of(page), ()))


@pytest.mark.parametrize("page", **having("toml"))
def test_the_project_files_of_a_page_are_understood_by_each_of_their_commands(page, folder):
    for block in blocks(page):
        if block.language == "toml":
            (folder / "firth.toml").write_text(block.code)
            for section in re.findall(r"^\[([\w.]+)\]", block.code, re.MULTILINE):
                *family, name = section.split(".")
                if section not in ("all", "documents") and name != "option":
                    assert "# firth.toml, line" in run(f"firth {' '.join([*family, name])} --show-options")


@pytest.mark.parametrize("page", **having("pycon"))
def test_the_sessions_of_a_page_print_what_it_says(page):
    session = "\n".join(block.code for block in blocks(page) if block.language == "pycon")
    shown = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(shown).failed == 0


@pytest.mark.parametrize("page", **ids(PAGES))
def test_no_code_of_a_page_is_hidden_from_these_tests(page):
    for block in blocks(page):
        assert block.language in LANGUAGES
        if block.language in ("", "text"):
            assert not re.search(r"^(firth |pip |\$ |>>> |import |from )", block.code, re.MULTILINE)


def test_what_is_listed_stands_on_its_page():
    for page in PAGES:
        code = [line for block in blocks(page) for line, _ in commands(block)]
        assert set(NOT_RUN.get(name_of(page), [])) <= set(code)
        for begins in NOT_COMPARED.get(name_of(page), ()):
            assert any(line.startswith(begins) for line in code)


def test_dots_stand_for_anything():
    assert agrees("a\n…\nd\n", "a\nb\nc\nd\n")
    assert agrees("a  \n…\n", "\na\nb")
    assert not agrees("a\n…\nd\n", "a\nb\n")
    assert not agrees("a.c", "abc")


def test_commands_are_found_with_their_output():
    lines = Block("sh", "firth x  # y\n# z\nfirth a \\\n  b\n")
    assert list(commands(lines)) == [("firth x", None), ("firth a b", None)]
    session = Block("console", "$ firth x\n1\n2\n$ firth y\n")
    assert list(commands(session)) == [("firth x", "1\n2\n"), ("firth y", None)]
