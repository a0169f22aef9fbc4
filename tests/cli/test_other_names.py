"""An option by the name that it has elsewhere is answered with ours, and every name of ours exists."""

import pytest

from cli.test_help import OPTIONS
from firth.cli.other_names import OTHER_NAMES


@pytest.mark.parametrize(
    ("command", "ours"),
    [
        ("embed a.txt -o v.txt --vector-size 5", "--dim"),
        ("embed a.txt -o v.txt --workers 5", "--threads"),
        ("embed a.txt -o v.txt --Random_State 5", "--seed"),
        ("embed a.txt -o v.txt --min_count 5", "--min-count"),
        ("embed a.txt -o v.txt --alpha 0.75", "--option alpha=VALUE"),
        ("neighbors v.txt tea --topn 5", "--top"),
        ("ca t.csv --n-components 3", "--axes"),
        ("documents compare t.csv --text body", "--column"),
        ("senses train c.safetensors -o s.safetensors --method nmf", "--clustering"),
        ("senses train c.safetensors -o s.safetensors --top 9", "--most-frequent"),
        ("ca t.csv --n 300", "--observations"),
        ("ca t.csv --labels 9", "--annotate"),
        ("ca t.csv --figures svg", "--plot-formats"),
        ("gini t.csv --column sex", "--variable"),
        ("gini t.csv --variables sex", "--variable"),
        ("compare v.txt --plot", "--figure"),
        ("nlca t.csv --figure p.png", "--plot"),
        ("documents embed t.csv --words v.txt", "--embedding"),
        ("embed a.txt -o v.txt --dims 5", "--dim"),
        ("tune a.txt -o folder --dim 5", "--dims"),
    ],
)
def test_another_name_is_answered_with_ours(firth, command, ours):
    made = firth(command)
    given = next(word for word in command.split() if word.startswith("--"))
    name = command.partition(" -")[0].rsplit(" ", 1 + command.count("tea"))[0]
    assert made.exit_code == 2
    assert made.stderr == f"firth: firth {name} has no option {given}; use {ours} instead.\n"


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("--nonsense", "; see"),
        ("--windw", "; did you mean --window; see"),
        ("--post-", "; did you mean --post; see"),
    ],
)
def test_an_option_that_nobody_has_is_refused_with_those_spelled_alike(firth, option, says):
    said = firth(f"embed a.txt -o v.txt {option}").stderr
    assert said == f"firth: firth embed has no option {option}{says} firth embed -h.\n"


def test_a_value_that_is_missing_is_not_taken_for_a_missing_option(firth):
    assert "requires an argument" in firth("embed a.txt -o v.txt --dim").stderr


def test_names_lead_to_options_that_there_are():
    exist = {flag for _, option in OPTIONS for flag in option.opts}
    meant = {f"--{name.split()[0]}" for names in OTHER_NAMES.values() for name in names}
    assert meant - exist == set()
