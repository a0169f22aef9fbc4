"""Vectors of documents, one word at a time."""

from __future__ import annotations

import math

import numpy as np


def slow_mean(tokens: list[str], vectors: dict[str, np.ndarray], weights: dict[str, float]) -> np.ndarray:
    known = [token for token in tokens if token in vectors]
    total = sum(
        (weights[token] * vectors[token] for token in known), np.zeros(len(next(iter(vectors.values()))))
    )
    return total / len(known) if known else total


def slow_power_mean(tokens: list[str], vectors: dict[str, np.ndarray], power: float) -> np.ndarray:
    known = np.array([vectors[token] for token in tokens if token in vectors])
    if not len(known):
        return np.zeros(len(next(iter(vectors.values()))))
    if math.isinf(power):
        return known.max(axis=0) if power > 0 else known.min(axis=0)
    return np.cbrt((known**3).mean(axis=0)) if power == 3 else known.mean(axis=0)


class Congruence:
    """x ← 6364136223846793005 x + 1442695040888963407 modulo 2⁶⁴; its upper 53 bits as a share of 1."""

    def __init__(self, seed: int) -> None:
        self.state = 2 * seed + 1

    def uniform(self) -> float:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 11) / 2**53

    def gap(self, kept: float) -> int:
        return 0 if kept == 1 else int(min(math.log(1 - self.uniform()) / math.log(1 - kept), 1e9))


def slow_corrupted_epoch(
    documents: list[list[int]],
    keep: np.ndarray,
    negatives: np.ndarray,
    inputs: np.ndarray,
    outputs: np.ndarray,
    *,
    window: int,
    negative: int,
    kept: float,
    rates: tuple[float, float],
    random: Congruence,
) -> None:
    """Doc2VecC as its equations say: h = mean of neighbors + Σ kept words / (q T); logistic loss."""
    length, begin = sum(map(len, documents)), 0
    for document in documents:
        rate = rates[0] + (rates[1] - rates[0]) * begin / length
        begin += len(document)
        used = [word for word in document if random.uniform() < keep[word]]
        for t, target in enumerate(used):
            reach = 1 + int(random.uniform() * window)
            near = [*used[max(0, t - reach) : t], *used[t + 1 : t + reach + 1]]
            drawn, place = [], random.gap(kept)
            while place < len(document):
                drawn.append(document[place])
                place += 1 + random.gap(kept)
            parts = [(word, 1 / len(near)) for word in near]
            parts += [(word, 1 / (kept * len(document))) for word in drawn]
            if not parts:
                continue
            hidden = sum(share * inputs[word] for word, share in parts)
            change = np.zeros_like(hidden)
            for draw in range(negative + 1):
                word = target if draw == 0 else negatives[int(random.uniform() * len(negatives))]
                if draw and word == target:
                    continue
                truth = 1.0 if draw == 0 else 0.0
                step = rate * (truth - 1 / (1 + math.exp(-float(hidden @ outputs[word]))))
                change += step * outputs[word]
                outputs[word] += step * hidden
            for word, share in parts:
                inputs[word] += share * change
