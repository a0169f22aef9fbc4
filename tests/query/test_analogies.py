import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firth.core import Embedding, Vocabulary
from firth.errors import InputError, UnknownWordsError
from firth.query import analogies, analogy, analogy_many, solve_analogies
from reference import slow_query

METHODS = ["mul", "add"]


def embedding_of(vectors) -> Embedding:
    tokens = tuple(f"w{i}" for i in range(len(vectors)))
    return Embedding(np.asarray(vectors, "f4"), Vocabulary(tokens, np.arange(len(vectors), 0, -1)))


@pytest.fixture
def royal() -> Embedding:
    vectors = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1], [0, 0, 0]], dtype="f4")
    return Embedding(vectors, Vocabulary(("man", "king", "woman", "queen", "nothing"), np.arange(5, 0, -1)))


@pytest.mark.parametrize("method", METHODS)
def test_man_is_to_king_as_woman_is_to_queen(royal, method):
    found = royal.analogy("man", "king", "woman", method=method)
    assert [word for word, _ in found] == ["queen", "nothing"]
    assert solve_analogies(royal, [[0, 1, 2]], method=method).tolist() == [3]


def test_scores_counted_by_hand(royal):
    queen, nothing = royal.analogy("man", "king", "woman", method="mul")
    share = (1 + 0.5**0.5) / 2
    assert queen.similarity == pytest.approx(0.75 * share / 0.501)
    assert nothing.similarity == pytest.approx(0.25 / 0.501)
    queen, nothing = royal.analogy("man", "king", "woman", method="add")
    target = np.array([0.5**0.5 - 1, 0.5**0.5, 1])
    assert queen.similarity == pytest.approx((target[1] + 1) / 2**0.5 / np.linalg.norm(target))
    assert nothing.similarity == 0.0


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=50)
@given(seed=st.integers(0, 10_000))
def test_the_best_answer_is_that_of_the_slow_twin(method, seed):
    rng = np.random.default_rng(seed)
    vectors = rng.integers(-3, 4, (8, 3)).astype("f4")
    a, b, c = rng.integers(0, 8, 3).tolist()
    e = embedding_of(vectors)
    scores = {
        x: slow_query.analogy_score(vectors, x, a, b, c, method=method)
        for x in range(8)
        if x not in (a, b, c)
    }
    (batched,) = solve_analogies(e, [[a, b, c]], method=method).tolist()
    assert scores[batched] == pytest.approx(max(scores.values()), rel=1e-4, abs=1e-5)
    ranked = [int(word[1:]) for word, _ in analogy(e, f"w{a}", f"w{b}", f"w{c}", method=method)]
    assert sorted(ranked) == sorted(scores)
    in_order = [scores[x] for x in ranked]
    np.testing.assert_allclose(in_order, sorted(scores.values(), reverse=True), atol=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_blocks_and_threads_change_no_answer(crowd, monkeypatch, method):
    triples = np.random.default_rng(2).integers(0, 300, (200, 3))
    whole = solve_analogies(crowd, triples, method=method)
    singly = [analogy(crowd, *(f"w{i}" for i in triple), top=1, method=method)[0].word for triple in triples]
    assert [f"w{i}" for i in whole] == singly
    monkeypatch.setenv("FIRTH_THREADS", "1")
    monkeypatch.setattr(analogies, "TABLE_ENTRIES", 5000)
    np.testing.assert_array_equal(solve_analogies(crowd, triples, method=method), whole)


@pytest.mark.filterwarnings("ignore:Call to deprecated `init_sims`")  # gensim's own
@pytest.mark.parametrize(("method", "theirs"), [("add", "most_similar"), ("mul", "most_similar_cosmul")])
def test_gensim_finds_the_same_answers(crowd, monkeypatch, method, theirs):
    monkeypatch.setattr(analogies, "EPSILON", 1e-6)  # gensim's
    keyed = crowd.to_gensim()
    for a, b, c in np.random.default_rng(3).choice(300, (20, 3), replace=False).tolist():
        expected = getattr(keyed, theirs)(positive=[f"w{b}", f"w{c}"], negative=[f"w{a}"], topn=5)
        found = crowd.analogy(f"w{a}", f"w{b}", f"w{c}", 5, method=method)
        assert [word for word, _ in found] == [word for word, _ in expected]
        np.testing.assert_allclose(
            [v for _, v in found], [v for _, v in expected], rtol=0.05
        )  # its ε is 1e-6


@pytest.mark.parametrize("method", METHODS)
def test_answers_come_from_the_first_candidates(crowd, method):
    triples = np.random.default_rng(4).integers(0, 300, (50, 3))
    limited = solve_analogies(crowd, triples, method=method, candidates=20)
    first = embedding_of(crowd.vectors)
    assert limited.max() < 20
    for triple, answer in zip(triples, limited, strict=True):
        ranked = analogy(first, *(f"w{i}" for i in triple), top=300, method=method)
        assert f"w{answer}" == next(word for word, _ in ranked if int(word[1:]) < 20)


def test_a_question_without_candidates_is_answered_by_minus_one(royal):
    assert solve_analogies(royal, [[0, 1, 2], [0, 1, 3]], candidates=3).tolist() == [-1, 2]
    assert solve_analogies(royal, np.zeros((0, 3), dtype=int)).tolist() == []


def test_of_equal_scores_the_first_word_wins():
    vectors = np.tile(np.array([[1, 2], [2, 1]]), (50, 1))
    assert solve_analogies(embedding_of(vectors), [[0, 1, 2]]).tolist() == [3]


@pytest.mark.parametrize("triples", [[[0, 1]], [0, 1, 2], [[0.0, 1.0, 2.0]], [[0, 1, 5]], [[-1, 1, 2]]])
def test_questions_that_do_not_fit_are_refused(royal, triples):
    with pytest.raises(InputError, match="analogies"):
        solve_analogies(royal, np.array(triples))


def test_options_that_make_no_sense_are_refused(royal):
    with pytest.raises(InputError, match="method is 'sub'; it must be 'mul' or 'add'"):
        analogy(royal, "man", "king", "woman", method="sub")
    with pytest.raises(InputError, match="candidates is 0"):
        solve_analogies(royal, [[0, 1, 2]], candidates=0)
    for method in METHODS:
        with pytest.raises(InputError, match="top is 0"):
            royal.analogy("man", "king", "woman", 0, method=method)
    with pytest.raises(UnknownWordsError, match="2 of 3 words"):
        royal.analogy("man", "Kingg", "Woman")


@pytest.mark.parametrize("method", METHODS)
def test_vectors_may_stand_for_words_and_are_not_left_out(royal, method):
    by_word = royal.analogy("man", "king", "woman", method=method)
    by_vector = royal.analogy(royal["man"], royal["king"], royal["woman"], top=5, method=method)
    assert [found for found in by_vector if found.word in ("queen", "nothing")] == by_word
    assert len(by_vector) == 5
    assert analogy_many(royal, [("man", "king", "woman")], method=method) == [by_word]
