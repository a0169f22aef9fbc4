from itertools import pairwise

import numpy as np
import pytest
from gensim.models import KeyedVectors
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from firth.core import Embedding, Vocabulary
from firth.errors import InputError, UnknownWordsError
from firth.query import Neighbor, nearest, neighbors, neighbors_many, similarity, similarity_many
from reference import slow_query

small_numbers = arrays(np.float32, (7, 3), elements=st.integers(-3, 3).map(float))


def embedding_of(vectors, measure="cosine") -> Embedding:
    tokens = tuple(f"w{i}" for i in range(len(vectors)))
    return Embedding(vectors, Vocabulary(tokens, np.arange(len(vectors), 0, -1)), measure=measure)


def test_neighbours_counted_by_hand(compass):
    assert neighbors(compass, "north", 3) == [
        Neighbor("northeast", pytest.approx(0.5**0.5)),
        Neighbor("east", 0.0),
        Neighbor("nowhere", 0.0),
    ]
    assert [word for word, _ in neighbors(compass, "north", measure="dot")] == [
        "northeast", "east", "nowhere", "south",
    ]  # fmt: skip


def test_the_query_word_is_left_out_and_a_query_vector_is_not(compass):
    assert "north" not in [word for word, _ in compass.neighbors("north")]
    assert compass.neighbors(compass["north"], top=1) == [Neighbor("north", 1.0)]


def test_excluded_words_are_left_out_known_or_not(compass):
    found = compass.neighbors("north", exclude=["northeast", "unheard"])
    assert [word for word, _ in found] == ["east", "nowhere", "south"]
    assert compass.neighbors("north", exclude=compass.vocabulary) == []


def test_the_zero_vector_is_like_nothing(compass):
    assert {value for _, value in compass.neighbors("nowhere")} == {0.0}
    assert compass.similarity("nowhere", "nowhere") == 0.0
    assert compass.similarity("north", "nowhere") == 0.0


def test_the_embeddings_own_measure_is_the_default():
    e = embedding_of(np.array([[1, 0], [1, 1], [3, 9]], dtype="f4"), measure="dot")
    assert e.neighbors("w0", top=1) == [Neighbor("w2", 3.0)]
    assert similarity(e, "w0", "w2") == 3.0
    assert neighbors(e, "w0", 1, measure="cosine")[0].word == "w1"


@pytest.mark.parametrize("measure", ["cosine", "dot"])
@settings(max_examples=50)
@given(vectors=small_numbers, n=st.integers(1, 9))
def test_neighbours_equal_those_of_the_slow_twin_ties_included(measure, vectors, n):
    e = embedding_of(vectors)
    for place in range(len(vectors)):
        found = neighbors(e, f"w{place}", n, measure=measure)
        slow = slow_query.neighbors(vectors, vectors[place], 7, measure=measure, without={place})
        by_word = {f"w{i}": (value, i) for i, value in slow}
        assert len(found) == min(n, 6)
        for neighbor, (_, expected) in zip(found, slow, strict=False):
            assert neighbor.similarity == pytest.approx(expected, abs=1e-12)
            assert neighbor.similarity == pytest.approx(by_word[neighbor.word][0], abs=1e-12)
        for one, other in pairwise(found):
            assert (-one.similarity, by_word[one.word][1]) < (-other.similarity, by_word[other.word][1])


def test_the_nearest_are_found_wherever_they_stand_and_however_close_together():
    rng = np.random.default_rng(5)
    vectors = rng.standard_normal((1000, 4)).astype("f4")
    vectors[128:160] = vectors[500] + rng.standard_normal((32, 4)).astype("f4") * 1e-3  # within one piece
    e = embedding_of(vectors)
    cosines = vectors.astype("f8") @ vectors[500] / np.linalg.norm(vectors.astype("f8"), axis=1)
    cosines[500] = -np.inf
    for top in (1, 10, 40, 999):
        assert [word for word, _ in neighbors(e, "w500", top)] == [
            f"w{i}" for i in np.argsort(-cosines)[:top]
        ]


