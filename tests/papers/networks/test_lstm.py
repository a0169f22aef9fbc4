"""The LSTM over texts of unequal length against PyTorch's own on one text after another."""

from __future__ import annotations

import numpy as np
import pytest

from firth_papers.networks.architectures import UNITS
from firth_papers.networks.lstm import states_of_vectors, states_of_words, steps_of
from firth_papers.networks.token_rows import TokenRows

torch = pytest.importorskip("torch", reason="PyTorch is not installed (extra neural)")


def random_lstm(dim, size=1.0):
    """size: of the weights from words to gates, beside those from state to state."""
    lstm = torch.nn.LSTM(dim, UNITS, batch_first=True)
    rng = np.random.default_rng(5)
    with torch.no_grad():
        for weight in lstm.parameters():
            weight.copy_(torch.from_numpy(rng.normal(scale=0.2, size=weight.shape).astype("f4")))
        lstm.weight_ih_l0.mul_(size)
    return lstm


def one_by_one(lstm, vectors, lengths):
    texts = [text for text in torch.split(vectors, lengths.tolist()) if len(text)]
    return torch.cat([lstm(text[None])[0][0] for text in texts] or [torch.zeros(0, UNITS)])


@pytest.mark.parametrize("size", [1.0, 300.0], ids=["usual weights", "gates wide open or shut"])
def test_states_and_all_slopes_are_those_of_pytorch(size):
    rng = np.random.default_rng(1)
    lengths = rng.permutation(18)
    lstm = random_lstm(5, size)
    vectors = torch.from_numpy(rng.standard_normal((lengths.sum(), 5)).astype("f4")).requires_grad_()
    found, expected = states_of_vectors(lstm, vectors, lengths), one_by_one(lstm, vectors, lengths)
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)
    pull = torch.from_numpy(rng.standard_normal(found.shape).astype("f4"))
    of = [vectors, *lstm.parameters()]
    slopes, twins = (torch.autograd.grad((states * pull).sum(), of) for states in (found, expected))
    for slope, twin in zip(slopes, twins, strict=True):
        torch.testing.assert_close(slope, twin, rtol=1e-3, atol=1e-4 * float(twin.abs().max()))


def test_words_that_occur_again_give_what_their_vectors_give():
    rng = np.random.default_rng(2)
    rows = TokenRows(rng.integers(4, size=9), np.array([0, 3, 3, 8, 9]))
    table = rng.standard_normal((4, 5)).astype("f4")
    lstm = random_lstm(5)
    torch.testing.assert_close(
        states_of_words(lstm, rows, table),
        one_by_one(lstm, torch.from_numpy(table[rows.ids]), rows.lengths),
    )


@pytest.mark.parametrize("lengths", [[0, 0], [2], [1, 1, 1]])
def test_texts_without_words_and_of_one_length_have_slopes_too(lengths):
    lengths = np.array(lengths)
    lstm = random_lstm(3)
    vectors = torch.ones((int(lengths.sum()), 3))
    for slope, twin in zip(
        torch.autograd.grad(states_of_vectors(lstm, vectors, lengths).sum(), lstm.parameters()),
        torch.autograd.grad(
            one_by_one(lstm, torch.cat([vectors, torch.zeros(1, 3)]), np.append(lengths, 1))[:-1].sum(),
            lstm.parameters(),
        ),
        strict=True,
    ):
        torch.testing.assert_close(slope, twin, rtol=1e-4, atol=1e-6)


def test_steps_begin_with_the_first_words_of_all_texts_and_the_longest_text():
    steps = steps_of(np.array([2, 0, 3, 1]))
    assert steps.sizes.tolist() == [3, 2, 1]
    # Places of texts one after the other: 0 1 | | 2 3 4 | 5
    assert steps.places.tolist() == [2, 0, 5, 3, 1, 4]
    assert steps.places[steps.rows].tolist() == list(range(6))
