"""The two networks against slow twins: their layers, and convolutions."""

from __future__ import annotations

import numpy as np
import pytest

from firth_papers.networks.architectures import build_network, convolved, network_output
from firth_papers.networks.token_rows import TokenRows
from reference.slow_sequences import slow_output

torch = pytest.importorskip("torch", reason="PyTorch is not installed (extra neural)")


@pytest.mark.parametrize("architecture", ["lstm", "conv-attention"])
def test_networks_give_what_their_equations_give_for_texts_of_all_lengths(architecture):
    rng = np.random.default_rng(1)
    network = build_network(architecture, 5, seed=3)
    with torch.no_grad():
        for weight in network.parameters():  # biases too, which begin as zeros
            weight.add_(torch.from_numpy(rng.normal(scale=0.1, size=weight.shape).astype("f4")))
    rows, table = random_rows(rng)
    found = network_output(network, rows, table).detach().numpy()
    weights = {name: value.detach().numpy() for name, value in network.named_parameters()}
    slow = [slow_output(weights, table[ids]) for ids in np.split(rows.ids, rows.starts[1:-1])]
    np.testing.assert_allclose(found, slow, rtol=1e-4, atol=1e-5)


def random_rows(rng):
    """Texts of all lengths from 0 to 17, shuffled, of 7 words; and their vectors."""
    lengths = rng.permutation(18)
    rows = TokenRows(rng.integers(7, size=lengths.sum()), np.concatenate([[0], np.cumsum(lengths)]))
    return rows, rng.standard_normal((7, 5)).astype("f4")


def test_convolutions_and_their_slopes_are_those_of_pytorch_on_one_text_after_another():
    functional = torch.nn.functional
    rows, table = random_rows(np.random.default_rng(2))
    network = build_network("conv-attention", 5, seed=3)
    weights = [*network["conv1"].parameters(), *network["conv2"].parameters()]
    found, lengths = convolved(network, rows, table)
    assert lengths.tolist() == [-(-n // 4) for n in rows.lengths]
    one_by_one = []
    for ids in np.split(rows.ids, rows.starts[1:-1]):
        values = torch.from_numpy(table[ids]).T[None]
        for name in ("conv1", "conv2") if len(ids) else ():
            values = functional.max_pool1d(torch.relu(network[name](values)), 2, ceil_mode=True)
        one_by_one.append(values[0].T if len(ids) else torch.zeros(0, 64))
    together = torch.cat(one_by_one)
    torch.testing.assert_close(found, together, rtol=1e-5, atol=1e-6)
    pull = torch.from_numpy(np.random.default_rng(4).standard_normal(found.shape).astype("f4"))
    slopes, expected = (torch.autograd.grad((values * pull).sum(), weights) for values in (found, together))
    for slope, twin in zip(slopes, expected, strict=True):
        torch.testing.assert_close(slope, twin, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("architecture", "layers"),
    [
        ("lstm", {"lstm": 64, "dense1": 32, "dense2": 32, "prediction": 1}),
        (
            "conv-attention",
            {"conv1": 64, "conv2": 64, "lstm": 64, "dense1": 64, "dense2": 32, "prediction": 1},
        ),
    ],
)
def test_layers_have_the_sizes_of_the_theses_tables(architecture, layers):
    network = build_network(architecture, 100, seed=0)
    units = {"lstm": "hidden_size", "conv1": "out_channels", "conv2": "out_channels"}
    assert {n: getattr(network[n], units.get(n, "out_features")) for n in layers} == layers
