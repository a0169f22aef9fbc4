"""`reproduce` itself: names, folders."""

from __future__ import annotations

import pytest

from firth.errors import InputError, MissingDataError, OutputError
from firth_papers import reproduce


def test_an_unknown_name_is_answered_with_those_there_are(tmp_path):
    with pytest.raises(InputError, match="no experiment 'routers'; choose one of reuters"):
        reproduce("routers", output=tmp_path)


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    file = tmp_path / "results"
    file.write_text("mine")
    with pytest.raises(OutputError, match="is a file; name a folder"):
        reproduce("reuters", output=file)
    assert file.read_text() == "mine"


def test_no_empty_folder_is_left_where_data_are_missing(tmp_path):
    with pytest.raises(MissingDataError):
        reproduce("table4", data=tmp_path, output=tmp_path / "results")
    assert not (tmp_path / "results").exists()


def test_a_folder_with_something_in_it_is_left_as_it_is(tmp_path):
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "notes.txt").write_text("mine")
    with pytest.raises(MissingDataError):
        reproduce("table4", data=tmp_path, output=tmp_path / "results")
    assert (tmp_path / "results" / "notes.txt").read_text() == "mine"
