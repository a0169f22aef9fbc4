"""gensim's skip-gram with negative sampling, on the text and with the settings that firth is compared to."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from gensim.models.word2vec import LineSentence, Text8Corpus, Word2Vec


def main() -> None:
    """Train and save as word2vec text."""
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--dim", type=int, default=300)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    with given.corpus.open() as file:
        one_line = len(file.readline(10_000_001)) > 10_000_000
    # Text8Corpus cuts a text without line ends into sentences, which is gensim's fastest way to read it.
    sentences = Text8Corpus(str(given.corpus)) if one_line else LineSentence(str(given.corpus))
    began = time.perf_counter()
    model = Word2Vec(
        sentences,
        vector_size=given.dim,
        sg=1,
        negative=5,
        window=5,
        min_count=5,
        epochs=given.epochs,
        workers=given.workers,
        seed=1,
    )
    seconds = time.perf_counter() - began
    model.wv.save_word2vec_format(str(given.output), binary=True)
    print(json.dumps({"seconds": seconds, "words": len(model.wv)}))


if __name__ == "__main__":
    main()
