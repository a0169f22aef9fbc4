"""gensim reads what firth writes, and the other way round."""

import sys

import numpy as np
import pytest
from gensim.models import KeyedVectors

from firth.core import Embedding, Vocabulary
from firth.errors import InputError
from firth.store import from_gensim, load, save, to_gensim


@pytest.fixture
def words() -> Embedding:
    rng = np.random.default_rng(0)
    tokens = tuple(f"word{i}" for i in range(200))
    return Embedding(
        rng.standard_normal((200, 12), dtype=np.float32), Vocabulary(tokens, np.arange(200, 0, -1))
    )


@pytest.mark.parametrize(("name", "binary"), [("e.vec", False), ("e.bin", True)])
def test_gensim_reads_our_word2vec_files(words, tmp_path, name, binary):
    save(words, tmp_path / name)
    theirs = KeyedVectors.load_word2vec_format(str(tmp_path / name), binary=binary)
    assert tuple(theirs.index_to_key) == words.vocabulary.tokens
    np.testing.assert_array_equal(theirs.vectors, words.vectors)


@pytest.mark.parametrize(("name", "binary"), [("e.vec", False), ("e.bin", True)])
def test_we_read_gensims_word2vec_files(words, tmp_path, name, binary):
    to_gensim(words).save_word2vec_format(str(tmp_path / name), binary=binary)
    ours = load(tmp_path / name)
    assert ours.vocabulary.tokens == words.vocabulary.tokens
    np.testing.assert_array_equal(ours.vectors, words.vectors)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # gensim leaves the file open
def test_gensim_reads_our_glove_files(words, tmp_path):
    save(words, tmp_path / "e.glove")
    theirs = KeyedVectors.load_word2vec_format(str(tmp_path / "e.glove"), no_header=True)
    np.testing.assert_array_equal(theirs.vectors, words.vectors)


def test_there_and_back_keeps_words_vectors_and_counts(words):
    theirs = words.to_gensim()
    assert theirs.get_vecattr("word3", "count") == 197
    ours = from_gensim(theirs)
    assert ours.vocabulary == words.vocabulary
    np.testing.assert_array_equal(ours.vectors, words.vectors)


def test_vectors_without_counts_get_zeros():
    theirs = KeyedVectors(2)
    theirs.add_vectors(["a", "b"], np.eye(2, dtype=np.float32))
    assert from_gensim(theirs).vocabulary.counts.tolist() == [0, 0]


def test_without_gensim_the_extra_is_named(words, monkeypatch):
    monkeypatch.setitem(sys.modules, "gensim.models", None)
    with pytest.raises(InputError, match=r"pip install 'firth\[baselines\]'"):
        to_gensim(words)
