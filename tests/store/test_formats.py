"""word2vec's two formats and GloVe's: what is written comes back, and what cannot be carried is refused."""

import bz2
import gzip
import lzma
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firth.core import Embedding, Vocabulary
from firth.errors import FirthError, FormatError, InputError
from firth.store import kind_of, load, save
from firth.store import text_formats as lines

EXCHANGE = ["e.vec", "e.txt", "e.bin", "e.glove"]
words = st.text(min_size=1, max_size=6).filter(lambda text: text.split() == [text])
finite = st.floats(width=32, allow_nan=False, allow_infinity=False)


def embedding_of(tokens, vectors) -> Embedding:
    return Embedding(np.array(vectors, dtype=np.float32), Vocabulary(tuple(tokens), np.zeros(len(tokens))))


def write(path, content):
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize("name", EXCHANGE)
@settings(max_examples=40)
@given(data=st.data(), dim=st.integers(1, 4), tokens=st.lists(words, unique=True, min_size=1, max_size=5))
def test_words_and_every_bit_of_the_vectors_come_back(tmp_path_factory, name, data, dim, tokens):
    vectors = [data.draw(st.lists(finite, min_size=dim, max_size=dim)) for _ in tokens]
    original = embedding_of(tokens, vectors)
    path = tmp_path_factory.mktemp("exchange") / name
    save(original, path)
    found = load(path)
    assert found.vocabulary.tokens == original.vocabulary.tokens
    assert found.vectors.tobytes() == original.vectors.tobytes()
    assert found.recipe["imported"]["doubled_words"] == 0


def test_the_text_format_is_the_known_one(small, tmp_path):
    save(small, tmp_path / "e.vec")
    assert (tmp_path / "e.vec").read_text() == "3 2\nthe 1.0 -0.5\nété 0.25 3.0\nking 0.1 -1e-8\n"
    save(small, tmp_path / "e.glove")
    assert (tmp_path / "e.glove").read_text() == "the 1.0 -0.5\nété 0.25 3.0\nking 0.1 -1e-8\n"


def test_the_binary_format_is_the_known_one(small, tmp_path):
    save(small, tmp_path / "e.bin")
    records = [
        w.encode() + b" " + v.tobytes() + b"\n" for w, v in zip(small.vocabulary, small.vectors, strict=True)
    ]
    assert (tmp_path / "e.bin").read_bytes() == b"3 2\n" + b"".join(records)


def test_counts_are_unknown_and_therefore_zero(small, tmp_path):
    save(small, tmp_path / "e.vec")
    assert load(tmp_path / "e.vec").vocabulary.counts.tolist() == [0, 0, 0]


@pytest.mark.parametrize("name", EXCHANGE)
def test_a_limit_reads_the_first_vectors(small, tmp_path, name):
    save(small, tmp_path / name)
    assert load(tmp_path / name, limit=2).vocabulary.tokens == ("the", "été")
    assert len(load(tmp_path / name, limit=50)) == 3
    with pytest.raises(InputError, match="limit is 0"):
        load(tmp_path / name, limit=0)


@pytest.mark.parametrize("name", EXCHANGE)
def test_small_blocks_change_nothing(small, tmp_path, monkeypatch, name):
    save(small, tmp_path / name)
    for size in (1, 7, 20):
        monkeypatch.setattr(lines, "BLOCK_BYTES", size)
        monkeypatch.setattr("firth.store.word2vec.BLOCK_BYTES", size)
        np.testing.assert_array_equal(load(tmp_path / name).vectors, small.vectors)
        assert load(tmp_path / name, limit=2).vocabulary.tokens == ("the", "été")


@pytest.mark.parametrize("packing", [(".gz", gzip), (".bz2", bz2), (".xz", lzma)])
@pytest.mark.parametrize("name", EXCHANGE)
def test_packed_files_are_read_and_cut_ones_refused(small, tmp_path, name, packing):
    suffix, library = packing
    save(small, tmp_path / name)
    packed = write(tmp_path / (name + suffix), library.compress((tmp_path / name).read_bytes()))
    np.testing.assert_array_equal(load(packed).vectors, small.vectors)
    assert kind_of(packed) == "embedding"
    write(packed, packed.read_bytes()[:-9])
    with pytest.raises(FormatError):
        load(packed)
    with pytest.raises(InputError, match="writes plain ones"):
        save(small, packed)


