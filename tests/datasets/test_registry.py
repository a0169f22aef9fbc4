import os
from collections import Counter

import pytest

from firth.datasets import DATASETS, analogy_questions, data_folder, find, read, similarity_sets
from firth.datasets.pairs import repeated_pairs
from firth.errors import InputError, MissingDataError

needs_data = pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the real data sets are not here"
)


@pytest.mark.parametrize(
    ("name", "path", "origin"),
    [
        ("reuters", "reuters21578.tar.xz", "archive.ics.uci.edu"),
        ("wiki100m", "corpora/wiki100m.txt.xz", "dumps.wikimedia.org"),
        ("google", "analogies/google.txt", "tmikolov/word2vec"),
    ],
)
def test_without_a_folder_the_error_names_what_was_looked_for_and_nothing_else(
    monkeypatch, name, path, origin
):
    monkeypatch.delenv("FIRTH_DATA", raising=False)
    with pytest.raises(MissingDataError) as refused:
        read(name)
    said = str(refused.value)
    assert said.startswith("FIRTH_DATA is not set")
    assert path in said
    assert origin in said
    assert "wordsim" not in said


def test_without_a_folder_the_sets_that_come_with_firth_are_taken(monkeypatch, tmp_path):
    monkeypatch.delenv("FIRTH_DATA", raising=False)
    assert list(similarity_sets()) == ["firth-pairs"]
    assert similarity_sets(["firth-pairs"]) == similarity_sets(["FIRTH"]) == similarity_sets()
    assert analogy_questions().stem == "firth-analogies"
    with pytest.raises(MissingDataError, match="questions-words"):
        analogy_questions(tmp_path)


def test_no_pair_that_comes_with_firth_is_given_twice_and_each_has_one_of_five_grades():
    pairs = read("firth-pairs")
    assert repeated_pairs(pairs) == 0
    assert all(first != second and first.islower() for first, second, _ in pairs)
    assert Counter(pair.score for pair in pairs) == {4: 24, 3: 110, 2: 110, 1: 93, 0: 89}


def test_no_question_that_comes_with_firth_is_asked_twice_or_answered_by_its_own_words():
    sections = read("firth-analogies")
    questions = [question for section in sections for question in section.questions]
    assert len(set(questions)) == len(questions) == 522
    assert all(len(set(question)) == 4 for question in questions)
    assert sum(section.syntactic for section in sections) == 10
    assert len(sections) == 18


def test_a_fact_that_comes_with_firth_is_the_same_in_every_question():
    for section in read("firth-analogies"):
        facts = {pair for question in section.questions for pair in (question[:2], question[2:])}
        assert len(facts) == len({first for first, _ in facts})


@pytest.mark.parametrize("by_variable", [True, False])
def test_a_folder_that_is_not_there_is_refused(monkeypatch, tmp_path, by_variable):
    absent = tmp_path / "absent"
    monkeypatch.setenv("FIRTH_DATA", str(absent if by_variable else tmp_path))
    with pytest.raises(MissingDataError, match=r"absent.*is not a folder.*reuters21578"):
        read("reuters", None if by_variable else absent)


def test_an_explicit_folder_wins_over_the_variable(monkeypatch, tmp_path):
    monkeypatch.setenv("FIRTH_DATA", "/nowhere")
    assert data_folder(tmp_path, wanted="", origin="") == tmp_path


def test_a_set_that_is_not_there_says_where_it_is_to_be_had(tmp_path):
    with pytest.raises(MissingDataError, match=r"text8\.zip.*GFDL"):
        find("text8-prefix", tmp_path)


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(InputError, match="EN-MC-30"):
        find("EN-MC-31")


def test_every_entry_says_where_it_comes_from_and_under_which_license():
    for dataset in DATASETS.values():
        assert dataset.about
        assert dataset.origin
        assert dataset.license


def test_all_files_of_pairs_in_the_folder_are_found_by_stem(tmp_path):
    (tmp_path / "wordsim").mkdir()
    for name in ("b.txt", "a.txt", "README.md"):
        (tmp_path / "wordsim" / name).touch()
    assert list(similarity_sets(data=tmp_path)) == ["a", "b"]


def test_two_files_that_differ_in_suffix_or_folder_alone_are_refused(tmp_path):
    (tmp_path / "other").mkdir()
    one, *others = (tmp_path / name for name in ("men.txt", "men.csv", "other/men.txt", "men.txt"))
    for path in (one, *others):
        path.write_text("tiger cat 7.35\n")
    for other in others:
        with pytest.raises(InputError) as refused:
            similarity_sets([one, other])
        assert str(refused.value) == f"two sets are named men: {one} and {other}; rename one or leave it out."


def test_a_file_with_the_name_of_a_known_set_is_refused_beside_it(tmp_path):
    (tmp_path / "wordsim").mkdir()
    for path in (tmp_path / "EN-MC-30.csv", tmp_path / "wordsim" / "EN-MC-30.txt"):
        path.write_text("tiger cat 7.35\n")
    with pytest.raises(InputError, match="two sets are named EN-MC-30"):
        similarity_sets([tmp_path / "EN-MC-30.csv", "EN-MC-30"], tmp_path)


def test_a_folder_without_pairs_is_refused(tmp_path):
    with pytest.raises(MissingDataError, match="no word pairs"):
        similarity_sets(data=tmp_path)


def test_a_set_that_is_neither_file_nor_name_is_refused():
    with pytest.raises(InputError, match="neither a file"):
        similarity_sets(["EN-MC-31"])


@needs_data
@pytest.mark.parametrize("name", DATASETS)
def test_every_registered_set_is_read_by_its_reader(name):
    assert read(name)


@needs_data
def test_the_google_questions_are_all_there():
    sections = read("google")
    assert (len(sections), sum(len(section.questions) for section in sections)) == (14, 19544)


@needs_data
def test_the_eleven_sets_are_found():
    registered = {dataset.name for dataset in DATASETS.values() if dataset.kind == "similarity"}
    registered.remove("firth-pairs")
    assert registered == set(similarity_sets())
    assert len(registered) == 11


def test_a_part_of_a_name_stands_for_the_one_set_that_has_it(tmp_path):
    (tmp_path / "wordsim").mkdir()
    (tmp_path / "wordsim" / "EN-MEN-TR-3k.txt").write_text("cat dog 1\n")
    assert list(similarity_sets(["men"], tmp_path)) == ["EN-MEN-TR-3k"]
    with pytest.raises(InputError, match="WS-353 is neither a file of word pairs nor a known set"):
        similarity_sets(["WS-353"], tmp_path)
