import bz2
import gzip
import io
import json
import lzma
import os
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from firth.errors import FormatError, InputError
from firth.text import parquet, read, records
from firth.text.read import cut_at_spaces, read_chunks
from firth.text.sources import find_sources

PACK = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.ZstdCompressor().compress,
}
TEXTS = ["one two", "three\nfour", "", "fünf, “sechs”"]
LINES = "one two\nthree four\n\nfünf, “sechs”\n"


def all_of(sources, **options):
    return b"".join(read_chunks(find_sources(sources), **options)).decode()


def write_table(path, texts):
    match path.suffixes[0]:
        case ".jsonl" | ".ndjson":
            data = "".join(json.dumps({"id": 1, "text": text}) + "\n" for text in texts)
        case ".csv":
            data = pl.DataFrame({"id": 1, "text": texts}).write_csv()
        case ".tsv":
            data = "id\ttext\n" + "".join(f"1\t{text}\n" for text in texts)
    path.write_bytes(PACK["".join(path.suffixes[1:])](data.encode()))


@pytest.mark.parametrize("packing", PACK)
def test_text_is_read_through_every_packing(tmp_path, packing):
    path = tmp_path / f"a.txt{packing}"
    path.write_bytes(PACK[packing](LINES.encode()))
    assert all_of(path) == LINES + "\n"


@pytest.mark.parametrize("packing", [".gz", ".bz2", ".xz", ".zst"])
def test_packed_parts_that_follow_each_other_are_all_read(tmp_path, packing):
    path = tmp_path / f"a.txt{packing}"
    path.write_bytes(PACK[packing](b"one\n") + PACK[packing](b"two\n"))
    assert all_of(path) == "one\ntwo\n\n"