@pytest.mark.parametrize("ending", [" \n", "\r\n", " \r\n", "\n\n"])
def test_endings_of_other_programs_are_read(tmp_path, ending):
    path = write(tmp_path / "e.vec", "2 2\na 1 2\nb 3 4\n".replace("\n", ending))
    assert load(path).vectors.tolist() == [[1, 2], [3, 4]]
    write(path, "2 2\na 1 2\nb 3 4")
    assert load(path).vectors.tolist() == [[1, 2], [3, 4]]


def test_glove_words_may_hold_spaces(tmp_path):
    path = write(tmp_path / "e.txt", "the 1 2\n. . . 3 4\nat name@domain.com 5 6\n\u00a0 7 8\n")
    found = load(path)
    assert found.vocabulary.tokens == ("the", ". . .", "at name@domain.com", "\u00a0")
    assert found.vectors.tolist() == [[1, 2], [3, 4], [5, 6], [7, 8]]


def test_quotes_and_commas_are_plain_characters(tmp_path):
    path = write(tmp_path / "e.txt", "\" 1 2\n'' 3 4\n, 5 6\n# 7 8\n")
    assert load(path).vocabulary.tokens == ('"', "''", ",", "#")


def test_of_a_word_that_stands_twice_the_first_is_kept_and_it_is_counted(tmp_path):
    path = write(tmp_path / "e.vec", "3 1\na 1\nb 2\na 3\n")
    found = load(path)
    assert found.vocabulary.tokens == ("a", "b")
    assert found.vectors.tolist() == [[1], [2]]
    assert found.recipe["imported"]["doubled_words"] == 1


def test_bytes_that_are_not_utf8_are_replaced_and_counted(tmp_path):
    path = write(tmp_path / "e.vec", b"2 1\ncaf\xe9 1\n\xef\xbf\xbd 2\n")
    found = load(path)
    assert found.vocabulary.tokens == ("caf\ufffd", "\ufffd")
    assert found.recipe["imported"]["bytes_replaced"] == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "is empty"),
        ("3 1\na 1\nb 2\n", "promises 3 vectors and it has 2"),
        ("1 1\na 1\nb 2\n", "promises 1 vectors and it has 2"),
        ("2 2\na 1 2\nb 3\n", "line 3: 1 numbers stand where 2 were expected"),
        ("1 2\na 1 2 3\n", "line 2: 3 numbers stand where 2 were expected"),
        ("2 1\n\na 1\nb x1\n", "line 4: 'x1', of the word 'b', is not a number"),
        ("2 2\na 1 2\nb  3\n", "line 3: '', of the word 'b', is not a number"),
        ("1 1\na 1_0\n", "not a number"),
        ("2 1\na 1\nb nan\n", r"the vector of 'b' \(line 3\) has a value that is not a finite number"),
        ("1 1\na 1e99\n", "not a finite number"),
        ("0 5\n", "promises 0 vectors of 5 numbers"),
        ("5 0\n", "promises 5 vectors of 0 numbers"),
    ],
)
def test_word2vec_text_that_breaks_its_word_is_refused(tmp_path, content, sentence):
    path = write(tmp_path / "e.vec", content)
    with pytest.raises(FormatError, match=sentence):
        load(path, format="word2vec")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "is empty"),
        ("\n\n", "is empty"),
        ("a\nb\n", "does not hold vectors"),
        ("a 1 2\nb 3 4\nc 5\n", "line 3: 1 numbers stand where 2 were expected"),
        ("a 1 2\nb 3 four\n", "line 2: 'four', of the word 'b', is not a number"),
        ("a 1 2\nb 3 inf\n", r"the vector of 'b' \(line 2\)"),
    ],
)
def test_glove_text_that_is_none_is_refused(tmp_path, content, sentence):
    path = write(tmp_path / "e.glove", content)
    with pytest.raises(FormatError, match=sentence):
        load(path)


@pytest.mark.parametrize("blocks", [lines.BLOCK_BYTES, 5])
def test_every_cut_of_a_binary_file_is_refused(small, tmp_path, monkeypatch, blocks):
    monkeypatch.setattr("firth.store.word2vec.BLOCK_BYTES", blocks)
    save(small, tmp_path / "e.bin")
    content = (tmp_path / "e.bin").read_bytes()
    for length in range(len(content) - 1):  # the newline after the last vector is not missed
        with pytest.raises(FormatError):
            load(write(tmp_path / "cut.bin", content[:length]))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"1 1\na \0\0\0\0\nb \0\0\0\0", "more than the 1 vectors"),
        (b"1 1\na \0\0\xc0\x7f", r"the vector of 'a' \(vector 1\)"),
        (b"\xba\x16O/\x0c\0\0\0 fastText", "fastText"),
        (b"99999999999 300\na ", "cut short"),
        (b"1 9999999\na ", "cut short"),
        (b"1 99999999\na ", "not two whole numbers"),
        (b"1 1\n" + b"a" * 70_000, "word 1 has no end"),
    ],
)
def test_binary_files_that_break_their_word_are_refused(tmp_path, content, sentence):
    with pytest.raises(FormatError, match=sentence):
        load(write(tmp_path / "e.bin", content))


