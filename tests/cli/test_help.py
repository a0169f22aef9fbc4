"""Every help is whole sentences, its examples are commands that exist, and an option means one thing."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from firth.cli.app import app
from firth.recipes import RECIPES


def registered(command, name=""):
    """Every command and group of commands by its name, such as "senses train"; the application is ""."""
    yield name, command
    for own, below in getattr(command, "commands", {}).items():
        yield from registered(below, f"{name} {own}".strip())


COMMANDS = dict(registered(get_command(app)))

OPTIONS = [
    (name, option)
    for name, command in COMMANDS.items()
    for option in command.params
    if option.param_type_name == "option"
]

EXAMPLES = [
    (name, line.strip())
    for name, command in COMMANDS.items()
    for line in command.help.partition("Examples[/bold]")[2].splitlines()
    if line.strip()
]

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "benchmarks" / "README.md"]

OBJECTS = {
    "--output": r"The (text )?(file|folder) ",
    "--figure": r"The picture of ",
    "--format": r"The format ",
    "--missing": r"The treatment of ",
    "--option": r"(An option|Values for an option) of the recipe",
    "--post": r"(A step|Steps) after the fit",
    "--without": r"An? (step|element) to leave out ",
}
"""How the help of an option begins whose object differs from command to command."""


def sentence_of(command):
    """The first sentence of a help."""
    return command.help.partition("\n\n")[0].replace("\n", " ")


def test_commands_are_found():
    assert {"embed", "documents embed", "senses train", "clean wikipedia", "ca"} <= set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_sentence_and_examples(firth, name):
    shown = firth(f"{name} --help")
    assert shown.exit_code == 0
    assert re.fullmatch(r"[A-Z].+[.?]", sentence_of(COMMANDS[name]))
    assert f"$ firth {name}".rstrip() in shown.stdout.replace("FIRTH_DATA=data ", "")


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_an_example_and_fits_the_terminal(firth, monkeypatch, name, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = firth(f"{name} -h").stdout.splitlines()
    assert " ".join(lines[0].split()).startswith(("$ firth", "$ FIRTH_DATA=data firth"))
    long = [line.strip(" \\") for line in lines if len(line) > columns]
    assert all(" " not in line or line.startswith('"') for line in long), long


def test_help_is_copied_from_the_terminal_as_a_command_that_runs(firth, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    shown = firth("embed -h").stdout.partition("\n\n")[0]
    assert shlex.split(shown.replace("\\\n", ""))[1:] == shlex.split(
        "firth embed corpus.txt.gz -o vectors.safetensors"
    )


def test_options_of_one_recipe_are_shown_with_it_and_not_to_everybody(firth):
    everybody, kubwe, sca = (
        firth(f"embed {given}-h").stdout for given in ("", "--recipe kubwe ", "--recipe=sca ")
    )
    assert "--min-count" in everybody
    assert not re.search("--mode (?!far)|--sweeps|--pairs", everybody)
    assert {"--mode exact|fast|far-field", "--sweeps N", "Ctrl-C"} <= set(
        re.findall("--mode [a-z|-]+|--sweeps N|Ctrl-C", kubwe)
    )
    assert "--option kernel=VALUE" in kubwe
    assert not re.search("--min-count|--pairs", kubwe)
    assert "--pairs FILE" in sca
    assert firth("embed --recipe nope -h").stderr.startswith(
        "firth: there is no recipe 'nope'; choose one of "
    )


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES.keys())
def test_every_option_of_a_recipe_is_explained(firth, recipe):
    in_python_only = {"row_bias", "column_bias"}
    shown = firth(f"recipes {recipe.name}").stdout
    for option in set(recipe.all_options) - in_python_only:
        assert re.search(rf"--(option )?{option.replace('_', '-')}[ =]", shown), option


@pytest.mark.parametrize(
    ("given", "recipe"), [("--mode fast", "kubwe"), ("--degree 3", "kubwe"), ("--pairs absent.txt", "sca")]
)
def test_an_option_of_another_recipe_is_refused(firth, given, recipe):
    option = given.split()[0]
    said = firth(f"embed absent.txt -o v.safetensors --recipe ppmi {given}").stderr
    told = f"{option} is for recipe {recipe} only; leave it out, or choose --recipe {recipe}."
    assert said == f"firth: {told}\n"


@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if hasattr(command, "commands")])
def test_a_group_lists_all_its_commands(firth, name):
    listed = re.findall(r"^  (\w+)  +[A-Z]", firth(f"{name} --help").stdout, re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS[name].commands)


def test_commands_are_listed_by_what_they_are_for(firth):
    shown = firth("--help").stdout
    panels = re.findall(r"^(\w.*)\n  \w+  +[A-Z]", shown, re.MULTILINE)
    assert panels[:2] == ["Make word vectors", "Look at word vectors"]
    assert "Commands" not in panels
    assert max(len(re.findall(r"^  \w+  +[A-Z]", panel, re.MULTILINE)) for panel in shown.split("\n\n")) <= 7


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_every_example_is_a_command_that_exists(name, example):
    mark, *words = shlex.split(example.removesuffix("\n"))
    words = [word for word in words if not word.startswith("FIRTH_DATA=")]
    assert (mark, words[0]) == ("$", "firth")
    command, arguments = COMMANDS[""], words[1:]
    while hasattr(command, "commands"):
        command, arguments = command.commands[arguments[0]], arguments[1:]
    if hasattr(COMMANDS[name], "commands"):
        assert words[1:][: len(name.split())] == name.split()
    else:
        assert command is COMMANDS[name]
    command.make_context(name, arguments)  # raises for an option or a choice that there is not


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_on_a_page_has_options_that_exist(page):
    names = "|".join(COMMANDS[""].commands)
    for line in re.findall(
        rf"(?:^\$? ?|=\w+ |`)firth ((?:{names})\b[^`#\n]*)",
        page.read_text().replace("\\\n", " "),
        re.MULTILINE,
    ):
        name, *words = shlex.split(line)
        while hasattr(COMMANDS[name], "commands") and words:
            name = f"{name} {words.pop(0)}"
        known = {"-h", "--help", "--project", "--no-project", "--show-options"} | {
            flag for p in COMMANDS[name].params for flag in (*p.opts, *p.secondary_opts)
        }
        assert {word for word in words if re.match("--?[a-z]", word)} <= known, line


@pytest.mark.parametrize("name", COMMANDS)
def test_no_type_of_python_is_shown(firth, name):
    assert not re.search(r"<(bool|str|path|int|float|list)\b", firth(f"{name} --help").stdout)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_in_american_spelling(firth, name):
    assert not re.search(r"(?i)neighbour|colour|centre|labelled|grey|analyse\b", firth(f"{name} -h").stdout)


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=lambda part: getattr(part, "opts", [part])[-1])
def test_every_option_says_in_a_sentence_what_it_is(name, option):
    assert re.fullmatch(r"[A-Z][^.]* .+\.", option.help.replace("\n", " ")), option.help


@pytest.mark.parametrize("flag", sorted({flag for _, option in OPTIONS for flag in option.opts}))
def test_an_option_is_one_thing_in_every_command(flag):
    options = [option for _, option in OPTIONS if flag in option.opts]
    assert len({tuple(sorted(option.opts)) for option in options}) == 1  # -n is --top, and --top is -n
    assert len({option.is_flag for option in options}) == 1
    openings = {re.match(r"[^;:.,(]*", option.help)[0].strip() for option in options}
    long = max(options[0].opts, key=len)
    assert len(openings) == 1 or all(re.match(OBJECTS.get(long, "$"), opening + " ") for opening in openings)


def test_names_that_differ_by_an_s_or_a_dash_are_one_thing_and_several_of_it():
    flags = {flag for _, option in OPTIONS for flag in option.opts if flag.startswith("--")}
    bare = {flag.removeprefix("--") for flag in flags}
    several = {name for name in bare if f"{name}s" in bare}
    assert several == {
        "dim", "exponent", "kind", "recipe", "window", "word",
        "weight",  # a column
        "cluster",  # of machines
    }  # fmt: skip
    shorts = {flag[1:] for _, option in OPTIONS for flag in option.opts} - bare
    assert shorts & bare == set()


@pytest.mark.parametrize(
    "flag", ["--seed", "--threads", "--memory", "--quiet", "--top", "--json", "--column"]
)
def test_an_option_that_many_commands_have_has_one_help(flag):
    assert len({(option.help, option.metavar) for _, option in OPTIONS if flag in option.opts}) == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_argument_says_what_it_is(name):
    for argument in COMMANDS[name].params:
        if argument.param_type_name == "argument":
            assert re.fullmatch(r"[A-Z].* .+\.", argument.help), argument.help


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
