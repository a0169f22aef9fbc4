"""The conditional random field against all ways to tag a sentence, and a tagger on invented names."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from firth import Embedding, Vocabulary
from firth.clusters import WordClusters
from firth.errors import InputError
from firth_papers.tagging import fit_tagger, score_spans
from firth_papers.tagging.chain import Chain, best_tags, expectations
from firth_papers.tagging.features import feature_names, frequent_features, observe, word_features
from reference.slow_chain import slow_best, slow_expectations

LENGTHS = [3, 0, 1, 4]
STARTS = np.concatenate([[0], np.cumsum(LENGTHS)])


def random_chain(seed, tags=3, size=1.0):
    rng = np.random.default_rng(seed)
    return [size * rng.standard_normal(shape) for shape in ((sum(LENGTHS), tags), (tags,), (tags, tags))]


def sentences_of(scores):
    return [scores[a:b] for a, b in pairwise(STARTS) if b > a]


@pytest.mark.parametrize(("seed", "size"), [(0, 1.0), (1, 30.0)])
def test_sums_over_all_ways_are_those_of_listing_them(seed, size):
    scores, begin, steps = random_chain(seed, size=size)
    marginals, pairs = np.empty_like(scores), np.zeros_like(steps)
    total = expectations(scores, begin, steps, STARTS, marginals, pairs)
    slow = [slow_expectations(part, begin, steps) for part in sentences_of(scores)]
    assert total == pytest.approx(sum(log_z for log_z, _, _ in slow))
    np.testing.assert_allclose(marginals, np.concatenate([m for _, m, _ in slow]), atol=1e-10)
    np.testing.assert_allclose(pairs, sum(p for _, _, p in slow), atol=1e-10)


@pytest.mark.parametrize("seed", range(5))
def test_the_best_tags_are_the_best_of_all_ways(seed):
    scores, begin, steps = random_chain(seed)
    slow = [tag for part in sentences_of(scores) for tag in slow_best(part, begin, steps)]
    assert best_tags(scores, begin, steps, STARTS).tolist() == slow


def some_vectors(words, dim=3):
    rng = np.random.default_rng(0)
    return Embedding(rng.standard_normal((len(words), dim)), Vocabulary(tuple(words), np.ones(len(words))))


@pytest.mark.parametrize("with_vectors", [False, True])
def test_the_slope_is_that_of_small_steps(with_vectors):
    words = [["Ann", "saw", "Bob"], ["rain"], ["Bob", "saw"]]
    embedding = some_vectors(["Ann", "bob", "rain"]) if with_vectors else None
    names = feature_names(words, None)
    features = frequent_features(names, 3)
    seen = observe(words, names, features, embedding, 2.0)
    gold, tags = np.array([1, 0, 1, 0, 2, 0]), 3
    sizes = (len(features), len(seen.picks), seen.table.shape[1], tags)
    flat = np.random.default_rng(1).normal(size=tags * (sizes[0] + sizes[1] * sizes[2] + 1 + tags))

    def loss(weights):
        return Chain.from_flat(weights, *sizes).loss(seen, gold, 0.7)[0]

    slope = Chain.from_flat(flat, *sizes).loss(seen, gold, 0.7)[1].flat()
    np.testing.assert_allclose(slope, approx_fprime(flat, loss, 1e-6), atol=1e-4)


def test_vectors_of_neighbors_stay_within_the_sentence():
    words = [["a", "b"], ["c"]]
    embedding = some_vectors("abc")
    seen = observe(words, [[], [], []], {}, embedding, 1.0)
    before, here, after = ((pick @ seen.table) for pick in seen.picks)
    a, b, c = embedding.vectors
    np.testing.assert_array_equal(before, [0 * a, a, 0 * a])
    np.testing.assert_array_equal(here, [a, b, c])
    np.testing.assert_array_equal(after, [b, 0 * a, 0 * a])


def test_features_are_the_word_its_neighbors_shapes_ends_and_clusters():
    paths = {"Bonn": "0110101"}
    found = word_features(["in", "Bonn", "2"], lambda word: paths.get(word, ""))
    assert {"0:bonn", "-1:in", "1:2", "0s:Xx", "1s:d", "begins:Bon", "ends:nn", "-2|", "2|"} <= set(found[1])
    assert {"0c4:0110", "0c6:011010", "0c20:0110101"} <= set(found[1])
    assert {"1c4:0110", "-1,0: in", "0,1:in bonn"} <= set(found[0])


TOWNS = [f"{a}{b}" for a in ("bel", "cor", "dan", "fil") for b in ("mo", "tak", "rus", "vin")]
PEOPLE = [f"{a}{b}" for a in ("gol", "hes", "jam", "kil") for b in ("mo", "tak", "rus", "vin")]


def invented(n, towns, people, seed=0):
    """Names all in lower case between words that do not give them away, so that only the names tell."""
    rng = random.Random(seed)
    sentences = []
    for _ in range(n):
        words, tags = [], []
        for _ in range(3):
            kind, names = rng.choice([("LOC", towns), ("PER", people), ("O", ["it", "this", "rain"])])
            words += [rng.choice(["see", "and", "so"]), rng.choice(names)]
            tags += ["O", "O" if kind == "O" else f"I-{kind}"]
        sentences.append((words, tags))
    return sentences


def f1(tagger, sentences):
    found = tagger.predict([words for words, _ in sentences])
    return score_spans([tags for _, tags in sentences], found)["all"].f1


def test_a_tagger_learns_names_and_vectors_or_clusters_tell_it_names_it_never_saw():
    train = invented(60, TOWNS[:8], PEOPLE[:8])
    seen, unseen = invented(40, TOWNS[:8], PEOPLE[:8], 1), invented(40, TOWNS[8:], PEOPLE[8:], 2)
    plain = fit_tagger(train)
    assert f1(plain, seen) == 1
    names = (*TOWNS, *PEOPLE)
    kinds = np.repeat(np.eye(2), 16, axis=0) + np.random.default_rng(0).normal(scale=0.1, size=(32, 2))
    vocabulary = Vocabulary(names, np.arange(32, 0, -1))
    by_vectors = fit_tagger(train, embedding=Embedding(kinds, vocabulary))
    by_clusters = fit_tagger(train, clusters=WordClusters(vocabulary, ("00",) * 16 + ("01",) * 16))
    assert f1(plain, unseen) < 0.9 < min(f1(by_vectors, unseen), f1(by_clusters, unseen))


def test_iob1_and_bio_teach_the_same():
    iob1 = [(["Ann", "Bob", "sleep"], ["I-PER", "B-PER", "O"]), (["rain"], ["O"])]
    bio = [(["Ann", "Bob", "sleep"], ["B-PER", "B-PER", "O"]), (["rain"], ["O"])]
    first, second = (fit_tagger(given, min_count=1).chain.flat() for given in (iob1, bio))
    np.testing.assert_array_equal(first, second)


def test_no_sentences_and_empty_ones_can_be_tagged():
    tagger = fit_tagger(
        [(["Ann"], ["B-PER"]), (["rain"], ["O"])], embedding=some_vectors(["Ann"]), min_count=1
    )
    assert tagger.predict([]) == []
    assert tagger.predict([[], ["Ann"], []]) == [[], ["B-PER"], []]


@pytest.mark.parametrize(
    ("sentences", "options", "sentence"),
    [
        ([], {}, "no tagged words"),
        ([(["a", "b"], ["O"])], {}, "sentence number 1 has 2 words and 1 tags"),
        ([(["a"], ["O"])], {"penalty": 0.0}, "penalty is 0.0; it must be above 0"),
        ([(["a"], ["O"])], {"min_count": 0}, "min_count is 0"),
        ([(["a"], ["O"])], {"embedding": some_vectors(["z"])}, "no word of the sentences has a vector"),
    ],
)
def test_what_cannot_be_learned_from_is_refused(sentences, options, sentence):
    with pytest.raises(InputError, match=sentence):
        fit_tagger(sentences, **options)
