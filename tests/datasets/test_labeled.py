"""Documents of one's own, from every kind of file, and what is wrong with some."""

from __future__ import annotations

import gzip
import json

import polars as pl
import pytest

from firth.datasets import read_documents, read_labeled
from firth.errors import FirthError, InputError

TEXTS = ("tea, with milk", 'a "hot" cup', "", "Kaffee mit Käse")
LABELS = ("warm", "warm", "none", "warm")


def write(folder, form):
    frame = pl.DataFrame({"id": [1, 2, 3, 4], "text": TEXTS, "label": LABELS})
    path = folder / f"documents.{form}"
    match form:
        case "csv":
            frame.write_csv(path)
        case "tsv":
            lines = ["id\ttext\tlabel", *("\t".join(map(str, row)) for row in frame.rows())]
            path.write_text("\n".join(lines) + "\n")
        case "jsonl":
            frame.write_ndjson(path)
        case "parquet":
            frame.write_parquet(path)
        case "csv.gz":
            path.write_bytes(gzip.compress(frame.write_csv().encode()))
    return path


@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl", "parquet", "csv.gz"])
def test_tables_of_every_form_are_read_alike(tmp_path, form):
    path = write(tmp_path, form)
    found = read_labeled(path)
    assert found.texts == TEXTS
    assert found.labels == LABELS
    assert len(found) == 4
    assert read_documents(path) == TEXTS


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_lines_of_two_files_belong_together(tmp_path, ends):
    texts, labels = tmp_path / "t.txt", tmp_path / "l.txt"
    texts.write_bytes(("\ufeff" + ends.join(TEXTS) + ends).encode())
    labels.write_bytes(ends.join(LABELS).encode())
    assert read_labeled(texts, labels) == read_labeled(write(tmp_path, "csv"))
    assert read_documents(texts) == TEXTS


def test_files_below_a_folder_are_labeled_by_their_folders(tmp_path):
    for folder, name, text in (("pos", "b", "good"), ("neg", "a", "bad\nvery bad"), ("pos", "a", "fine")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / f"{name}.txt").write_text(text)
    found = read_labeled(tmp_path)
    assert found.texts == ("bad\nvery bad", "fine", "good")
    assert found.labels == ("neg", "pos", "pos")
    assert read_documents(tmp_path) == found.texts
    (tmp_path / "stray.txt").write_text("where?")
    with pytest.raises(InputError, match="in no folder of their class"):
        read_labeled(tmp_path)


def test_numbers_stay_numbers_where_the_file_has_them(tmp_path):
    path = tmp_path / "d.jsonl"
    path.write_text("".join(json.dumps({"body": "tea", "stars": stars}) + "\n" for stars in (1, 4.5)))
    assert read_labeled(path, column="body", label="stars").labels == (1.0, 4.5)


@pytest.mark.parametrize(
    ("name", "content", "labels", "sentence"),
    [
        ("d.csv", "text,label\ntea,warm\nice,\n", None, "row 2 of .*d.csv has no label"),
        ("d{a}.csv", "text,label\ntea,warm\nice,  \n", None, "row 2 of .*d{a}.csv has no label"),
        ("d.csv", "body,label\ntea,warm\n", None, "there is no column 'text' in .* are 'body', 'label'"),
        ("d.csv", "text,label\n", None, "d.csv has no rows"),
        ("d.csv", "", None, "d.csv is empty"),
        ("d.csv", "text,label\ntea,warm,hot\nice,cold\n", None, "line 2 has 3 cells where most lines have 2"),
        ("d.csv", b"text,label\n\x00\x01\xff,warm\n", None, "d.csv holds bytes that are no text"),
        ("d.tsv", "text\tlabel\ntea\twarm\thot\n", None, "a line has more cells than the first"),
        ("d.jsonl", '{"text": "tea", "label": "warm"}\n{"te', None, "line 2 of .*d.jsonl is no JSON object"),
        ("d.jsonl", '{"text": 5, "label": "warm"}\n', None, "'text' of .*d.jsonl is not text but Int64"),
        ("d.jsonl", '{"text": "a", "label": null}\n', None, "row 1 of .*d.jsonl has no label"),
        ("d.parquet", "PAR1 but no", None, "d.parquet could not be read as parquet"),
        ("d.csv.gz", "no gzip", None, "d.csv.gz"),
        ("d.txt", "tea\nice\n", None, "no labels; name a file with a label on each line"),
        ("d.txt", "tea\nice\n", "warm\n", "d.txt has 2 lines and .*l.txt 1; they must match"),
        ("d.txt", "tea\nice\n", "warm\n\n", "line 2 of .*l.txt has no label"),
        ("d.txt", "", "warm\n", "d.txt is empty"),
        ("d.txt", b"caf\xe9\n", "warm\n", r"d.txt is not UTF-8 text \(byte 3\)"),
        ("d.csv", "text,label\ntea,warm\n", "warm\n", "is a table with a column of labels; leave out"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_sentence(tmp_path, name, content, labels, sentence):
    path, other = tmp_path / name, None
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    if labels is not None:
        other = tmp_path / "l.txt"
        other.write_text(labels)
    with pytest.raises(FirthError, match=sentence) as caught:
        read_labeled(path, other)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "content",
    ["text;label\nthé, chaud;warm\nice;cold\n", '"text"|"label"\n"thé, chaud"|warm\nice|cold\n'],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_separators_and_encodings_of_a_table_are_found_out(tmp_path, content, encoding):
    path = tmp_path / "drinks.csv"
    path.write_bytes(content.encode(encoding))
    known = read_labeled(path)
    assert (known.texts, known.labels) == (("thé, chaud", "ice"), ("warm", "cold"))
    assert read_documents(path) == known.texts


def test_documents_may_be_the_only_column(tmp_path):
    path = tmp_path / "drinks.csv"
    path.write_text("text\ntea\nice\n")
    assert read_documents(path) == ("tea", "ice")
    with pytest.raises(InputError, match=r"there is no column 'body' in .*; its columns are 'text'"):
        read_documents(path, column="body")


def test_a_file_that_is_not_there_and_an_empty_folder_are_told(tmp_path):
    with pytest.raises(FirthError, match="there is no file"):
        read_labeled(tmp_path / "none.csv")
    with pytest.raises(InputError, match="has no text files"):
        read_labeled(tmp_path)
