import os

import pytest

from firth.errors import FormatError, InputError
from firth.text.sources import find_sources


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "b").mkdir()
    for name in (
        "c.txt",
        "a.jsonl.gz",
        "b/d.parquet",
        "b/e.TSV",
        "f.xz",
        "notes.md",
        ".hidden.txt",
        "g.tar.gz",
    ):
        (tmp_path / name).write_bytes(b"text")
    return tmp_path


def test_a_folder_stands_for_the_known_files_below_it_in_sorted_order(folder):
    found = find_sources(folder)
    names = [source.path.relative_to(folder).as_posix() for source in found]
    assert names == ["a.jsonl.gz", "b/d.parquet", "b/e.TSV", "c.txt", "f.xz"]
    assert [(source.form, source.packing) for source in found] == [
        ("jsonl", ".gz"),
        ("parquet", ""),
        ("tsv", ""),
        ("text", ""),
        ("text", ".xz"),
    ]


def test_a_pattern_stands_for_the_files_it_matches_in_sorted_order(folder):
    (folder / "a.txt").write_bytes(b"")
    assert [source.path.name for source in find_sources(str(folder / "*.txt"))] == ["a.txt", "c.txt"]
    assert [source.path.name for source in find_sources(str(folder / "**" / "*.parquet"))] == ["d.parquet"]


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path):
    (tmp_path / "a[1].txt").write_bytes(b"x")
    assert [source.path.name for source in find_sources(tmp_path / "a[1].txt")] == ["a[1].txt"]


def test_a_file_with_an_unknown_suffix_or_none_is_plain_text(folder):
    (folder / "plain").write_bytes(b"x")
    found = find_sources([folder / "notes.md", folder / "plain"])
    assert [(source.form, source.packing) for source in found] == [("text", ""), ("text", "")]


def test_several_sources_keep_their_order(folder):
    found = find_sources([folder / "f.xz", folder / "c.txt", "-"])
    assert [source.name for source in found] == [
        str(folder / "f.xz"),
        str(folder / "c.txt"),
        "standard input",
    ]


def test_sizes_are_those_of_the_files(folder):
    assert find_sources(folder / "c.txt")[0].size == 4


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"there is no file '.*nowhere\.txt'"):
        find_sources(tmp_path / "nowhere.txt")


def test_a_pattern_that_matches_nothing_is_named(tmp_path):
    with pytest.raises(InputError, match=r"no file matches the pattern '.*\*\.txt'"):
        find_sources(str(tmp_path / "*.txt"))


def test_a_folder_without_text_files_names_the_suffixes(tmp_path):
    (tmp_path / "picture.png").write_bytes(b"")
    with pytest.raises(InputError, match=r"has no text files.*\.txt \.jsonl.*\.gz"):
        find_sources(tmp_path)


def test_an_empty_name_is_not_the_current_folder():
    with pytest.raises(InputError, match="an empty name"):
        find_sources("")


def test_no_source_at_all_is_refused():
    with pytest.raises(InputError, match="no source was given"):
        find_sources([])


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.zip"])
def test_archives_are_refused(tmp_path, name):
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(FormatError, match="archive of several files"):
        find_sources(tmp_path / name)


def test_packed_parquet_is_refused(tmp_path):
    (tmp_path / "a.parquet.gz").write_bytes(b"")
    with pytest.raises(FormatError, match="compressed parquet"):
        find_sources(tmp_path / "a.parquet.gz")


def test_a_folder_that_may_not_be_listed_is_named(tmp_path, monkeypatch):
    def denied(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "scandir", denied)
    with pytest.raises(InputError, match="may not be read: permission denied"):
        find_sources(tmp_path)
