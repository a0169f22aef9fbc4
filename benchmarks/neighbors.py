"""Nearest words: one word at a time, again and again, and many at once, beside gensim in the same process.

    python benchmarks/neighbors.py [--words 100000] [--dim 100] [--output neighbors.json]

Needs the extra `baselines`. Vectors are random, with lengths that differ. Rounds of firth and gensim take
turns, and seconds are of the processor, so that other work on the machine weighs on both alike.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from gensim.models import KeyedVectors

from firth.core import Embedding, Vocabulary
from firth.query import neighbors_many
from measure import write_results

QUERIES = 100


def main() -> None:
    """Ask both for the same words and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=100_000)
    parser.add_argument("--dim", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--output", type=Path, help="where the results go, as JSON")
    given = parser.parse_args()
    results = compared(given.words, given.dim, given.rounds)
    for name, found in results.items():
        print(
            f"{name:28s} {found['firth_ms']:7.2f} ms   gensim {found['gensim_ms']:7.2f} ms   "
            f"firth / gensim {found['ratio']:.2f}"
        )
    if given.output:
        write_results(given.output, results)


def compared(words: int, dim: int, rounds: int) -> dict[str, Any]:
    """Milliseconds a query of both, and the median over rounds of their ratio."""
    rng = np.random.default_rng(0)
    vectors = (rng.normal(size=(words, dim)) * rng.gamma(2, 1, size=(words, 1))).astype("f4")
    names = tuple(f"w{i}" for i in range(words))
    embedding = Embedding(vectors, Vocabulary(names, np.arange(words, 0, -1)))
    keyed = KeyedVectors(dim)
    keyed.add_vectors(names, vectors)
    asked = [names[i] for i in rng.integers(0, words, QUERIES)]
    same = [[one for one, _ in embedding.neighbors(word)] for word in asked[:20]]
    assert same == [[one for one, _ in keyed.most_similar(word)] for word in asked[:20]]

    def theirs() -> Any:
        return [keyed.most_similar(word) for word in asked]

    ways: dict[str, Callable[[], Any]] = {
        "one word at a time": lambda: [embedding.neighbors(word) for word in asked],
        f"{QUERIES} words at once": lambda: neighbors_many(embedding, asked),
    }
    return {name: turns(ours, theirs, rounds) for name, ours in ways.items()}


def turns(ours: Callable[[], Any], theirs: Callable[[], Any], rounds: int) -> dict[str, float]:
    """Both in turn, so many times."""
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(rounds)]
    ms = [statistics.median(side) / QUERIES * 1e3 for side in zip(*pairs, strict=True)]
    return {
        "firth_ms": ms[0],
        "gensim_ms": ms[1],
        "ratio": statistics.median(one / other for one, other in pairs),
    }


def seconds(work: Callable[[], Any]) -> float:
    """Of the processor."""
    began = time.process_time()
    work()
    return time.process_time() - began


if __name__ == "__main__":
    main()
