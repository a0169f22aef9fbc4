"""SemEval-2013 task 13: keys, contexts and the archive, whole and broken."""

from __future__ import annotations

import io
import os
import tarfile

import pytest

from firth.errors import FormatError, InputError, MissingDataError
from firth_papers.readers.semeval13 import find_task13, parse_contexts, parse_key, read_key, read_task13

needs_data = pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the real data sets are not here"
)

FILES = {
    "contexts/xml-format/win.v.xml": (
        '<instances lemma="win" partOfSpeech="v">'
        '<instance id="win.v.10" lemma="win" partOfSpeech="v" token="Winning" tokenStart="0" tokenEnd="7">'
        "Winning isn't all.</instance>"
        '<instance id="win.v.2" lemma="win" partOfSpeech="v" token="won" tokenStart="12" tokenEnd="15">'
        "Rock &amp; Roll won, 3–0.</instance></instances>"
    ),
    "keys/gold/all.key": "win.v win.v.2 win%2:33:00::/4 win%2:40:00::/1\nwin.v win.v.10 win%2:33:00::/4\n",
    "keys/systems/us/ours.key": "win.v win.v.2 a/3\n",
    "README.md": "no key",
}


@pytest.fixture
def archive(tmp_path):
    path = tmp_path / "semeval2013-task13" / "task13.tar.xz"
    path.parent.mkdir()
    with tarfile.open(path, "w:xz") as tar:
        for name, content in FILES.items():
            member = tarfile.TarInfo(f"./{name}")
            member.size = len(content.encode())
            tar.addfile(member, io.BytesIO(content.encode()))
    return path


@pytest.fixture
def folder(tmp_path):
    top = tmp_path / "unpacked" / "semeval2013-task13"
    for name, content in FILES.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(content)
    return top


def test_the_archive_and_the_folder_it_is_unpacked_to_hold_the_same(archive, folder):
    packed, unpacked = read_task13(archive), read_task13(folder)
    assert packed.instances == unpacked.instances
    assert packed.texts == unpacked.texts
    assert list(packed.texts) == ["gold/all", "systems/us/ours"]
    assert packed.gold["win.v"]["win.v.2"] == {"win%2:33:00::": 4.0, "win%2:40:00::": 1.0}
    assert packed.key("systems/us/ours") == {"win.v": {"win.v.2": {"a": 3.0}}}


def test_it_is_found_packed_or_unpacked(archive, folder, tmp_path):
    assert find_task13(tmp_path) == archive
    assert find_task13(tmp_path / "unpacked") == folder
    with pytest.raises(MissingDataError, match="task 13 is not at"):
        find_task13(archive.parent)


def test_instances_come_by_number_with_the_target_among_their_words(archive):
    first, second = read_task13(archive).instances
    assert (first.name, first.token, first.tokens()) == (
        "win.v.2",
        "won",
        (["rock", "roll", "won", "3", "0"], 2),
    )
    assert (second.name, second.tokens()) == ("win.v.10", (["winning", "isn't", "all"], 0))


def test_a_key_that_is_not_there_is_named_with_those_that_are(archive):
    with pytest.raises(InputError, match="has no key 'gold/none'; it has gold/all, systems/us/ours"):
        read_task13(archive).key("gold/none")


def test_senses_without_ratings_apply_fully_and_those_rated_0_do_not():
    key = parse_key(["", "win.v win.v.1 a b/0 c/0.5 c/2", "win.v win.v.2"])
    assert key == {"win.v": {"win.v.1": {"a": 1.0, "c": 2.0}, "win.v.2": {}}}


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["win.v"], "line 1: 'win.v' is not a target, an instance of it and senses"),
        (["", "win.v lose.v.1 a"], "line 2: 'win.v lose.v.1 a' is not a target"),
        (["win.v win.v.1 a/x"], "line 1: 'a/x' is not a sense with a rating of 0 or more"),
        (["win.v win.v.1 a/-1"], "'a/-1' is not a sense"),
        (["win.v win.v.1 a/nan"], "'a/nan' is not a sense"),
        (["win.v win.v.1 a/inf"], "'a/inf' is not a sense"),
        (["win.v win.v.1 a/1/2"], "'a/1/2' is not a sense"),
        (["win.v win.v.1 /1"], "'/1' is not a sense"),
        (["win.v win.v.1 a", "win.v win.v.1 b"], r"line 2: win\.v\.1 is there twice"),
        (["win.v win.v.1"], "has no answers"),
        ([], "has no answers"),
    ],
)
def test_bad_keys_are_refused_in_a_sentence(lines, sentence):
    with pytest.raises(FormatError, match=sentence):
        parse_key(lines)


def test_keys_of_ones_own_are_read_and_refused_by_their_path(tmp_path):
    path = tmp_path / "my.key"
    path.write_text("\ufeffwin.v win.v.1 a\n", encoding="utf-8")
    assert read_key(path) == {"win.v": {"win.v.1": {"a": 1.0}}}
    path.write_bytes(b"win.v win.v.1 \xff")
    with pytest.raises(FormatError, match=r"my\.key is not UTF-8"):
        read_key(path)
    with pytest.raises(MissingDataError, match="there is no file"):
        read_key(tmp_path / "absent.key")


@pytest.mark.parametrize(
    ("xml", "sentence"),
    [
        ("<instances><instance", "not whole XML"),
        ('<a><instance id="x.n.1" lemma="x">x</instance></a>', r"instance x\.n\.1 lacks"),
        (
            '<a><instance id="x.n.1" lemma="x" partOfSpeech="n" tokenStart="0" tokenEnd="9">x</instance></a>',
            "0 to 9, is not inside",
        ),
    ],
)
def test_bad_contexts_are_refused_in_a_sentence(xml, sentence):
    with pytest.raises(FormatError, match=sentence):
        parse_contexts(xml)


def test_archives_of_other_things_or_cut_short_are_refused(archive, tmp_path):
    with pytest.raises(FormatError, match="lacks contexts"):
        read_task13(tmp_path)
    archive.write_bytes(archive.read_bytes()[:-60])
    with pytest.raises(FormatError, match="not a whole tar archive"):
        read_task13(archive)
    with pytest.raises(MissingDataError, match="there is no file"):
        read_task13(tmp_path / "absent.tar.xz")


@needs_data
def test_the_real_task_has_the_numbers_of_its_readme():
    task = read_task13(find_task13())
    rated = [ratings for answers in task.gold.values() for ratings in answers.values()]
    assert (len(task.gold), len(rated)) == (50, 4664)
    assert {one.name for one in task.instances} == {name for a in task.gold.values() for name in a}
    repeated = task.key("systems/Sapienza/system-2/Sapienza.system2")  # 14 of its lines are there twice
    assert sum(len(answers) for answers in repeated.values()) == 4806
    # The README counts 517 with two senses; 17 of these lines name one sense twice.
    assert [sum(len(ratings) == number for ratings in rated) for number in (2, 3)] == [517 - 17, 25]
