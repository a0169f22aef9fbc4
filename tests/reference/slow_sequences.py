"""The networks as their equations read: one text, one word after another, in NumPy."""

from __future__ import annotations

import numpy as np


def slow_output(weights: dict[str, np.ndarray], vectors: np.ndarray) -> float:
    """What a network makes of the vectors of one text. weights: by the names of PyTorch's layers."""
    w = {name: np.asarray(value, float) for name, value in weights.items()}
    if "conv1.weight" in w:
        for name in ("conv1", "conv2"):
            vectors = slow_pool(slow_convolution(vectors, w[f"{name}.weight"], w[f"{name}.bias"]))
    states = slow_states(w, vectors)
    hidden = states[-1] if len(states) else np.zeros(64)
    if "attend.weight" in w:
        focus = np.zeros(64)
        if len(states):
            scores = np.array([w["score.weight"][0] @ np.tanh(w["attend.weight"] @ h) for h in states])
            shares = np.exp(scores) / np.exp(scores).sum()
            focus = sum(share * h for share, h in zip(shares, states, strict=True))
        hidden = np.tanh(w["attended.weight"] @ focus + w["last.weight"] @ hidden)
    for name in ("dense1", "dense2"):
        hidden = np.maximum(0, w[f"{name}.weight"] @ hidden + w[f"{name}.bias"])
    return float((w["prediction.weight"] @ hidden + w["prediction.bias"])[0])


def slow_convolution(vectors: np.ndarray, kernel: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Each word with its two neighbors, nothing beyond the ends; negative values become 0."""
    found = []
    for t in range(len(vectors)):
        total = bias.copy()
        for place in range(3):
            if 0 <= t + place - 1 < len(vectors):
                total = total + kernel[:, :, place] @ vectors[t + place - 1]
        found.append(np.maximum(0, total))
    return np.array(found)


def slow_pool(vectors: np.ndarray) -> np.ndarray:
    return np.array([vectors[t : t + 2].max(axis=0) for t in range(0, len(vectors), 2)])


def slow_states(w: dict[str, np.ndarray], vectors: np.ndarray) -> list[np.ndarray]:
    """Hochreiter and Schmidhuber's cell with a forget gate."""
    h, c, states = np.zeros(64), np.zeros(64), []
    for x in vectors:
        gates = w["lstm.weight_ih_l0"] @ x + w["lstm.bias_ih_l0"]
        gates = gates + w["lstm.weight_hh_l0"] @ h + w["lstm.bias_hh_l0"]
        enter, forget, new, leave = np.split(gates, 4)
        c = sigmoid(forget) * c + sigmoid(enter) * np.tanh(new)
        h = sigmoid(leave) * np.tanh(c)
        states.append(h)
    return states


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))
