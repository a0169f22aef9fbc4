"""Small files of the names that pages speak of."""

from __future__ import annotations

import bz2
import gzip
import shutil
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

import firth
from blocks import ROOT
from cli.test_examples import write_documents, write_tables, write_tests, write_text
from firth.senses import induce
from text.dumps import dump, page

if TYPE_CHECKING:
    from pathlib import Path


TOPICS = (
    "tea coffee apple pie cup",
    "king queen man woman crown",
    "france paris italy rome japan tokyo",
    "bank river money plant interest",
    "program square computer root number",
)
"""Words that stand together in the text."""

DEMO = (
    "file directory path folder filename symlink",
    "axes figure legend tick subplot date day month year week hour",
    "classifier regression model trained estimator matrix vector",
    "exception raised error traceback raise caught",
)
"""Words of the documentation that the demo reads."""


def write_stand_ins(folder: Path) -> None:
    """All of them; the tables of the guides as they are."""
    for write in (write_text, write_tests, write_documents, write_tables):
        write(folder)
    text = _lines()
    (folder / "corpus.txt.gz").write_bytes(gzip.compress("\n".join(text).encode()))
    verdicts = [place % 2 for place in range(len(text))]
    pl.DataFrame({"text": text, "verdict": verdicts}).write_csv(folder / "films.csv")
    _write_vectors(folder)
    _write_reviews(folder)
    _write_libraries(folder)
    for table in (ROOT / "docs" / "pictures").glob("*.csv"):
        shutil.copy(table, folder)
    pages = dump(*(page(f"Page {place}", f"{line}.") for place, line in enumerate(text)))
    (folder / "dewiki-latest-pages-articles.xml.bz2").write_bytes(bz2.compress(pages))
    shutil.copy(folder / "my-pairs.txt", folder / "data" / "wordsim" / "EN-MEN-TR-3k.txt")


def _lines() -> list[str]:
    """A text with topics, and with words enough for three hundred dimensions."""
    rng = np.random.default_rng(0)
    others = [f"w{i}" for i in range(700)]
    topics = rng.integers(len(TOPICS), size=400)
    return [" ".join([*rng.choice(TOPICS[topic].split(), 10), *rng.choice(others, 30)]) for topic in topics]


def _write_vectors(folder: Path) -> None:
    """Counts, vectors and senses of the words of the text."""
    counts = firth.count(firth.encode(folder / "corpus.txt.gz"))
    firth.save(counts, folder / "counts.safetensors")
    for name in ("vectors.safetensors", "ppmi.safetensors", "glove.txt", "word2vec.bin"):
        firth.save(firth.embed(counts, dim=10), folder / name)
    words = tuple(" ".join(DEMO).split())
    vectors = np.random.default_rng(4).standard_normal((len(words), 10), dtype=np.float32)
    demo = firth.Embedding(vectors, firth.Vocabulary(words, np.arange(len(words), 0, -1)))
    firth.save(demo, folder / "firth-demo.safetensors")
    split = [word for topic in TOPICS for word in topic.split()]
    firth.save(induce(counts, split, senses=2), folder / "senses.safetensors")


def _write_reviews(folder: Path) -> None:
    reviews = pl.read_csv(folder / "reviews.csv")
    labels = pl.Series("label", ["pos", "neg", "unsup"] * (len(reviews) // 3))
    pl.DataFrame([reviews["review"].alias("text"), labels]).write_parquet(folder / "imdb.parquet")


def _write_libraries(folder: Path) -> None:
    """Docstrings of three libraries, each with words of its own."""
    rng = np.random.default_rng(1)
    rows = [
        {"text": " ".join(rng.choice([*words.split(), "the", "returns"], 40)), "library": library}
        for library, words in zip(("matplotlib", "numpy", "pandas"), DEMO, strict=False)
        for _ in range(12)
    ]
    pl.DataFrame(rows).write_csv(folder / "libraries.csv")
