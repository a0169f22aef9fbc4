import numpy as np
import pytest

from firth.errors import InputError, MemoryBudgetError
from firth.query import neighbors
from firth.senses import induce, sense_embedding
from firth.senses.vectors import with_sense_rows
from firth.store import load_embedding, save


def test_sense_rows_stand_below_the_words_and_sum_to_theirs(model):
    matrix, names = with_sense_rows(model)
    dense = matrix.toarray()
    np.testing.assert_array_equal(dense[: len(model.vocabulary)], model.association.toarray())
    for word in model.ambiguous:
        own = [dense[names.index[f"{word}#{sense}"]] for sense in (1, 2)]
        np.testing.assert_allclose(sum(own), dense[names.index[word]], rtol=1e-6)
        counts = [names.counts[names.index[f"{word}#{sense}"]] for sense in (1, 2)]
        assert sum(counts) == pytest.approx(names.counts[names.index[word]], abs=1)


def test_all_dimensions_give_back_the_cosines_of_the_rows(model):
    matrix, _ = with_sense_rows(model)
    dense = matrix.toarray().astype(float)
    rank = np.linalg.matrix_rank(dense)
    vectors = sense_embedding(model, dim=int(rank), exponent=1.0).vectors.astype(float)
    np.testing.assert_allclose(vectors @ vectors.T, dense @ dense.T, atol=1e-3)


def test_words_of_one_sense_get_no_second_vector(counts):
    model = induce(counts, ["bank", "river"], senses={"bank": 2, "river": 1})
    tokens = sense_embedding(model, dim=4).vocabulary.tokens
    assert tokens[len(counts.rows) :] == ("bank#1", "bank#2")


def test_sense_vectors_work_wherever_vectors_do(model, tmp_path):
    embedding = sense_embedding(model, dim=6)
    assert len(neighbors(embedding, "bank#1", 3)) == 3
    for name in ("v.safetensors", "v.vec", "v.bin"):
        save(embedding, tmp_path / name)
        assert "bank#2" in load_embedding(tmp_path / name)


def test_the_number_of_threads_does_not_change_a_byte(model):
    one, two = (sense_embedding(model, dim=6, threads=threads).vectors for threads in (1, 3))
    assert one.tobytes() == two.tobytes()


def test_too_many_dimensions_and_too_little_memory_are_told(model):
    with pytest.raises(InputError, match="dim"):
        sense_embedding(model, dim=10_000)
    with pytest.raises(MemoryBudgetError, match="budget"):
        sense_embedding(model, dim=6, memory="1KB")
