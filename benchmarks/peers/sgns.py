"""gensim's skip-gram with negative sampling, on the text and the vocabulary that firth is compared on."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from firth.text import encode
from firth_papers.baselines import train


def main() -> None:
    """Read, train and save in a word2vec format."""
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--dim", type=int, default=300)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    corpus = encode(given.corpus, min_count=5)
    began = time.perf_counter()
    embedding = train(corpus, "sgns", dim=given.dim, epochs=given.epochs, threads=given.workers)
    seconds = time.perf_counter() - began
    embedding.save(given.output)
    print(json.dumps({"seconds": seconds, "words": len(embedding)}))


if __name__ == "__main__":
    main()
