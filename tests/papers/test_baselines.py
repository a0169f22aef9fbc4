"""gensim's models on firth's corpora: nothing added, nothing lost, and with one thread the same bytes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import gensim
import numpy as np
import pytest
from gensim.models import FastText, Word2Vec

from firth.core import Recipe
from firth.errors import InputError
from firth.text import encode_texts
from firth_papers import baselines
from firth_papers.baselines import Sentences, train

SMALL = {"dim": 8, "epochs": 2, "seed": 7}
NGRAMS = {"shortest": 2, "longest": 4, "buckets": 500}


@pytest.fixture
def texts() -> list[str]:
    """Sixty lines of words whose counts all differ, so that their order is the same for everyone."""
    rng = np.random.default_rng(0)
    words = np.repeat([f"word{i}" for i in range(30)], np.arange(30, 0, -1) * 3)
    return [" ".join(line) for line in np.array_split(rng.permutation(words), 60)]


@pytest.mark.parametrize(
    ("ours", "theirs", "own"),
    [
        ("sgns", lambda **how: Word2Vec(sg=1, **how), {}),
        ("cbow", lambda **how: Word2Vec(sg=0, **how), {}),
        ("fasttext", lambda **how: FastText(sg=1, min_n=2, max_n=4, bucket=500, **how), NGRAMS),
    ],
)
def test_vectors_are_those_that_gensim_finds_in_the_same_lines(texts, ours, theirs, own):
    corpus = encode_texts(texts, min_count=1)
    found = train(corpus, ours, **SMALL, window=3, negative=4, subsample=0.01, **own)
    model = theirs(
        sentences=[line.split() for line in texts],
        vector_size=8, epochs=2, seed=7, window=3, negative=4, sample=0.01, min_count=1, workers=1,
    )  # fmt: skip
    assert found.vocabulary.tokens == tuple(model.wv.index_to_key)
    assert np.array_equal(found.vectors, model.wv.vectors)


def test_gensim_counts_the_same_vocabulary_in_our_sentences(texts):
    corpus = encode_texts([*texts, "once and", "never known"], min_count=2)
    model = Word2Vec(min_count=1)
    model.build_vocab(Sentences(corpus))
    counted = {word: model.wv.get_vecattr(word, "count") for word in model.wv.index_to_key}
    assert counted == dict(zip(corpus.vocabulary.tokens, corpus.vocabulary.counts.tolist(), strict=True))
    assert train(corpus, "sgns", **SMALL).vocabulary is corpus.vocabulary


def test_words_of_equal_count_keep_their_places():
    corpus = encode_texts(["d c b a", "a b c d"], min_count=1)
    alone = {word: train(corpus, "sgns", dim=3, epochs=1, subsample=0)[word] for word in "abcd"}
    model = Word2Vec(vector_size=3, epochs=1, sample=0, sg=1, min_count=1, seed=0, workers=1, sorted_vocab=0)
    model.build_vocab_from_freq(dict.fromkeys("abcd", 2), corpus_count=2)
    model.train([list("dcba"), list("abcd")], total_examples=2, epochs=1)
    assert all(np.array_equal(alone[word], model.wv[word]) for word in "abcd")


def test_the_end_of_a_long_document_is_trained_on():
    text = "milk or water " * 5000 + "tea coffee " * 200
    corpus = encode_texts([text], min_count=1)
    start = 1 / 10  # gensim's first vectors lie within ±1/dim
    assert np.abs(train(corpus, "sgns", dim=10, epochs=1, subsample=0)["tea"]).max() > start
    uncut = Word2Vec([text.split()], vector_size=10, epochs=1, sg=1, sample=0, workers=1)
    assert np.abs(uncut.wv["tea"]).max() <= start, "gensim no longer drops the ends of long sentences"


def test_long_documents_are_cut_and_nothing_is_lost(monkeypatch):
    monkeypatch.setattr(baselines, "LONGEST_SENTENCE", 4)
    corpus = encode_texts(["a b a b a rare b a b a", "b a", "rare2"], min_count=2)
    assert list(Sentences(corpus)) == [list("abab"), list("abab"), list("a"), list("ba")]


def test_one_thread_gives_the_same_bytes_whatever_pythons_hashes():
    code = f"""
from hashlib import sha256
from firth_papers.baselines import train
from firth.text import encode_texts
corpus = encode_texts(["tea or coffee", "coffee or tea", "milk and tea"] * 50, min_count=1)
made = train(corpus, "sgns", **{SMALL}), train(corpus, "fasttext", **{SMALL | NGRAMS})
print(*(sha256(found.vectors).hexdigest() for found in made))
"""
    digests = {
        subprocess.check_output([sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed})
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_another_seed_gives_other_vectors(texts):
    corpus = encode_texts(texts, min_count=1)
    made = [
        hashlib.sha256(train(corpus, "sgns", dim=8, epochs=1, seed=s).vectors).digest() for s in (0, 0, 1)
    ]
    assert made[0] == made[1] != made[2]


def test_the_recipe_tells_everything(texts):
    corpus = encode_texts(texts, min_count=1)
    recipe = train(corpus, "fasttext", **SMALL, **NGRAMS, threads=2).recipe
    assert recipe["text"] == corpus.recipe["text"]
    assert dict(recipe["baseline"]) == {
        "algorithm": "fasttext", "gensim": gensim.__version__, "dim": 8, "window": 5, "epochs": 2,
        "negative": 5, "subsample": 0.001, "min_n": 2, "max_n": 4, "bucket": 500, "seed": 7, "threads": 2,
    }  # fmt: skip
    assert recipe == Recipe.from_json(recipe.to_json())


def test_progress_runs_from_nothing_to_all_epochs(texts):
    seen = []
    train(encode_texts(texts, min_count=1), "sgns", **SMALL, progress=lambda *said: seen.append(said))
    assert seen == [("training", done, 2, "epochs") for done in (0, 1, 2)]


@pytest.mark.parametrize("name", ["dim", "window", "epochs", "negative"])
def test_numbers_below_one_are_refused(texts, name):
    with pytest.raises(InputError, match=f"{name} is 0; it must be at least 1"):
        train(encode_texts(texts, min_count=1), "cbow", **{name: 0})


def test_without_gensim_the_extra_is_named(texts, monkeypatch):
    monkeypatch.setitem(sys.modules, "gensim", None)
    with pytest.raises(
        InputError, match=r"gensim is not installed; get it with pip install 'firth\[baselines\]'"
    ):
        train(encode_texts(texts, min_count=1), "sgns")
