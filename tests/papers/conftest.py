"""A data folder with a small invented text and tests of its words, for the experiments on word vectors."""

from __future__ import annotations

import lzma
import random
import sys
from pathlib import Path

import numpy as np
import pytest

from firth.core import Embedding
from firth.datasets import DATASETS
from firth.plots import ANIMALS_AND_FOODS
from firth_papers import baselines

TOPICS = [list(words) for words in ANIMALS_AND_FOODS.values()]
FORMS = {word: f"{word}ing" for topic in TOPICS for word in topic}


@pytest.fixture(scope="session")
def word_data(tmp_path_factory):
    """A text of two topics in which words keep to a few others, all sets of word pairs, and analogies."""
    folder = tmp_path_factory.mktemp("data")
    rng = random.Random(0)
    sentences = []
    for _ in range(2500):
        topic, start = rng.choice(TOPICS), rng.randrange(11)
        near = [topic[(start + step) % 11] for step in range(3)]
        words = [*rng.choices(near, k=4), FORMS[rng.choice(near)], *rng.choices(["the", "of", "and"], k=2)]
        rng.shuffle(words)
        sentences.append(" ".join(words))
    (folder / "corpora").mkdir()
    packed = lzma.compress(" ".join(sentences).encode(), preset=0)
    (folder / "corpora" / "wiki100m.txt.xz").write_bytes(packed)
    (folder / "wordsim").mkdir()
    for dataset in DATASETS.values():
        if dataset.kind == "similarity" and not Path(dataset.path).is_absolute():  # those are firth's own
            (folder / dataset.path).write_text("\n".join(_pairs(rng)) + "\n")
    (folder / "analogies").mkdir()
    questions = [": family", *_questions(rng, TOPICS[0]), ": gram1-forms", *_questions(rng, TOPICS[1])]
    (folder / "analogies" / "google.txt").write_text("\n".join(questions) + "\n")
    return folder


def _pairs(rng):
    """Pairs of one topic are more alike to people than pairs of two; one word is unknown."""
    for _ in range(30):
        first, second = rng.choice(TOPICS), rng.choice(TOPICS)
        score = (6 if first is second else 2) + rng.uniform(0, 3)
        yield f"{rng.choice(first)} {rng.choice(second)} {score:.2f}"
    yield "cat unheardof 5.0"


def _questions(rng, topic):
    return [f"{a} {FORMS[a]} {b} {FORMS[b]}" for a, b in (rng.sample(topic, 2) for _ in range(12))]


@pytest.fixture
def fake_baselines(monkeypatch):
    """Baselines that learn nothing, without gensim; a list of how they were called."""
    calls = []

    def train(corpus, algorithm, *, dim, seed, threads=None, **settings):
        calls.append((algorithm, {"dim": dim, "seed": seed, **settings}))
        vectors = np.random.default_rng(seed).normal(size=(len(corpus.vocabulary), dim))
        return Embedding(vectors.astype(np.float32), corpus.vocabulary)

    monkeypatch.setattr(baselines, "train", train)
    return calls


@pytest.fixture(scope="module")
def no_gensim():
    """As where the extra `baselines` is not installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "gensim", None)
        yield


@pytest.fixture(scope="module")
def small_forests():
    """Random forests of 5 trees, for the experiments on documents."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("firth.evaluate.documents.learners.TREES", 5)
        yield