def test_equal_vectors_stand_in_vocabulary_order():
    vectors = np.tile(np.random.default_rng(1).standard_normal(37).astype("f4"), (500, 1))
    found = neighbors(embedding_of(vectors), "w3", 6)
    assert [word for word, _ in found] == ["w0", "w1", "w2", "w4", "w5", "w6"]


def test_many_queries_give_what_single_ones_give(crowd, monkeypatch):
    words = [f"w{i}" for i in range(40)]
    singly = [neighbors(crowd, word, 5) for word in words]
    assert neighbors_many(crowd, words, 5) == singly
    monkeypatch.setattr(nearest, "SIMILARITIES_AT_ONCE", 900)  # blocks of three queries
    assert neighbors_many(crowd, words, 5) == singly
    array = crowd.vectors[:40].astype(np.float64)
    expected = [[Neighbor(f"w{i}", pytest.approx(1.0)), *found[:4]] for i, found in enumerate(singly)]
    assert neighbors_many(crowd, array, 5) == expected


def test_words_and_vectors_may_be_asked_together(crowd):
    assert neighbors_many(crowd, ["w1", crowd["w2"]], 3) == [
        neighbors(crowd, "w1", 3),
        neighbors(crowd, crowd["w2"], 3),
    ]
    assert neighbors_many(crowd, [], 3) == []


def test_gensim_finds_the_same_words(crowd):
    theirs: KeyedVectors = crowd.to_gensim()
    for word in ("w0", "w17", "w299"):
        expected = theirs.most_similar(word, topn=8)
        found = neighbors(crowd, word, 8)
        assert [name for name, _ in found] == [name for name, _ in expected]
        np.testing.assert_allclose([v for _, v in found], [v for _, v in expected], atol=1e-6)


def test_vectors_in_float64_and_very_long_ones_are_compared(crowd):
    wide = embedding_of(crowd.vectors.astype(np.float64) * 1e100)
    assert [w for w, _ in neighbors(wide, "w5")] == [w for w, _ in neighbors(crowd, "w5")]
    long = embedding_of(crowd.vectors * np.float32(1e25))
    assert [w for w, _ in neighbors(long, "w5")] == [w for w, _ in neighbors(crowd, "w5")]


def test_similarity_of_words_and_vectors(compass):
    assert compass.similarity("north", "east") == 0.0
    assert compass.similarity("north", np.array([1, 1])) == pytest.approx(0.5**0.5)
    assert similarity(compass, "north", "south", measure="dot") == -2.0


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (np.ones(3), r"shape \(3,\) does not fit vectors of 2 numbers"),
        (np.ones((1, 2)), r"shape \(1, 2\)"),
        (np.array([np.nan, 1]), "not finite"),
        (3.0, r"shape \(\)"),
        (["north"], "shape"),
    ],
)
def test_queries_that_do_not_fit_are_refused(compass, query, sentence):
    with pytest.raises(InputError, match=sentence):
        compass.neighbors(query)


def test_options_that_make_no_sense_are_refused(compass):
    with pytest.raises(InputError, match="top is 0"):
        compass.neighbors("north", 0)
    with pytest.raises(InputError, match="'cosine' or 'dot'"):
        compass.neighbors("north", measure="euclid")
    with pytest.raises(InputError, match="takes a list"):
        neighbors_many(compass, "north")
    with pytest.raises(UnknownWordsError, match="did you mean 'north'"):
        compass.neighbors("North")


def test_many_similarities_are_those_of_each_pair():
    vectors = np.array([[1, 0], [1, 1], [0, 0]], dtype="f4")
    embedding = Embedding(vectors, Vocabulary(("a", "b", "zero"), np.array([3, 2, 1])))
    first, second = ["a", "b", "zero"], ["b", np.array([2.0, 0.0]), "a"]
    for measure in ("cosine", "dot"):
        alone = [similarity(embedding, x, y, measure=measure) for x, y in zip(first, second, strict=True)]
        assert similarity_many(embedding, first, second, measure=measure).tolist() == pytest.approx(alone)
    with pytest.raises(InputError, match="1 words cannot be paired with 2"):
        similarity_many(embedding, ["a"], ["a", "b"])
