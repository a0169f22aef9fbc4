"""What training promises: the same bytes, early stopping, and what is refused."""

from __future__ import annotations

import random
import sys

import numpy as np
import pytest

from firth import Embedding, Vocabulary
from firth.errors import InputError
from firth_papers.networks import fit_sequence_model

try:
    import torch
except ImportError:
    torch = None

needs_torch = pytest.mark.skipif(torch is None, reason="PyTorch is not installed (extra neural)")
ARCHITECTURES = ["lstm", "conv-attention"]


def embedding_of(words, dim=6, seed=0):
    rng = np.random.default_rng(seed)
    vectors = rng.standard_normal((len(words), dim)).astype("f4")
    return Embedding(vectors, Vocabulary(tuple(words), np.arange(len(words), 0, -1)))


WORDS = embedding_of([f"w{i}" for i in range(20)])


def random_texts(n, longest=12, seed=0):
    rng = random.Random(seed)
    return [rng.choices(WORDS.vocabulary.tokens, k=rng.randint(0, longest)) for _ in range(n)]


@needs_torch
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_the_number_of_threads_does_not_change_a_byte(architecture, monkeypatch):
    from firth_papers.networks import token_rows

    monkeypatch.setattr(token_rows, "PART_TOKENS", 64)  # several parts in each batch
    texts = random_texts(30)
    targets = [float("w3" in text) for text in texts]
    found = set()
    for threads in (1, 3):
        model = fit_sequence_model(
            texts, targets, WORDS, architecture=architecture, epochs=2, batch=16, threads=threads
        )
        found.add((model.predict(texts).tobytes(), model.losses))
    assert len(found) == 1


@needs_torch
def test_another_seed_gives_another_network():
    texts = random_texts(20)
    first, second = (
        fit_sequence_model(texts, range(20), WORDS, epochs=1, seed=seed).predict(texts) for seed in (0, 1)
    )
    assert not np.allclose(first, second)


@needs_torch
def test_pytorch_is_left_as_it_was():
    def set_now():
        filled = torch.utils.deterministic.fill_uninitialized_memory
        return torch.get_num_threads(), torch.are_deterministic_algorithms_enabled(), filled

    before, state = set_now(), torch.get_rng_state()
    fit_sequence_model(random_texts(4), [0, 1, 2, 3], WORDS, epochs=1)
    assert set_now() == before
    assert torch.equal(torch.get_rng_state(), state)


@needs_torch
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_the_order_of_words_is_learned(architecture):
    rng = random.Random(0)
    others = WORDS.vocabulary.tokens[2:]
    texts, targets = [], []
    for _ in range(240):
        a, b = sorted(rng.sample(range(3), 2))
        text, first = rng.choices(others, k=3), rng.random() < 0.5
        text[a], text[b] = ("w0", "w1") if first else ("w1", "w0")
        texts.append(text)
        targets.append(float(first))
    model = fit_sequence_model(
        texts[:200], targets[:200], WORDS, architecture=architecture, task="binary", epochs=25, batch=16
    )
    found = model.predict(texts[200:])
    assert ((found >= 0) & (found <= 1)).all()
    assert np.mean((found > 0.5) == np.array(targets[200:])) > 0.8  # a bag of words guesses


@needs_torch
def test_training_ends_when_texts_held_out_get_no_better_and_keeps_the_best_weights():
    texts = random_texts(40)
    targets = np.random.default_rng(0).standard_normal(40)  # nothing to learn
    model = fit_sequence_model(texts, targets, WORDS, patience=2, epochs=60, batch=8)
    held = [judged for _, judged in model.losses]
    assert len(held) == model.best_epoch + 2 < 60
    assert held[model.best_epoch - 1] == min(held)
    again = fit_sequence_model(texts, targets, WORDS, patience=2, epochs=model.best_epoch, batch=8)
    assert again.predict(texts).tobytes() == model.predict(texts).tobytes()


@needs_torch
def test_without_texts_held_out_all_epochs_are_run():
    model = fit_sequence_model(random_texts(10), range(10), WORDS, validation=0, epochs=3, patience=1)
    assert [judged for _, judged in model.losses] == [None] * 3
    assert model.best_epoch == 3


@needs_torch
def test_the_size_of_vectors_does_not_matter():
    texts = random_texts(12)
    large = Embedding(WORDS.vectors * np.float32(1024), WORDS.vocabulary)
    first, second = (fit_sequence_model(texts, range(12), e, epochs=1).predict(texts) for e in (WORDS, large))
    np.testing.assert_allclose(first, second, rtol=1e-4)


@needs_torch
def test_texts_are_parted_and_unknown_words_and_empty_texts_do_no_harm():
    model = fit_sequence_model(["w1 w2, W3!", "w4", "", "w5 w6"], [1, 2, 3, 4], WORDS, epochs=1)
    found = model.predict(["W1 (w2)", "w1 never w2", "", "nothing known"])
    assert np.isfinite(found).all()
    assert found[0] == pytest.approx(found[1])
    assert found[2] == pytest.approx(found[3])
    assert model.predict([]).shape == (0,)


@needs_torch
@pytest.mark.parametrize(
    ("texts", "targets", "options", "sentence"),
    [
        (["w1", "w2"], [1.0], {}, r"2 texts were given targets of shape \(1,\)"),
        (["w1", "w2"], [1.0, float("nan")], {}, "target of text number 2 is not a finite number"),
        (["w1", "w2"], ["good", "bad"], {}, "targets must be numbers"),
        (["w1", "w2"], [1, 1], {"task": "binary"}, "must be 0 and 1, and both occur; there are 1"),
        (["w1"], [1.0], {}, "give at least 2"),
        (["tea", "milk"], [1.0, 2.0], {}, "none of the words of the texts has a vector"),
        (["w1", "w2"], [1.0, 2.0], {"architecture": "gru"}, "choose one of lstm, conv-attention"),
        (["w1", "w2"], [1.0, 2.0], {"validation": 1.0}, "validation is 1.0"),
        (["w1", "w2"], [1.0, 2.0], {"epochs": 0}, "epochs is 0; it must be at least 1"),
    ],
)
def test_what_cannot_be_learned_from_is_refused(texts, targets, options, sentence):
    with pytest.raises(InputError, match=sentence):
        fit_sequence_model(texts, targets, WORDS, **options)


@needs_torch
@pytest.mark.parametrize(("value", "sentence"), [(np.nan, "not a finite number"), (0, "are zero")])
def test_vectors_that_teach_nothing_are_refused(value, sentence):
    bad = Embedding(np.full((1, 3), value, "f4"), Vocabulary(("a",), np.array([1])))
    with pytest.raises(InputError, match=sentence):
        fit_sequence_model(["a", "a a"], [0.0, 1.0], bad)


def test_without_pytorch_one_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(InputError, match=r"pip install 'firth\[neural\]'"):
        fit_sequence_model(["w1", "w2"], [0.0, 1.0], WORDS)
