"""Options from a project file: read like typed ones, told, outranked by them, refused with their place."""

import json
import tomllib

import pytest

from cli.test_help import COMMANDS
from firth.store import load_counts, load_embedding

RUNNABLE = [name for name, command in COMMANDS.items() if name and not hasattr(command, "commands")]

COUNT = "count corpus.txt -o c.safetensors"


@pytest.fixture
def study(tmp_path, monkeypatch, trained):
    """A folder to work in, with the corpus; write its firth.toml."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpus.txt").write_bytes((trained / "corpus.txt").read_bytes())

    def write(text, name="firth.toml"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    return write


def options_of(shown):
    """The options that --show-options prints, without those that have no value."""
    (section,) = [line for line in shown.splitlines() if line.startswith("[")]
    table = tomllib.loads(shown)
    for name in section.strip("[]").split("."):
        table = table[name]
    return table


def test_options_of_a_file_are_those_of_the_command_line(firth, study, tmp_path):
    typed = (
        "--dim 4 --window 2 --min-count 2 --weights flat --close-gaps --subsample 0.5 --post unit --seed 5"
    )
    assert (
        firth(f"embed corpus.txt -o typed.safetensors {typed} --recipe sppmi --option shift=2").exit_code == 0
    )
    study("""
        [embed]
        dim = 4             # a whole number
        subsample = 0.5     # a number
        weights = "flat"    # a choice
        close-gaps = true   # a flag
        min_count = 2       # written with _
        post = ["unit"]     # one that may be repeated
        seed = 5
        window = 2
        recipe = "sppmi"
        output = "v.safetensors"
        [embed.option]
        shift = 2
    """)
    made = firth("embed corpus.txt")
    assert made.exit_code == 0, made.output
    assert (tmp_path / "v.safetensors").read_bytes() == (tmp_path / "typed.safetensors").read_bytes()


def test_the_options_that_are_used_are_told_once_and_not_when_quiet(firth, study):
    study("[all]\nseed = 1\n[count]\nwindow = 2\nclose-gaps = true\n[embed]\ndim = 3\n")
    made = firth(COUNT)
    assert made.stderr == "options from firth.toml: window 2, close-gaps yes\n"
    assert firth(f"{COUNT} --force --quiet").stderr == ""


def test_the_command_line_wins_and_what_it_replaces_is_not_told(firth, study):
    study("[count]\nwindow = 2\nmin-count = 2\n")
    made = firth(f"{COUNT} --window 3")
    assert made.stderr == "options from firth.toml: min-count 2\n"
    assert load_counts("c.safetensors").how["counting"]["window"] == 3


def test_a_flag_that_is_set_can_be_unset_by_its_other_name(firth, study):
    study("[evaluate]\nanalogies = false\n")
    assert options_of(firth("evaluate --show-options").stdout)["analogies"] is False
    assert options_of(firth("evaluate --show-options --analogies").stdout)["analogies"] is True


def test_a_section_of_a_command_wins_over_that_of_its_family_and_that_over_all(firth, study):
    study(
        "[all]\nseed = 1\nquiet = true\n[documents]\nseed = 2\nlabel = 'x'\n[documents.compare]\nseed = 3\n"
    )
    for command, seed in (("documents compare", 3), ("documents embed", 2), ("embed", 1)):
        assert options_of(firth(f"{command} --show-options").stdout)["seed"] == seed
    assert options_of(firth("documents compare --show-options").stdout)["label"] == "x"


def test_only_the_current_folder_is_looked_at_and_another_file_is_named(firth, study, tmp_path, monkeypatch):
    study("[embed]\ndim = 7\n")
    study("[embed]\ndim = 9\n", "below/study.toml")
    monkeypatch.chdir(tmp_path / "below")
    assert options_of(firth("embed --show-options").stdout)["dim"] == 300
    for command in ("embed --show-options --project study.toml", "--project=study.toml --show-options embed"):
        assert options_of(firth(command).stdout)["dim"] == 9
    monkeypatch.chdir(tmp_path)
    assert options_of(firth("embed --show-options --no-project").stdout)["dim"] == 300
    assert "nix.toml: no such file" in firth("embed --project nix.toml --show-options").stderr


def test_paths_are_seen_from_the_folder_of_the_file(firth, study, tmp_path, trained):
    study("cat dog 9\n", "below/pairs.txt")
    study('[embed]\noutput = "v.safetensors"\nallow = "/a/words.txt"\n[compare]\nwords = "@w.txt"\n'
          '[evaluate]\nset = ["pairs.txt", "MEN"]\n', "below/study.toml")  # fmt: skip
    options = options_of(firth("embed --project below/study.toml --show-options").stdout)
    assert (options["output"], options["allow"]) == ("below/v.safetensors", "/a/words.txt")
    assert (
        options_of(firth("compare --project below/study.toml --show-options").stdout)["words"]
        == "@below/w.txt"
    )
    assert options_of(firth("evaluate --project below/study.toml --show-options").stdout)["set"] == [
        "below/pairs.txt",
        "MEN",
    ]


def test_lists_with_commas_may_be_arrays(firth, study):
    study('[tune]\ndims = [50, 100]\nrecipes = ["ppmi", "ca"]\n')
    options = options_of(firth("tune --show-options").stdout)
    assert (options["dims"], options["recipes"]) == ("50,100", "ppmi,ca")


@pytest.mark.parametrize("name", RUNNABLE)
def test_what_is_shown_is_a_project_file_that_gives_the_same_options(firth, study, name):
    shown = firth(f"{name} --show-options --no-project")
    assert shown.exit_code == 0, shown.output
    study(shown.stdout)
    again = firth(f"{name} --show-options")
    assert again.exit_code == 0, again.output
    assert options_of(again.stdout) == options_of(shown.stdout)


def test_where_a_value_is_from_is_shown(firth, study):
    study("[embed]\n\ndim = 7\n")
    lines = firth("embed corpus.txt --show-options --window 2").stdout.splitlines()
    assert "dim = 7  # firth.toml, line 3" in lines
    assert "window = 2  # command line" in lines
    assert "min-count = 5" in lines


def test_help_shows_the_defaults_of_the_file_and_is_shown_whatever_the_file_holds(firth, study):
    study("[embed]\ndim = 7\noutput = 'v.txt'\n")
    assert "Number of dimensions. Default: 7 (project file)." in firth("embed -h").stdout
    for text in ("[embd]", "x x", "[embed]\nfoo = 1"):
        study(text)
        assert "Number of dimensions. Default: 300." in firth("embed -h").stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[embed]\ndim = 'two'", "line 2: --dim is 'two'; it must be a whole number."),
        ("[embed]\ndim = true", "line 2: --dim is 'true'; it must be a whole number."),
        ("[embed]\ndim = 2.5", "line 2: --dim is 2.5; it must be a whole number."),
        ("[embed]\ndim = [1, 2]", "line 2: --dim is '1,2'; it must be a whole number."),
        ("[embed]\ndim = 2024-01-01", "line 2: dim is a date; it must be text, a number or a list of them."),
        ("\n\n[embed]\n\ndim = 0", "line 5: --dim is 0; it must be at least 1."),
        ("[embed]\nseed = -1", "line 2: seed is -1; it must be 0 or more."),
        ("[embed]\nthreads = 0", "line 2: --threads is 0; it must be at least 1."),
        ("[embed]\nsubsample = 'x'", "line 2: --subsample is 'x'; it must be a number."),
        ("[embed]\ncontexts = 'x'", "line 2: --contexts is 'x'; choose both, left, right or positional."),
        ("[embed]\nadd-contexts = 'yes'", "line 2: add-contexts is 'yes'; it must be true or false."),
        ("[embed]\nmode = 'fast'", "line 2: --mode is for recipe kubwe only; leave it out, or choose"),
        ("[embed]\nmin-cuont = 3", "line 2: firth embed has no option min-cuont; did you mean min-count?"),
        ("[embed]\nvector_size = 3", "line 2: firth embed has no option vector_size; use dim instead."),
        ("[embed]\nforce = true", "line 2: force is for the command line only; leave it out here."),
        ("[embed]\ncorpus = 'c.txt'", "line 2: corpus is no option but what the command is about; type it"),
        ("[embed.nonsense]\nx = 1", "line 1: there is no command firth embed nonsense; firth -h lists"),
        ("[embd]\ndim = 3", "line 1: there is no command firth embd; did you mean [embed]?"),
        ("[senses.trian]\n", "line 1: there is no command firth senses trian; did you mean [senses.train]?"),
        ("[senses]\ndimm = 3", "line 2: no command below firth senses has an option dimm; did you mean dim?"),
        ("[info]\ndim = 3", "line 2: firth info has no option dim; correct it or leave it out."),
        ("dim = 3", "line 1: dim stands before the first section; write it below the name of a"),
        ("[all]\noutput = 'v.txt'", "line 2: output is not the same in all commands; write it below"),
        ("[all]\nsede = 3", "line 2: no command has an option sede; did you mean seed?"),
        ("[embed.option]\nshift = {a = 1}", "line 1: option is a table; it must be text, a number or a list"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_a_sentence_with_its_place(firth, study, tmp_path, text, said):
    study(text)
    made = firth("embed corpus.txt -o v.safetensors --quiet")
    assert made.exit_code == 2
    assert made.stderr.startswith(f"firth: firth.toml, {said}")
    assert not (tmp_path / "v.safetensors").exists()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            b"[embed]\ndim 3\n",
            "firth.toml is not TOML: expected '=' after a key in a key/value pair (at line 2,",
        ),
        (b"[embed]\ndim = 1\ndim = 2\n", "firth.toml is not TOML: cannot overwrite a value (at"),
        (b"\xff", "firth.toml is not UTF-8; save it as UTF-8, as TOML asks."),
    ],
)
def test_a_file_that_is_no_toml_is_refused(firth, study, data, said):
    study("").write_bytes(data)
    made = firth("embed corpus.txt -o v.safetensors")
    assert (made.exit_code, made.stderr[: len(said) + 7]) == (2, f"firth: {said}")


def test_a_value_that_the_command_line_replaces_is_not_blamed(firth, study):
    study("[embed]\ndim = 3\n")
    assert firth("embed corpus.txt -o v.txt --dim 0").stderr.startswith("firth: --dim is 0;")


def test_a_study_is_repeated_by_a_short_command(firth_process, study, tmp_path):
    study('[embed]\ndim = 4\nmin-count = 2\noutput = "v.safetensors"\njson = true\n')
    made = firth_process("embed corpus.txt", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["saved"] == ["v.safetensors"]
    assert load_embedding(tmp_path / "v.safetensors").dim == 4
