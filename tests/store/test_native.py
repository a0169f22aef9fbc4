import os
from dataclasses import replace
from pathlib import Path
from typing import get_type_hints

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import load_file
from scipy.sparse import csr_array

import firth
from firth.core import Counts, Embedding, Recipe, Vocabulary
from firth.errors import FirthError, FormatError, InputError, OutputError
from firth.runtime import tensors as chunks
from firth.store import kind_of, load, load_counts, load_embedding, save

GOLDEN = Path(__file__).parents[1] / "golden" / "embedding-v1.safetensors"


def assert_same(a: Embedding, b: Embedding) -> None:
    np.testing.assert_array_equal(a.vectors, b.vectors)
    np.testing.assert_array_equal(a.spectrum, b.spectrum)
    assert a.vocabulary == b.vocabulary
    assert a.recipe == b.recipe
    assert a.measure == b.measure


def test_what_is_loaded_as_an_embedding_or_as_counts_has_that_type_for_type_checkers():
    assert get_type_hints(load_embedding)["return"] is Embedding
    assert get_type_hints(load_counts)["return"] is Counts


def test_files_of_the_first_version_still_load(small):
    assert_same(load_embedding(GOLDEN), small)


def test_equal_content_gives_the_golden_bytes(small, tmp_path, monkeypatch):
    monkeypatch.setattr(firth, "__version__", "0.1.0")
    save(small, tmp_path / "again.safetensors")
    assert (tmp_path / "again.safetensors").read_bytes() == GOLDEN.read_bytes()


def test_the_safetensors_library_reads_the_file(small, tmp_path):
    save(small, tmp_path / "e.safetensors")
    arrays = load_file(tmp_path / "e.safetensors")
    np.testing.assert_array_equal(arrays["vectors"], small.vectors)
    assert set(arrays) == {"vectors", "spectrum", "tokens.bytes", "tokens.offsets", "tokens.counts"}


def test_vectors_are_mapped_and_read_only(small, tmp_path):
    save(small, tmp_path / "e.safetensors")
    vectors = load_embedding(tmp_path / "e.safetensors").vectors
    assert isinstance(vectors, np.memmap)
    assert not vectors.flags.writeable
    assert vectors.flags.aligned


@settings(max_examples=40)
@given(
    tokens=st.lists(st.text(max_size=8), unique=True, max_size=6),
    dim=st.integers(0, 4),
    seed=st.integers(0, 99),
)
def test_an_embedding_comes_back_as_it_was(tmp_path_factory, tokens, dim, seed):
    rng = np.random.default_rng(seed)
    vectors = rng.standard_normal((len(tokens), dim)).astype(np.float32)
    counts = rng.integers(0, 2**40, len(tokens))
    original = Embedding(vectors, Vocabulary(tuple(tokens), counts), recipe=Recipe().then("x", name="é"))
    path = tmp_path_factory.mktemp("native") / "e.safetensors"
    save(original, path)
    assert_same(load_embedding(path), original)


@pytest.mark.parametrize("dtype", ["i4", "i8", "f8", "f4", "u1"])
def test_counts_keep_their_numbers_and_their_type(table, tmp_path, dtype):
    original = replace(table, matrix=table.matrix.astype(dtype))
    save(original, tmp_path / "c.safetensors")
    found = load_counts(tmp_path / "c.safetensors")
    assert found.matrix.dtype == dtype
    np.testing.assert_array_equal(found.matrix.toarray(), original.matrix.toarray())
    assert (found.rows, found.columns, found.how) == (table.rows, table.columns, table.how)
    assert not found.symmetric
    assert isinstance(found.matrix.data, np.memmap)


def test_a_symmetric_table_stores_its_names_once(tmp_path):
    names = Vocabulary(("a", "b"), np.array([2.5, 1.0]))
    save(Counts(csr_array([[0, 2], [2, 1]]), names, names, symmetric=True), tmp_path / "c.safetensors")
    assert "columns.bytes" not in load_file(tmp_path / "c.safetensors")
    found = load_counts(tmp_path / "c.safetensors")
    assert found.symmetric
    assert found.columns is found.rows
    assert found.rows == names


def test_loaded_counts_multiply_slice_and_sum(table, tmp_path):
    save(table, tmp_path / "c.safetensors")
    found = load_counts(tmp_path / "c.safetensors")
    np.testing.assert_array_equal(found.matrix @ np.ones(3), [3, 3])
    np.testing.assert_array_equal(found.matrix.T.tocsr()[0].toarray(), [0, 3])
    assert found.without_empty().total == 6


def test_wide_indices_are_stored_as_narrow_ones(table, tmp_path):
    matrix = table.matrix.copy()
    matrix.indices, matrix.indptr = matrix.indices.astype(np.int64), matrix.indptr.astype(np.int64)
    save(table, tmp_path / "narrow.safetensors")
    save(replace(table, matrix=matrix), tmp_path / "wide.safetensors")
    assert (tmp_path / "narrow.safetensors").read_bytes() == (tmp_path / "wide.safetensors").read_bytes()


