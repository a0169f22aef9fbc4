"""Native files that are cut, changed or made to hurt: always a FormatError, never anything else."""

import json
import os
import zlib
from dataclasses import replace

import numpy as np
import pytest
from safetensors.numpy import save_file

from firth.errors import FormatError
from firth.runtime.tensors import Header, finite_data, read_header
from firth.store import kind_of, load, load_counts, load_embedding, save


@pytest.fixture
def whole(small, tmp_path):
    save(small, tmp_path / "e.safetensors")
    return tmp_path / "e.safetensors"


@pytest.fixture
def whole_table(table, tmp_path):
    save(table, tmp_path / "c.safetensors")
    return tmp_path / "c.safetensors"


def parts(path):
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    return json.loads(content[8 : 8 + length]), content[8 + length :]


def rebuild(path, header, data):
    """The file with another header, whose checksums fit whatever it says."""
    if isinstance(header, dict) and isinstance(header.get("__metadata__"), dict):
        arrays = {name: entry for name, entry in header.items() if name != "__metadata__"}
        crcs = {name: f"{zlib.crc32(data[slice(*e['data_offsets'])]):08x}" for name, e in arrays.items()}
        header["__metadata__"]["crc32"] = json.dumps(crcs)
        text = json.dumps(header).encode()
        path.write_bytes(len(text).to_bytes(8, "little") + text + data)
        header["__metadata__"]["header_crc32"] = read_header(path).checksum()
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


def test_every_shorter_file_is_refused(whole, whole_table):
    for path, open_file in ((whole, load_embedding), (whole_table, load_counts)):
        for length in reversed(range(path.stat().st_size)):
            os.truncate(path, length)
            with pytest.raises(FormatError, match=path.name):
                open_file(path)
        assert kind_of(path) == "other"


def test_a_longer_file_is_refused(whole):
    whole.write_bytes(whole.read_bytes() + b"\0")
    with pytest.raises(FormatError, match="too long"):
        load_embedding(whole)


def test_every_changed_byte_is_noticed(whole, whole_table):
    for path, open_file in ((whole, load_embedding), (whole_table, load_counts)):
        with path.open("r+b", buffering=0) as file:
            for place, byte in enumerate(path.read_bytes()):
                os.pwrite(file.fileno(), bytes([byte ^ 1 << place % 8]), place)
                with pytest.raises(FormatError):
                    open_file(path)
                os.pwrite(file.fileno(), bytes([byte]), place)
        open_file(path)


@pytest.mark.parametrize("length", [0, 1, 2**31, 2**63, 2**64 - 1])
def test_absurd_header_lengths_are_refused(whole, length):
    whole.write_bytes(length.to_bytes(8, "little") + whole.read_bytes()[8:])
    with pytest.raises(FormatError):
        load_embedding(whole)


@pytest.mark.parametrize(
    "header",
    [
        *(b"", b"[]", b"null", b"3", b"{", b"\xff\xfe", b"[" * 100_000, b"9" * 5000),
        *(b'{"a":1}', b'{"a":1,"a":1}', b'{"__metadata__":3}', b'{"__metadata__":{"format":3}}'),
        b'{"__metadata__":{"format":"firth-embedding"}}',
    ],
)
def test_headers_that_are_no_headers_are_refused(tmp_path, header):
    path = tmp_path / "x.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header)
    with pytest.raises(FormatError, match=r"x\.safetensors"):
        load_embedding(path)
    assert kind_of(path) in ("other", "embedding")


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("vectors", {"shape": [2, 3]}),
        ("vectors", {"shape": [6]}),
        ("vectors", {"shape": [-3, -2]}),
        ("vectors", {"shape": [3, 2.0]}),
        ("vectors", {"shape": [True, 6]}),
        ("vectors", {"shape": "32"}),
        ("vectors", {"shape": [3, 2, 1]}),
        ("vectors", {"dtype": "I32"}),
        ("vectors", {"dtype": "BF16"}),
        ("vectors", {"dtype": ["F32"]}),
        ("vectors", {"data_offsets": [0, 24]}),
        ("vectors", {"data_offsets": [24, 0]}),
        ("vectors", {"data_offsets": [72, 10**30]}),
        ("vectors", {"data_offsets": [-24, 0]}),
        ("vectors", {"data_offsets": [72]}),
        ("vectors", None),
        ("spectrum", {"shape": []}),
        ("tokens.counts", {"shape": [1, 3]}),
        ("tokens.bytes", {"shape": [1], "dtype": "U8"}),
        ("tokens.offsets", {"dtype": "F64"}),
    ],
)
def test_headers_that_contradict_themselves_are_refused(whole, name, entry):
    header, data = parts(whole)
    header[name] = entry if entry is None else header[name] | entry
    text = json.dumps(header).encode()
    whole.write_bytes(len(text).to_bytes(8, "little") + text + data)
    for verify in (True, False):
        with pytest.raises(FormatError):
            load_embedding(whole, verify=verify)