@pytest.mark.parametrize("packing", [".gz", ".bz2", ".xz", ".zst"])
@pytest.mark.parametrize("damage", ["cut short", "garbage"])
def test_a_damaged_packed_file_is_refused_by_name(tmp_path, packing, damage):
    path = tmp_path / f"a.txt{packing}"
    whole = PACK[packing](os.urandom(50_000).hex().encode())
    path.write_bytes(whole[: len(whole) // 2] if damage == "cut short" else b"no such format" + whole)
    with pytest.raises(FormatError, match=rf"a\.txt\{packing} is cut short or damaged"):
        all_of(path)


def test_a_plain_file_with_the_name_of_a_packed_one_is_told(tmp_path):
    path = tmp_path / "a.txt.gz"
    path.write_text("plain text\n")
    with pytest.raises(
        FormatError, match=r"a\.txt\.gz is not packed, .* plain text; rename it to .*a\.txt\.$"
    ):
        all_of(path)


def test_a_packed_file_damaged_inside_is_refused(tmp_path):
    for packing in (".gz", ".bz2", ".xz"):
        path = tmp_path / f"a.txt{packing}"
        whole = bytearray(PACK[packing](os.urandom(50_000).hex().encode()))
        whole[len(whole) // 2] ^= 0xFF
        path.write_bytes(whole)
        with pytest.raises(FormatError, match="damaged"):
            all_of(path)


@pytest.mark.parametrize("name", ["a.jsonl", "a.ndjson", "a.csv", "a.jsonl.gz", "a.csv.xz", "a.jsonl.zst"])
def test_each_record_is_a_line(tmp_path, name):
    write_table(tmp_path / name, TEXTS)
    assert all_of(tmp_path / name) == LINES + "\n"


def test_each_row_of_a_parquet_file_is_a_line(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "_FIRST_ROWS", 2)
    pl.DataFrame({"id": 1, "text": [*TEXTS, None]}).write_parquet(tmp_path / "a.parquet")
    assert all_of(tmp_path / "a.parquet") == LINES + "\n\n"
    assert all_of(tmp_path / "a.parquet", chunk_bytes=1) == LINES + "\n\n"


def test_a_categorical_column_of_parquet_is_text(tmp_path):
    pl.DataFrame({"text": ["a", "b", "a"]}, schema={"text": pl.Categorical}).write_parquet(
        tmp_path / "a.parquet"
    )
    assert all_of(tmp_path / "a.parquet") == "a\nb\na\n\n"


def test_a_tsv_file_has_no_quoting(tmp_path):
    write_table(tmp_path / "a.tsv", ['"so it begins', "it ends"])
    assert all_of(tmp_path / "a.tsv") == '"so it begins\nit ends\n\n'


def test_the_column_may_have_another_name(tmp_path):
    (tmp_path / "a.csv").write_text("id,body\n1,hello\n")
    assert all_of(tmp_path / "a.csv", column="body") == "hello\n\n"


def test_a_csv_field_may_be_longer_than_the_usual_limit_of_python(tmp_path):
    (tmp_path / "a.csv").write_text("text\n" + "word " * 50_000 + "\n")
    assert all_of(tmp_path / "a.csv").count("word") == 50_000


def test_json_null_is_an_empty_text_and_blank_lines_are_none(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"text": null}\n\n{"text": "x"}')
    assert all_of(tmp_path / "a.jsonl") == "\nx\n\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"text": "x"', r"line 2 of .*a\.jsonl is not JSON"),
        ("[1]", r"line 2 of .*a\.jsonl is not a JSON object but a list"),
        ('{"text": 3}', r"column 'text' in line 2 of .*a\.jsonl is not text but a int"),
        ("[" * 100_000, r"line 2 of .*a\.jsonl is not JSON"),
    ],
)
def test_a_malformed_line_of_jsonl_is_named(tmp_path, line, message):
    (tmp_path / "a.jsonl").write_text('{"text": "fine"}\n' + line + "\n")
    with pytest.raises(FormatError, match=message):
        all_of(tmp_path / "a.jsonl")


def test_a_record_longer_than_the_limit_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(records, "LONGEST_RECORD", 100)
    (tmp_path / "a.jsonl").write_text('{"text": "fine"}\n' + " " * 101)
    with pytest.raises(FormatError, match=r"line 2 of .* is longer than 100 bytes"):
        all_of(tmp_path / "a.jsonl")


def test_a_row_of_csv_that_is_too_short_is_named(tmp_path):
    (tmp_path / "a.csv").write_text("id,text\n1,x\n\n2\n")
    with pytest.raises(FormatError, match=r"line 4 of .*a\.csv has 1 fields and the header 2"):
        all_of(tmp_path / "a.csv")


def test_a_quote_of_csv_that_is_never_closed_is_refused(tmp_path):
    (tmp_path / "a.csv").write_text('id,text\n1,"x\n2,y\n')
    with pytest.raises(FormatError, match=r"a\.csv is not a row of the table"):
        all_of(tmp_path / "a.csv")


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.tsv", "a.parquet"])
def test_a_missing_column_is_named_with_those_there_are(tmp_path, name):
    if name == "a.parquet":
        pl.DataFrame({"id": [1], "text": ["x"]}).write_parquet(tmp_path / name)
    else:
        write_table(tmp_path / name, ["x"])
    with pytest.raises(InputError, match=rf"no column 'body' in .*{name}; its columns are 'id', 'text'"):
        all_of(tmp_path / name, column="body")


def test_a_parquet_column_that_is_not_text_is_refused(tmp_path):
    pl.DataFrame({"text": [1]}).write_parquet(tmp_path / "a.parquet")
    with pytest.raises(InputError, match=r"column 'text' of .* is not text but Int64"):
        all_of(tmp_path / "a.parquet")


@pytest.mark.parametrize("damage", ["cut short", "not parquet", "empty"])
def test_a_damaged_parquet_file_is_refused_by_name(tmp_path, damage):
    path = tmp_path / "a.parquet"
    pl.DataFrame({"text": ["x"] * 100}).write_parquet(path)
    whole = path.read_bytes()
    path.write_bytes({"cut short": whole[:-20], "not parquet": b"x" * 1000, "empty": b""}[damage])
    with pytest.raises(FormatError, match=r"a\.parquet could not be read as parquet"):
        all_of(path)


def test_a_byte_order_mark_is_dropped(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfone\n")
    (tmp_path / "b.csv").write_bytes(b"\xef\xbb\xbftext\ntwo\n")
    (tmp_path / "c.jsonl").write_bytes(b'\xef\xbb\xbf{"text": "three"}\n')
    assert all_of(tmp_path).split() == ["one", "two", "three"]
    assert all_of(tmp_path, chunk_bytes=1).split() == ["one", "two", "three"]


def test_utf16_is_refused_with_the_way_out(tmp_path):
    (tmp_path / "a.txt").write_bytes("one".encode("utf-16"))
    with pytest.raises(FormatError, match=r"a\.txt is UTF-16.*iconv"):
        all_of(tmp_path)


def test_with_documents_as_files_only_files_end_with_a_newline(tmp_path):
    (tmp_path / "a.txt").write_text("one\ntwo")
    write_table(tmp_path / "b.jsonl", ["three", "four"])
    assert all_of(tmp_path, documents="file") == "one two\nthree four \n"


def test_in_a_stream_there_is_no_newline_and_files_stay_apart(tmp_path):
    (tmp_path / "a.txt").write_text("one\ntwo")
    (tmp_path / "b.txt").write_text("three")
    assert all_of(tmp_path, documents="stream") == "one two three "


def test_standard_input_is_read(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"one\ntwo")))
    assert all_of("-") == "one\ntwo\n"


