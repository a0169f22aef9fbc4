"""Documents as tables and means, against words counted one by one and a slow twin of Doc2VecC."""

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer

from firth.documents import (
    common_directions,
    find_terms,
    mean_vectors,
    number_documents,
    power_means,
    rarity_weights,
    train_corrupted,
    train_paragraphs,
    without_directions,
    word_table,
)
from firth.documents import tokens as numbered_module
from firth.documents._doc2vecc_kernels import train_on_documents
from firth.errors import InputError
from firth.text.tokenize import tokenize
from reference.slow_documents import Congruence, slow_corrupted_epoch, slow_mean, slow_power_mean

TEXTS = ["The cat isn't here.", "", "  \n", "Café CAFÉ 2 cats!", "the cat the cat", "’tis ½ done\nthe end"]
WORDS = {"the": np.array([1.0, -2.0]), "cat": np.array([0.5, 3.0]), "café": np.array([-4.0, 0.0])}
RNG = np.random.default_rng(5)


def lists_of(documents):
    parts = np.split(documents.ids, documents.starts[1:-1])
    return [[documents.words[i] for i in part] for part in parts]


def test_texts_have_the_tokens_that_tokenize_finds_and_keep_their_places():
    assert lists_of(number_documents(TEXTS)) == [tokenize(text) for text in TEXTS]


def test_the_size_of_chunks_and_the_number_of_threads_do_not_matter(monkeypatch):
    monkeypatch.setattr(numbered_module, "_CHUNK", 20)
    for threads in (1, 3):
        assert lists_of(number_documents(TEXTS * 4, threads=threads)) == [tokenize(t) for t in TEXTS * 4]


@given(st.lists(st.text(max_size=12), max_size=6))
def test_any_texts(texts):
    assert (lists_of(number_documents(texts)) if texts else []) == [tokenize(text) for text in texts]


def test_lists_of_tokens_are_taken_as_they_are():
    documents = number_documents([["New York", "is"], [], np.array(["is"])])
    assert documents.words == ("New York", "is")
    assert documents.starts.tolist() == [0, 2, 2, 3]


@pytest.mark.parametrize(
    ("documents", "says"),
    [
        ("a text", "one string was given where documents are expected"),
        (7, "documents is a int, not a list of texts."),
        (["a", None], "document number 2 is a NoneType, not text, as the first is."),
        (["a", ["b"]], "document number 2 is a list, not text, as the first is."),
        ([["a"], "b"], "document number 2 is a str, not text or a list of tokens."),
        ([["a", 3]], "document number 1 is a list, not text or a list of tokens."),
        ([3.5], "document number 1 is a float, not text or a list of tokens."),
    ],
)
def test_what_is_no_document_is_refused(documents, says):
    with pytest.raises(InputError) as caught:
        number_documents(documents)
    assert says in str(caught.value)


@pytest.mark.parametrize("longest", [1, 2])
@pytest.mark.parametrize("least", [1, 2])
def test_terms_are_counted_as_scikit_learn_counts_them(longest, least):
    texts = [" ".join(RNG.choice(list("abcdefgh"), size)) for size in (0, 1, 2, 9, 30, 4)]
    bag = CountVectorizer(tokenizer=str.split, token_pattern=None, ngram_range=(1, longest), min_df=least)
    expected = bag.fit_transform(texts)
    documents = number_documents(texts)
    terms = find_terms(documents, longest=longest, min_documents=least)
    assert sorted(terms.names) == sorted(bag.get_feature_names_out())
    order = [bag.vocabulary_[name] for name in terms.names]
    assert np.array_equal(terms.table(documents).toarray(), expected.toarray()[:, order])
    others = ["a b zz c d", "zz", "h g f"]
    found = terms.table(number_documents(others)).toarray()
    assert np.array_equal(found, bag.transform(others).toarray()[:, order])


def test_terms_of_nothing():
    documents = number_documents(["", ""])
    assert find_terms(documents, longest=2).table(documents).shape == (2, 0)
    with pytest.raises(InputError, match=r"longest is 3; terms are words \(1\) or"):
        find_terms(documents, longest=3)
    with pytest.raises(InputError, match="min_documents is 0; it must be at least 1"):
        find_terms(documents, min_documents=0)


def table_and_vectors():
    places = {word: place for place, word in enumerate(WORDS)}
    return word_table(number_documents(TEXTS), places), np.array(list(WORDS.values()))


def test_means_are_those_of_the_words_one_by_one():
    table, vectors = table_and_vectors()
    weights = {"the": 0.1, "cat": 2.0, "café": 1.0}
    found = mean_vectors(table, vectors, np.array(list(weights.values())))
    assert np.allclose(found, [slow_mean(tokenize(text), WORDS, weights) for text in TEXTS])
    assert not found[1].any()