@pytest.mark.parametrize("name", EXCHANGE)
@pytest.mark.parametrize("token", ["two words", "", " x", "tab\there", "new\nline", "a\u00a0b", "\ud800"])
def test_words_these_formats_cannot_carry_are_named(tmp_path, name, token):
    with pytest.raises(InputError, match="was not written: the word"):
        save(embedding_of(["ok", token], [[1], [2]]), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", EXCHANGE)
def test_vectors_that_are_not_finite_are_not_written(small, tmp_path, name):
    vectors = small.vectors.copy()
    vectors[1] = np.nan
    with pytest.raises(InputError, match="the vector of 'été'"):
        save(replace(small, vectors=vectors), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_the_first_line_tells_word2vec_from_glove(tmp_path):
    assert load(write(tmp_path / "w.txt", "1 2\na 1 2\n")).recipe["imported"]["format"] == "word2vec"
    assert load(write(tmp_path / "g.txt", "a 1 2\n")).recipe["imported"]["format"] == "glove"
    assert load(write(tmp_path / "g.txt", "12 2\n13 4\n"), format="glove").vocabulary.tokens == ("12", "13")


def test_unknown_suffixes_and_formats_name_the_known_ones(small, table, tmp_path):
    for name in ("e.npy", "e", "e.gz"):
        with pytest.raises(InputError, match=r"\.safetensors, \.vec, \.txt, \.bin, \.glove"):
            save(small, tmp_path / name)
        with pytest.raises(InputError, match="names no format"):
            load(tmp_path / name)
    with pytest.raises(InputError, match="must be one of native, word2vec, word2vec-binary, glove"):
        save(small, tmp_path / "e.vec", format="csv")
    with pytest.raises(InputError, match=r"counts are saved as \.safetensors"):
        save(table, tmp_path / "c.vec")
    with pytest.raises(InputError, match="unpack it first"):
        load(tmp_path / "e.safetensors.gz")


def test_a_named_format_outweighs_the_suffix(small, tmp_path):
    save(small, tmp_path / "e.data", format="native")
    assert load(tmp_path / "e.data", format="native").vocabulary == small.vocabulary
    assert kind_of(tmp_path / "e.data") == "embedding"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("2 1\na 1\nb 2\n", "embedding"),
        ("a 1 2\nb 1 2\n", "embedding"),
        ("a " + "0.5 " * 20_000, "embedding"),
        ("a text\n", "other"),
        ("", "other"),
        ("3 2\nbut then words follow\n", "other"),
        ("1984 is a year\n", "other"),
        ("word " * 50_000, "other"),
    ],
)
def test_a_text_is_not_taken_for_vectors(tmp_path, content, kind):
    assert kind_of(write(tmp_path / "x.txt", content)) == kind


def test_a_text_in_the_place_of_vectors_is_told_apart(tmp_path):
    with pytest.raises(FormatError, match=r"does not hold vectors: .* use firth embed"):
        load(write(tmp_path / "x.txt", "the cat sat on the mat\nthe dog slept\n"))


def test_what_cannot_be_saved_is_named(tmp_path):
    with pytest.raises(InputError, match="a dict cannot be saved; give an Embedding, Counts or a SenseModel"):
        save({"tea": [1.0]}, tmp_path / "d.safetensors")


def test_kinds_of_folders_and_missing_files(tmp_path):
    assert kind_of(tmp_path) == "other"
    with pytest.raises(FirthError, match="could not be read"):
        kind_of(tmp_path / "missing.txt")


@pytest.mark.parametrize("ends", ["", " 3"])
def test_running_text_given_as_vectors_is_told_with_the_command_that_makes_some(tmp_path, ends):
    (tmp_path / "text.txt").write_text(f"the cat sat on mat{ends}\nthe dog lay there and slept{ends}\n")
    with pytest.raises(FormatError, match="do not end in numbers"):
        load(tmp_path / "text.txt")
