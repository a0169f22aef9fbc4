"""Nothing is replaced in silence: one rule for every command that writes, told before the work begins."""

import json

import pytest

from cli.test_help import COMMANDS
from firth.errors import InputError

CONTINUE = {"tune", "reproduce"}
"""Commands that go on from what is in their folder."""

FILES = [
    "embed absent.txt -o OUT.safetensors",
    "embed absent.txt -o new.safetensors --counts OUT.safetensors",
    "embed absent.txt -o OUT.txt",
    "count absent.txt -o OUT.safetensors",
    "export absent.txt -o OUT.bin",
    "clusters absent.txt -o OUT.txt",
    "clean wikipedia absent.xml -o OUT.txt",
    "clean tweets absent.txt -o OUT.txt",
    "clean html absent.html -o OUT.txt",
    "clean markdown absent.md -o OUT.txt",
    "clean xml absent.xml -o OUT.txt",
    "clean latex absent.tex -o OUT.txt",
    "clean subtitles absent.srt -o OUT.txt",
    "senses train absent.safetensors -o OUT.safetensors",
    "senses export absent.safetensors -o OUT.safetensors",
    "documents embed absent.csv -o OUT.npy",
    "documents embed absent.csv -o OUT.npz --kind tfidf",
    "sphere absent.npz -o OUT.npz",
    "sphere absent.npz -o new.npz --figure OUT.png",
    "plot scatter absent.txt -o OUT.png",
    "plot scatter absent.txt -o new.png --csv OUT.csv",
    "evaluate absent.txt --figure OUT.png",
    "compare absent.txt missing.txt --figure OUT.svg",
    "demo -o OUT.safetensors",
]
FOLDERS = [
    ("nlca absent.csv -o FOLDER", "rows.csv"),
    ("nlca absent.csv -o FOLDER --plot", "biplot.png"),
    ("gini absent.csv -o FOLDER", "covariances.csv"),
    ("documents compare absent.csv -o FOLDER", "report.md"),
    ("documents typical absent.csv -o FOLDER", "words.csv"),
    ("documents typical absent.csv -o FOLDER --plot", "words_2.png"),
    ("ca absent.csv -o FOLDER", "analysis.json"),
]


def test_every_command_that_writes_has_the_option():
    writing = {
        name
        for name, command in COMMANDS.items()
        if {"-o", "--figure"} & {flag for parameter in command.params for flag in parameter.opts}
    }
    forced = {
        name for name, command in COMMANDS.items() if "--force" in str([p.opts for p in command.params])
    }
    assert forced == writing - CONTINUE
    tried = {
        name
        for line in (*FILES, *(line for line, _ in FOLDERS))
        for name in COMMANDS
        if name and line.startswith(f"{name} ")
    }
    assert forced - tried == set()