@pytest.mark.parametrize("power", [1, 3, inf, -inf])
def test_power_means_are_those_of_the_words_one_by_one(power, monkeypatch):
    monkeypatch.setattr("firth.documents.averages._CELLS_AT_ONCE", 2)
    table, vectors = table_and_vectors()
    expected = [slow_power_mean(tokenize(text), WORDS, power) for text in TEXTS]
    assert np.allclose(power_means(table, vectors, [power]), expected)


@pytest.mark.parametrize("powers", [(2,), (), (0,), (-1,), (1.5,)])
def test_powers_without_roots_are_refused(powers):
    with pytest.raises(InputError, match="choose among odd numbers, -inf and inf"):
        power_means(*table_and_vectors(), powers)


def test_common_directions_are_the_first_right_singular_vectors():
    vectors = RNG.normal(size=(40, 5)) + 2
    found = common_directions(vectors, 2)
    expected = np.linalg.svd(vectors)[2][:2]
    assert np.allclose(np.abs(np.sum(found * expected, axis=1)), 1)
    assert np.allclose(without_directions(vectors, found) @ expected.T, 0)
    assert without_directions(vectors, found[:0]) is vectors
    with pytest.raises(InputError, match="6 directions cannot be removed from vectors of 5"):
        common_directions(vectors, 6)


def test_rare_words_weigh_more():
    assert np.allclose(rarity_weights(np.array([90, 10]), a=0.1), [0.1 / 1.0, 0.1 / 0.2])
    with pytest.raises(InputError, match="a is 0; it must be above 0"):
        rarity_weights(np.array([1]), a=0)
    with pytest.raises(InputError, match="the words have no frequencies"):
        rarity_weights(np.zeros(3))


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


def topics(n=60):
    themes = [[f"{theme}{i}" for i in range(8)] for theme in "ab"]
    return [" ".join(RNG.choice(themes[place % 2], 12)) for place in range(n)]


def test_doc2vecc_brings_documents_of_one_topic_together():
    documents = number_documents(topics())
    found = train_corrupted(documents, dim=10, epochs=20, subsample=0, seed=1)
    vectors = mean_vectors(word_table(documents, found.vocabulary.index), found.vectors)
    cosines = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = cosines @ cosines.T
    assert cosines[::2, ::2].mean() > cosines[::2, 1::2].mean() + 0.5


def test_doc2vecc_has_the_same_bytes_for_the_same_seed():
    documents = number_documents(topics())
    one, same, other = (train_corrupted(documents, dim=5, epochs=2, seed=seed) for seed in (3, 3, 4))
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
def test_doc2vecc_refuses_what_cannot_be_learnt(choices, says):
    with pytest.raises(InputError, match=says):
        train_corrupted(number_documents(["a b c"] * 6), **choices)


def test_documents_are_put_in_another_order():
    texts = [" ".join(RNG.choice(list("abcdef"), RNG.integers(0, 5))) for _ in range(30)]
    order = RNG.permutation(30)[:20]
    found, wanted = number_documents(texts).reordered(order), [texts[place].split() for place in order]
    words = np.array(found.words, dtype=object)
    assert [part.tolist() for part in np.split(words[found.ids], found.starts[1:-1])] == wanted
    assert found.starts[-1] == len(found.ids)


def test_doc2vec_reads_documents_in_a_random_order(monkeypatch):
    """Sorted by class, as many collections are, they would get vectors that tell their place alone."""
    doc2vec = pytest.importorskip("gensim.models.doc2vec")
    read, train = [], doc2vec.Doc2Vec.train

    def spy(self, tagged, **how):
        read.extend(one.tags[0] for one in tagged)
        return train(self, tagged, **how)

    monkeypatch.setattr(doc2vec.Doc2Vec, "train", spy)
    train_paragraphs(number_documents(topics()), dim=2, epochs=1, min_count=1)
    assert sorted(read) == list(range(60)) != read


def test_doc2vec_infers_the_same_vector_whatever_came_before():
    found = train_paragraphs(number_documents(topics()), dim=6, epochs=3, min_count=1)
    alone = found.infer(number_documents(["a1 a2 a3"]))
    after = found.infer(number_documents(["b1 b2", "", "unheard of", "a1 a2 a3"]))
    assert np.array_equal(after[3], alone[0])
    assert not after[1:3].any()
    assert found.vectors.shape == (60, 6)
    with pytest.raises(InputError, match=r"no word occurs 9 times"):
        train_paragraphs(number_documents(["a b"]), min_count=9)
    with pytest.raises(InputError, match=r"order is 'dm'; choose bag or order"):
        train_paragraphs(number_documents(["a b"]), order="dm")


def test_tables_are_sparse_with_indices_that_learners_accept():
    table = table_and_vectors()[0]
    assert isinstance(table, sparse.csr_array)
    assert table.indices.dtype == table.indptr.dtype == np.int32
