"""What pickle, copy and joblib make of firth's types."""

from __future__ import annotations

import copy
import os
import pickle

import numpy as np
import pytest

from firth.core import Counts, Embedding, Recipe, Vocabulary
from firth.counting import count
from firth.errors import FormatError
from firth.store import load_counts, load_embedding, save
from firth.text import encode_texts

CORPUS = encode_texts(["tea or coffee", "coffee or tea", "tea and milk"], min_count=1)
COUNTS = count(CORPUS, window=2)
VECTORS = np.random.default_rng(1).random((5, 400)).astype(np.float32)
EMBEDDING = Embedding(VECTORS, CORPUS.vocabulary, recipe=Recipe().then("association", recipe="ppmi"))


@pytest.fixture
def stored(tmp_path):
    save(EMBEDDING, tmp_path / "vectors.safetensors")
    return tmp_path / "vectors.safetensors"


@pytest.mark.parametrize("copied", [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy])
def test_copies_are_equal(copied):
    embedding, corpus, counts = map(copied, (EMBEDDING, CORPUS, COUNTS))
    assert np.array_equal(embedding.vectors, VECTORS)
    assert (embedding.vocabulary, embedding.recipe) == (EMBEDDING.vocabulary, EMBEDDING.recipe)
    assert np.array_equal(corpus.ids, CORPUS.ids)
    assert (corpus.documents, corpus.recipe) == (3, CORPUS.recipe)
    assert (counts.matrix != COUNTS.matrix).nnz == 0
    assert counts.symmetric
    assert copied(EMBEDDING.recipe)["association"]["recipe"] == "ppmi"


def test_what_is_derived_is_not_sent():
    vocabulary = Vocabulary(tuple(f"word{i}" for i in range(1000)), np.arange(1000))
    before = len(pickle.dumps(vocabulary))
    assert vocabulary.index["word7"] == 7
    assert len(pickle.dumps(vocabulary)) == before


def test_a_mapped_file_is_sent_by_name_and_shared(stored):
    mapped = load_embedding(stored)
    sent = pickle.dumps(mapped)
    assert len(sent) < VECTORS.nbytes / 2
    received = pickle.loads(sent)
    assert received.vectors.tobytes() == VECTORS.tobytes()
    assert isinstance(received.vectors, np.memmap)
    assert pickle.loads(pickle.dumps(received)).vectors.tobytes() == VECTORS.tobytes()
    assert np.shares_memory(copy.deepcopy(mapped).vectors, mapped.vectors)


def test_the_first_vectors_of_a_mapped_file_are_those_that_come_back(stored):
    received = pickle.loads(pickle.dumps(load_embedding(stored, limit=2)))
    assert received.vectors.tobytes() == VECTORS[:2].tobytes()


def test_what_is_no_piece_of_the_file_is_sent_whole(stored):
    mapped = load_embedding(stored)
    columns = Embedding(mapped.vectors[:, ::2], mapped.vocabulary)
    stored.unlink()
    assert np.array_equal(pickle.loads(pickle.dumps(columns)).vectors, VECTORS[:, ::2])


def test_mapped_counts_are_sent_by_name(tmp_path):
    names = Vocabulary.from_counts({f"word{i}": 1 for i in range(2000)})
    from scipy.sparse import random_array

    table = random_array((2000, 2000), density=0.05, rng=np.random.default_rng(2), format="csr")
    save(Counts(table, names, names), tmp_path / "counts.safetensors")
    mapped = load_counts(tmp_path / "counts.safetensors")
    sent = pickle.dumps(mapped)
    assert len(sent) < mapped.matrix.data.nbytes / 10
    assert (pickle.loads(sent).matrix != table).nnz == 0


def test_a_file_that_was_changed_is_refused(stored):
    sent = pickle.dumps(load_embedding(stored))
    os.utime(stored, ns=(1, 1))
    with pytest.raises(FormatError, match=r"vectors.safetensors was changed since: .* Load the file anew"):
        pickle.loads(sent)


def test_a_file_that_is_gone_is_refused_and_in_memory_is_the_way_out(stored):
    mapped = load_embedding(stored)
    by_name, whole = pickle.dumps(mapped), pickle.dumps(mapped.in_memory())
    stored.unlink()
    with pytest.raises(FormatError, match=r"is not there any more: .* pickle what in_memory\(\) returns"):
        pickle.loads(by_name)
    assert pickle.loads(whole).vectors.tobytes() == VECTORS.tobytes()