@pytest.mark.parametrize("command", FILES)
def test_a_file_that_is_there_is_refused_before_the_input_is_looked_at(firth, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    name = next(word for word in command.split() if word.startswith("OUT"))
    (tmp_path / name).write_text("mine")
    made = firth(command)
    assert (made.exit_code, made.stdout) == (2, "")
    assert made.stderr == f"firth: {name} is there already; name another file, or replace it with --force.\n"
    assert [path.name for path in tmp_path.iterdir()] == [name]
    if "demo" not in command:
        assert "--force" not in firth(f"{command} --force").stderr  # now the input is missing
    assert (tmp_path / name).read_text() == "mine"


@pytest.mark.parametrize(("command", "name"), FOLDERS)
def test_a_folder_with_a_file_of_that_name_is_refused_before_the_input_is_looked_at(
    firth, tmp_path, monkeypatch, command, name
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FOLDER").mkdir()
    (tmp_path / "FOLDER" / name).write_text("mine")
    made = firth(command)
    assert (made.exit_code, made.stdout) == (2, "")
    assert made.stderr == (
        f"firth: FOLDER/{name} is there already and was not written by firth; name another folder with -o, "
        "or replace it with --force.\n"
    )
    assert "--force" not in firth(f"{command} --force").stderr


@pytest.mark.parametrize("options", ["--force", "--plot"])
def test_the_same_command_replaces_what_it_wrote_into_a_folder_and_leaves_the_rest(firth, tmp_path, options):
    (tmp_path / "t.csv").write_text("sex,eats,drinks\n" + "f,rice,tea\nm,bread,tea\nf,bread,milk\n" * 3)
    results = tmp_path / "results"
    assert firth(f"gini {tmp_path}/t.csv -o {results} --plot").exit_code == 0
    (results / "notes.txt").write_text("mine")
    assert firth(f"gini {tmp_path}/t.csv -o {results} {options}").exit_code == 0
    names = {path.name for path in results.iterdir()}
    pictures = {"correlations.png"} if options == "--plot" else set()
    assert names == {"covariances.csv", "correlations.csv", "analysis.json", "notes.txt"} | pictures
    assert json.loads((results / "analysis.json").read_text())["command"] == "gini"


COUNTS = "staff,none,some\nSM,4,2\nJM,4,3\nSE,25,10\n"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("ca {0}/u.csv", "holds the results of firth ca of ../t.csv"),
        ("nlca {0}/t.csv", "holds the results of firth ca"),
        ("ca {0}/t.csv", "has biplot.html, biplot.png, contributions.png and"),
        ("ca {0}/t.csv --plot", "has report.html, report.md of an earlier run"),
        ("ca {0}/t.csv --report --plot-formats svg", "has biplot.png"),
    ],
)
def test_results_of_something_else_and_pictures_are_only_replaced_by_force(firth, tmp_path, command, said):
    for name in ("t.csv", "u.csv"):
        (tmp_path / name).write_text(COUNTS)
    folder = tmp_path / "results"
    assert firth(f"ca {tmp_path}/t.csv -o {folder} --report --replicates 0").exit_code == 0
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    refused = firth(f"{command.format(tmp_path)} -o {folder}")
    assert refused.exit_code == 2
    assert said in refused.stderr
    assert refused.stderr.endswith("with --force.\n")
    assert not refused.stdout  # before the work
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_what_is_replaced_and_removed_is_told(firth, tmp_path):
    (tmp_path / "t.csv").write_text(COUNTS)
    command = f"ca {tmp_path}/t.csv -o {tmp_path}/results"
    assert "replaced  " not in firth(f"{command} --sup-rows SE --report").output
    kept = {path.name for path in (tmp_path / "results").iterdir()} - {"analysis.json"}
    told = firth(f"{command} --force").output
    now = {path.name for path in (tmp_path / "results").iterdir()} - {"analysis.json"}
    (line,) = (line for line in told.splitlines() if line.startswith("replaced"))
    assert line == (
        f"replaced  {len(kept & now)} files of an earlier run in {tmp_path}/results; "
        f"removed {', '.join(sorted(kept - now))}"
    )
    assert {"report.html", "supplementary_rows.csv"} <= kept - now
    assert "removed" not in firth(command).output


@pytest.mark.parametrize(
    "command", ["ca TABLE --report", "ca TABLE --plot", "nlca TABLE --plot", "gini TABLE --plot"]
)
def test_a_missing_library_is_told_before_the_table_is_read(firth, tmp_path, monkeypatch, command):
    def missing():
        raise InputError("pictures need matplotlib")

    monkeypatch.setattr("firth.plots.canvas.require_matplotlib", missing)
    refused = firth(f"{command.replace('TABLE', f'{tmp_path}/absent.csv')} -o {tmp_path}/results")
    assert refused.stderr == "firth: pictures need matplotlib\n"


def test_force_writes_into_a_folder_of_something_else(firth, tmp_path):
    (tmp_path / "t.csv").write_text("staff,none,some\nSM,4,2\nJM,4,3\nSE,25,10\n")
    for name in ("analysis.json", "rows.csv"):
        (tmp_path / name).write_text("mine")
    assert firth(f"ca {tmp_path}/t.csv -o {tmp_path}").exit_code == 2
    assert (tmp_path / "rows.csv").read_text() == "mine"
    made = firth(f"ca {tmp_path}/t.csv -o {tmp_path} --force")
    assert made.exit_code == 0, made.output
    assert (tmp_path / "rows.csv").read_text() != "mine"


def test_force_replaces(firth, trained, tmp_path):
    output = tmp_path / "v.txt"
    output.write_text("old")
    assert firth(f"export {trained}/vectors.safetensors -o {output} -f").exit_code == 0
    assert output.read_text() != "old"


def test_a_device_may_be_written_as_often_as_you_like(firth, trained):
    made = firth(f"export {trained}/vectors.safetensors -o /dev/null --format glove")
    assert made.exit_code == 0, made.output


def test_the_demo_writes_its_own_file_anew(firth, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("firth.datasets.gather_documentation", lambda: 1 / 0)
    (tmp_path / "firth-demo.safetensors").write_text("of the day before")
    assert isinstance(firth("demo").exception, ZeroDivisionError)  # it went on to the work