@pytest.mark.parametrize("name", ["a.txt", "a.parquet"])
def test_a_file_that_may_not_be_read_is_named(tmp_path, monkeypatch, name):
    def denied(*_):
        raise PermissionError(13, "Permission denied")

    (tmp_path / name).touch()
    monkeypatch.setattr(Path, "open", denied)
    with pytest.raises(InputError, match=rf"{name} may not be read: permission denied"):
        all_of(tmp_path / name)


def test_a_file_that_vanished_is_named(tmp_path):
    (tmp_path / "a.txt").write_text("one")
    sources = find_sources(tmp_path)
    (tmp_path / "a.txt").unlink()
    with pytest.raises(InputError, match=r"a\.txt could not be read: No such file"):
        list(read_chunks(sources))


def test_progress_counts_the_packed_bytes_of_all_files(tmp_path):
    for name in ("a.txt.gz", "b.txt.gz"):
        (tmp_path / name).write_bytes(gzip.compress(os.urandom(500_000).hex(" ").encode()))
    pl.DataFrame({"text": ["x"] * 1000}).write_parquet(tmp_path / "c.parquet")
    total = sum(path.stat().st_size for path in tmp_path.iterdir())
    calls = []
    all_of(tmp_path, chunk_bytes=5000, progress=lambda *call: calls.append(call))
    assert {(stage, whole, unit) for stage, _, whole, unit in calls} == {("reading", total, "B")}
    done = [call[1] for call in calls]
    assert done == sorted(done)
    assert done[-1] == total
    assert len(set(done)) > 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are a thing of Unix.")
def test_a_named_pipe_is_read_as_a_file(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    writer = threading.Thread(target=(tmp_path / "pipe.txt").write_bytes, args=(b"one\ntwo\n",))
    writer.start()
    assert all_of(tmp_path / "pipe.txt", chunk_bytes=4).split() == ["one", "two"]
    writer.join()


def test_progress_of_standard_input_has_no_total(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"one\ntwo")))
    calls = []
    all_of("-", progress=lambda *call: calls.append(call))
    assert {call[2] for call in calls} == {0}


@given(st.lists(st.text("aé中😀 \n\t", max_size=20)), st.integers(1, 30))
def test_chunks_hold_the_same_bytes_and_split_no_word(blocks, size):
    data = [block.encode() for block in blocks]
    chunks = list(cut_at_spaces(data, size))
    assert b"".join(chunks) == b"".join(data)
    assert [word for chunk in chunks for word in chunk.decode().split()] == "".join(blocks).split()


def test_chunks_are_cut_at_newlines_where_there_are_any():
    assert list(cut_at_spaces([b"a b\nc d e f"], 6)) == [b"a b\n", b"c d e f"[:6], b"f"]


def test_a_run_without_white_space_is_cut_between_characters_when_it_is_too_long(monkeypatch):
    monkeypatch.setattr(read, "LONGEST_RUN", 16)
    text = "中" * 20
    chunks = list(cut_at_spaces([text.encode()], 4))
    assert "".join(chunk.decode() for chunk in chunks) == text
    assert max(map(len, chunks)) <= 16


def test_bytes_that_are_no_characters_at_all_are_cut_too(monkeypatch):
    monkeypatch.setattr(read, "LONGEST_RUN", 16)
    assert b"".join(cut_at_spaces([b"\x80" * 100], 4)) == b"\x80" * 100


def longer(path):
    with path.open("ab") as file:
        file.write(b"more\n")


def touched(path):
    os.utime(path, ns=(1, 1))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (longer, r"had 12 bytes and has 17 now that it was read; .* run the command again"),
        (lambda path: os.truncate(path, 4), "had 12 bytes and has 4 "),
        (touched, "was written to while it was read"),
        (Path.unlink, "was removed while it was read"),
    ],
)
def test_a_text_that_changes_while_it_is_read_is_refused_at_its_end(tmp_path, change, said):
    path = tmp_path / "a.txt"
    path.write_text("one\ntwo\nsix\n")
    chunks = read_chunks(find_sources(path), chunk_bytes=4)
    assert next(chunks) == b"one\n"
    change(path)
    with pytest.raises(InputError, match=said):
        list(chunks)


def test_the_bytes_after_those_skipped_are_read_in_the_same_chunks(tmp_path):
    (tmp_path / "a.txt").write_text("one two\nthree\n four five six")
    (tmp_path / "b.txt").write_text("seven\n")
    whole = list(read_chunks(find_sources(tmp_path), chunk_bytes=6))
    for first in range(len(whole)):
        skip = sum(map(len, whole[:first]))
        assert list(read_chunks(find_sources(tmp_path), chunk_bytes=6, skip=skip)) == whole[first:]