def test_arrays_of_many_chunks_come_back_whole(small, tmp_path, monkeypatch):
    monkeypatch.setattr(chunks, "CHUNK_BYTES", 4096)
    rng = np.random.default_rng(0)
    vectors = np.memmap(tmp_path / "raw", dtype="<f4", mode="w+", shape=(3000, 7))
    vectors[:] = rng.standard_normal((3000, 7))
    names = Vocabulary(tuple(map(str, range(3000))), np.zeros(3000, dtype=np.int64))
    save(Embedding(vectors, names), tmp_path / "a.safetensors")
    save(Embedding(np.asfortranarray(vectors), names), tmp_path / "b.safetensors")
    np.testing.assert_array_equal(load_embedding(tmp_path / "a.safetensors").vectors, vectors)
    assert (tmp_path / "a.safetensors").read_bytes() == (tmp_path / "b.safetensors").read_bytes()


def test_changes_in_a_copy_on_write_map_are_saved_and_stay(tmp_path):
    np.zeros((4096, 4), dtype="<f4").tofile(tmp_path / "raw")
    vectors = np.memmap(tmp_path / "raw", dtype="<f4", mode="c", shape=(4096, 4))
    vectors[:] = 7
    names = Vocabulary(tuple(map(str, range(4096))), np.zeros(4096, dtype=np.int64))
    save(Embedding(vectors, names), tmp_path / "e.safetensors")
    assert np.all(vectors == 7)
    assert np.all(load_embedding(tmp_path / "e.safetensors").vectors == 7)


def test_a_limit_takes_the_first_words(small, tmp_path):
    save(small, tmp_path / "e.safetensors")
    found = load_embedding(tmp_path / "e.safetensors", limit=2)
    assert found.vocabulary.tokens == ("the", "été")
    np.testing.assert_array_equal(found.vectors, small.vectors[:2])
    assert len(load_embedding(tmp_path / "e.safetensors", limit=99)) == 3
    with pytest.raises(InputError, match="limit is 0"):
        load_embedding(tmp_path / "e.safetensors", limit=0)


def test_kinds_are_told_apart(small, table, tmp_path):
    save(small, tmp_path / "e.safetensors")
    save(table, tmp_path / "c.safetensors")
    assert kind_of(tmp_path / "e.safetensors") == "embedding"
    assert kind_of(tmp_path / "c.safetensors") == "counts"
    assert isinstance(load(tmp_path / "c.safetensors"), Counts)
    with pytest.raises(
        FormatError,
        match=r"holds counts instead of an embedding; firth embed .*\.load_counts opens it",
    ):
        load_embedding(tmp_path / "c.safetensors")
    with pytest.raises(InputError, match="a limit is for vectors"):
        load(tmp_path / "c.safetensors", limit=3)


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e300])
def test_vectors_that_are_not_finite_are_not_written(small, tmp_path, bad):
    vectors = small.vectors.astype(np.float64)
    vectors[1, 0] = bad
    with pytest.raises(InputError, match="the vector of 'été' has a value that is not a finite number"):
        save(replace(small, vectors=vectors), tmp_path / "e.safetensors")
    assert list(tmp_path.iterdir()) == []


def test_names_that_stand_twice_or_are_no_text_are_not_written(small, tmp_path):
    for tokens in (("a", "b", "a"), ("a", "b", "\ud800")):
        with pytest.raises(InputError):
            save(replace(small, vocabulary=Vocabulary(tokens, np.ones(3))), tmp_path / "e.safetensors")
    assert list(tmp_path.iterdir()) == []


def test_numbers_without_a_name_in_the_format_are_refused(table, tmp_path):
    with pytest.raises(InputError, match="convert them with astype"):
        save(replace(table, matrix=table.matrix.astype(np.complex128)), tmp_path / "c.safetensors")


def test_ctrl_c_while_writing_leaves_no_file(small, tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("firth.runtime.tensors.chunks_of", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save(small, tmp_path / "e.safetensors")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format", ["native", "word2vec", "word2vec-binary", "glove"])
def test_a_full_disk_is_reported_in_every_format(small, format):
    if not os.path.exists("/dev/full"):  # noqa: PTH110 - a device
        pytest.skip("this system has no /dev/full")
    with pytest.raises(OutputError, match="no space left on device"):
        save(small, "/dev/full", format=format)


def test_a_missing_file_is_a_sentence(tmp_path):
    for name in ("e.safetensors", "e.vec", "e.bin", "e.txt"):
        with pytest.raises(FirthError, match="could not be read: No such file or directory"):
            load(tmp_path / name)


def test_the_example_of_the_format_page_reads_a_file(small, tmp_path, monkeypatch):
    page = (Path(__file__).parents[2] / "docs" / "format.md").read_text()
    example = page.split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(tmp_path)
    save(small, "vectors.safetensors")
    found: dict = {}
    exec(example, found)
    assert found["words"] == list(small.vocabulary)
    np.testing.assert_array_equal(found["vector"]["été"], small["été"])
