"""Doc2VecC, against a slow twin."""

import numpy as np
import pytest

from documents.topics import topics
from firth.documents import mean_vectors, tokenize_documents, train_doc2vecc, word_table
from firth.documents._kernels import train_on_documents
from firth.errors import InputError
from reference.slow_documents import Congruence, slow_corrupted_epoch

RNG = np.random.default_rng(5)


@pytest.mark.parametrize("kept", [0.3, 1.0])
def test_doc2vecc_is_its_slow_twin(kept):
    documents = [RNG.integers(0, 9, size=size) for size in (12, 0, 1, 30, 7)]
    starts = np.concatenate([[0], np.cumsum([len(d) for d in documents])])
    keep, negatives = RNG.uniform(0.4, 1, 9), RNG.integers(0, 9, 50)
    inputs, outputs = (RNG.normal(size=(9, 6)).astype(np.float32) for _ in range(2))
    expected = inputs.astype(float), outputs.astype(float)
    random = Congruence(4)
    slow_corrupted_epoch(
        [d.tolist() for d in documents], keep, negatives, *expected,
        window=3, negative=2, kept=kept, rates=(0.1, 0.05), random=random,
    )  # fmt: skip
    state = np.array([2 * 4 + 1], np.uint64)
    train_on_documents(
        np.concatenate(documents), starts, keep, negatives, inputs, outputs, 3, 2, kept,
        np.array([0.1, 0.05]), state,
    )  # fmt: skip
    assert int(state[0]) == random.state
    assert np.allclose(inputs, expected[0], atol=1e-5)
    assert np.allclose(outputs, expected[1], atol=1e-5)


def test_doc2vecc_brings_documents_of_one_topic_together():
    documents = tokenize_documents(topics())
    found = train_doc2vecc(documents, dim=10, epochs=20, subsample=0, seed=1)
    vectors = mean_vectors(word_table(documents, found.vocabulary.index), found.vectors)
    cosines = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = cosines @ cosines.T
    assert cosines[::2, ::2].mean() > cosines[::2, 1::2].mean() + 0.5


def test_doc2vecc_has_the_same_bytes_for_the_same_seed():
    documents = tokenize_documents(topics())
    one, same, other = (train_doc2vecc(documents, dim=5, epochs=2, seed=seed) for seed in (3, 3, 4))
    assert one.vectors.tobytes() == same.vectors.tobytes()
    assert one.vectors.tobytes() != other.vectors.tobytes()


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ({"dim": 0}, "dim is 0; it must be at least 1."),
        ({"epochs": 0}, "epochs is 0; it must be at least 1."),
        ({"kept": 0.0}, "kept is 0.0; it is a share of words, above 0 and up to 1."),
        ({"min_count": 99}, "no word occurs 99 times; give more text, or lower min_count."),
    ],
)
def test_doc2vecc_refuses_what_cannot_be_learned(choices, says):
    with pytest.raises(InputError, match=says):
        train_doc2vecc(tokenize_documents(["a b c"] * 6), **choices)