def test_a_missing_array_is_named(whole):
    header, data = parts(whole)
    header["other"] = header.pop("spectrum")
    rebuild(whole, header, data)
    with pytest.raises(FormatError, match="no 1-dimensional array 'spectrum' of type F64"):
        load_embedding(whole)


@pytest.mark.parametrize(
    "offsets", [[0, 9, 3, 12], [1, 3, 8, 12], [0, 3, 8, 99], [0, -3, 8, 12], [0, 3, 4, 12]]
)
def test_names_out_of_place_are_refused_even_with_good_checksums(whole, offsets):
    header, data = parts(whole)
    start, stop = header["tokens.offsets"]["data_offsets"]
    rebuild(whole, header, data[:start] + np.array(offsets, dtype="<i8").tobytes() + data[stop:])
    with pytest.raises(FormatError):
        load_embedding(whole)


def test_a_value_that_is_not_finite_is_named_with_its_word(whole):
    header, data = parts(whole)
    start, _ = header["vectors"]["data_offsets"]
    rebuild(whole, header, data[: start + 12] + np.float32("nan").tobytes() + data[start + 16 :])
    with pytest.raises(FormatError, match=r"e\.safetensors: the vector of 'été' .* not a finite number"):
        load_embedding(whole)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("indices", [1, 2, 3]),
        ("indices", [-1, 2, 0]),
        ("indptr", [0, 4, 3]),
        ("indptr", [1, 2, 3]),
        ("indptr", [0, 2, 2]),
    ],
)
def test_a_table_that_points_outside_itself_is_refused_even_with_good_checksums(whole_table, name, values):
    header, data = parts(whole_table)
    start, stop = header[name]["data_offsets"]
    dtype = "<i4" if name == "indices" else "<i8"
    rebuild(whole_table, header, data[:start] + np.array(values, dtype=dtype).tobytes() + data[stop:])
    with pytest.raises(FormatError):
        load_counts(whole_table)


def test_files_of_others_are_not_taken_for_ours(tmp_path):
    save_file({"weight": np.zeros((2, 2), dtype=np.float32)}, tmp_path / "model.safetensors")
    assert kind_of(tmp_path / "model.safetensors") == "other"
    for open_file in (load, load_embedding, load_counts):
        with pytest.raises(FormatError, match="firth did not write"):
            open_file(tmp_path / "model.safetensors")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format_version", "2"),
        ("measure", "euclid"),
        ("recipe", "{"),
        ("recipe", "[" * 100_000),
        ("format", "firth-x"),
    ],
)
def test_unknown_descriptions_are_refused(whole, key, value):
    header, data = parts(whole)
    header["__metadata__"][key] = value
    rebuild(whole, header, data)
    with pytest.raises(FormatError, match=r"e\.safetensors"):
        load_embedding(whole)


def test_another_order_of_the_header_is_the_same_file(whole, small):
    header, data = parts(whole)
    text = json.dumps(dict(reversed(header.items())), indent=1).encode()
    whole.write_bytes(len(text).to_bytes(8, "little") + text + data)
    np.testing.assert_array_equal(load_embedding(whole).vectors, small.vectors)


def test_the_header_checksum_covers_shapes_and_texts(whole):
    header = read_header(whole)
    changed = Header({**header.metadata, "measure": "cosine"}, header.tensors)
    assert header.checksum() != changed.checksum()
    vectors = replace(header.tensors["vectors"], shape=(2, 3))
    assert header.checksum() != replace(header, tensors={**header.tensors, "vectors": vectors}).checksum()


def test_entries_that_are_not_finite_are_numbered():
    assert finite_data(np.array([1.0, np.inf]), 10) == "entry 11 of the table is not a finite number"
