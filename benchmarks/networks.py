"""An epoch of the two networks on film reviews: firth, and the same layers as PyTorch's users write them.

    FIRTH_DATA=… python benchmarks/networks.py [--reviews 4000] [--output networks.json]

Needs the extra `neural`. Both learn from the same texts in batches of the same size, with two threads: firth
in parts of a batch, PyTorch inside its operations. Vectors are made from the reviews themselves.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

import firth
from firth.datasets import find
from firth.runtime.run import Run
from firth_papers.engine.documents import WordVectors
from firth_papers.networks import fit_sequence_model
from firth_papers.networks.architectures import build_network
from firth_papers.networks.token_rows import TokenRows, token_rows, unit_vectors
from firth_papers.networks.training import BATCH
from firth_papers.readers import read_imdb
from measure import write_results

THREADS = 2
ARCHITECTURES = ("lstm", "conv-attention")


def main() -> None:
    """Time both and print ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reviews", type=int, default=4000, help="how many to learn from")
    parser.add_argument("--dim", type=int, default=100, help="of the word vectors")
    parser.add_argument("--output", type=Path, help="where the results go, as JSON")
    given = parser.parse_args()
    reviews = read_imdb(find("imdb"))["train"]
    places = np.random.default_rng(0).permutation(len(reviews))[: given.reviews]
    texts = [reviews.texts[i] for i in places]
    praises = np.array([reviews.praises[i] for i in places], np.float32)
    words = WordVectors("ppmi", dim=given.dim).of(texts, Run(threads=THREADS))
    results = {name: compare(name, texts, praises, words) for name in ARCHITECTURES}
    for name, one in results.items():
        print(
            f"{name:<15} firth {one['firth']:6.1f} s an epoch, plain PyTorch {one['plain']:6.1f} s: "
            f"{one['ratio']:.1f} × as long"
        )
    if given.output:
        write_results(given.output, results)


def compare(name: Any, texts: list[str], targets: np.ndarray, words: firth.Embedding) -> dict[str, float]:
    """Seconds of the second epoch of each: the first warms up."""
    ours = firth_epoch(name, texts, targets, words)
    theirs = plain_epoch(name, texts, targets, words)
    return {"firth": ours, "plain": theirs, "ratio": theirs / ours}


def firth_epoch(name: Any, texts: list[str], targets: np.ndarray, words: firth.Embedding) -> float:
    """Seconds between the ends of two epochs."""
    ends: list[float] = []
    fit_sequence_model(
        texts,
        targets,
        words,
        architecture=name,
        task="binary",
        epochs=2,
        validation=0,
        threads=THREADS,
        progress=lambda *_: ends.append(time.perf_counter()),
    )
    return ends[-1] - ends[-2]


def plain_epoch(name: Any, texts: list[str], targets: np.ndarray, words: firth.Embedding) -> float:
    """Seconds of an epoch over batches in random order, each filled up to its longest text."""
    rows = token_rows(texts, words, 2500, THREADS)
    table = unit_vectors(rows, words).vectors
    network = build_network(name, words.dim, seed=0)
    optimizer = torch.optim.Adam(network.parameters())
    rng = np.random.default_rng(0)
    torch.set_num_threads(THREADS)
    seconds = 0.0
    for _ in range(2):
        began = time.perf_counter()
        order = rng.permutation(len(rows))
        for start in range(0, len(order), BATCH[name]):
            chosen = order[start : start + BATCH[name]]
            optimizer.zero_grad()
            found = torch.sigmoid(plain_output(network, rows.chosen(chosen), table))
            torch.nn.functional.mse_loss(found, torch.from_numpy(targets[chosen])).backward()
            optimizer.step()
        seconds = time.perf_counter() - began
    return seconds


def plain_output(network: Any, rows: TokenRows, table: np.ndarray) -> Any:
    """The layers one after the other on texts × words × dim."""
    values, lengths = filled(rows, table), torch.from_numpy(rows.lengths)
    for name in ("conv1", "conv2") if "conv1" in network else ():
        inside = torch.arange(values.shape[1])[None, :] < lengths[:, None]
        convolved = torch.relu(network[name](values.transpose(1, 2))) * inside[:, None]
        values = torch.nn.functional.max_pool1d(convolved, 2, ceil_mode=True).transpose(1, 2)
        lengths = (lengths + 1) // 2
    states, _ = network["lstm"](values)
    hidden = states[torch.arange(len(states)), (lengths - 1).clamp(min=0)]
    if "attend" in network:
        scores = network["score"](torch.tanh(network["attend"](states)))[:, :, 0]
        outside = torch.arange(states.shape[1])[None, :] >= lengths[:, None]
        weights = torch.softmax(scores.masked_fill(outside, -1e9), dim=1)
        focus = (weights[:, None, :] @ states)[:, 0]
        hidden = torch.tanh(network["attended"](focus) + network["last"](hidden))
    for name in ("dense1", "dense2"):
        hidden = torch.relu(network[name](hidden))
    return network["prediction"](hidden)[:, 0]


def filled(rows: TokenRows, table: np.ndarray) -> Any:
    """Texts × words × dim, zeros after the end of a text."""
    inside = np.arange(max(1, int(rows.lengths.max()))) < rows.lengths[:, None]
    values = np.zeros((*inside.shape, table.shape[1]), np.float32)
    values[inside] = table[rows.ids]
    return torch.from_numpy(values)


if __name__ == "__main__":
    main()
