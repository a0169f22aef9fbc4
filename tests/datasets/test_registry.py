import os

import pytest

from firth.datasets import DATASETS, data_folder, find, read, similarity_sets
from firth.errors import InputError, MissingDataError

needs_data = pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the real data sets are not here"
)


def test_without_a_folder_the_error_says_what_to_set_and_where_to_go(monkeypatch):
    monkeypatch.delenv("FIRTH_DATA", raising=False)
    with pytest.raises(MissingDataError, match=r"FIRTH_DATA is not set.*https://github.com/mfaruqui"):
        data_folder()


def test_a_folder_that_is_not_there_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("FIRTH_DATA", str(tmp_path / "absent"))
    with pytest.raises(MissingDataError, match="absent"):
        data_folder()


def test_an_explicit_folder_wins_over_the_variable(monkeypatch, tmp_path):
    monkeypatch.setenv("FIRTH_DATA", "/nowhere")
    assert data_folder(tmp_path) == tmp_path


def test_a_set_that_is_not_there_says_where_it_is_to_be_had(tmp_path):
    with pytest.raises(MissingDataError, match=r"text8\.zip.*GFDL"):
        find("text8-prefix", tmp_path)


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(InputError, match="EN-MC-30"):
        find("EN-MC-31")


def test_every_entry_says_where_it_comes_from_and_under_which_licence():
    for dataset in DATASETS.values():
        assert dataset.about
        assert dataset.origin
        assert dataset.licence


def test_all_files_of_pairs_in_the_folder_are_found_by_stem(tmp_path):
    (tmp_path / "wordsim").mkdir()
    for name in ("b.txt", "a.txt", "README.md"):
        (tmp_path / "wordsim" / name).touch()
    assert list(similarity_sets(data=tmp_path)) == ["a", "b"]


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
    assert registered == set(similarity_sets())
    assert len(registered) == 11
