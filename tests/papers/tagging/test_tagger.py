"""A tagger on invented names."""

from __future__ import annotations

import random

import numpy as np
import pytest

from firth import Embedding, Vocabulary
from firth.clusters import WordClusters
from firth.errors import InputError
from firth_papers.tagging import fit_tagger, score_spans

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


def some_vectors(words):
    return Embedding(np.ones((len(words), 3)), Vocabulary(tuple(words), np.ones(len(words))))


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
