"""Every example in a help runs, in a folder with the files that it speaks of."""

import bz2
import gzip
import lzma
import shlex
import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import firth
from cli.test_help import EXAMPLES
from firth.cli.app import app
from firth.core import Embedding, Vocabulary
from firth.senses import induce
from text.dumps import dump, page

ELSEWHERE = ("demo", "reproduce")
"""Commands whose examples take minutes or other data sets; tests of their own run them."""

THINGS = "tea coffee king queen man woman france paris japan bank river money"
ANIMALS, FOODS = "cat dog cow pig", "apple bread"
WORDS = f"{THINGS} {ANIMALS} {FOODS}".split()


TEI = b"<text><body>Tea is hot.</body></text>"
TEX = b"Tea is \\emph{hot}."
SRT = b"1\n00:00:01,000 --> 00:00:02,000\nTea is hot.\n"
MARKED = {
    "page.html": b"<p>Tea is hot.", "pages/tea.html": b"<p>Tea is hot.",
    "notes.md": b"Tea is *hot*.", "notes/tea.md": b"Tea is *hot*.",
    "letters.xml": TEI, "letters/tea.xml": TEI, "corpus.xml.gz": gzip.compress(TEI),
    "paper.tex": TEX, "papers/tea.tex": TEX, "film.srt": SRT, "films/tea.srt": SRT,
}  # fmt: skip
"""Text in the formats that `firth clean` reads."""


def write_text(folder):
    """A corpus, the counts and vectors made of it, and the lists of words that go with them."""
    rng = np.random.default_rng(0)
    rare = [f"w{i}" for i in range(1000)]
    lines = [" ".join([*rng.choice(WORDS, 8), *rng.choice(rare[:680], 32)]) for _ in range(400)]
    (folder / "corpus.txt.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    for name in ("letters", "corpus"):
        (folder / name).mkdir()
        (folder / name / "one.txt").write_text("\n".join(lines))
    for name, content in MARKED.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    counts = firth.count(firth.encode(folder / "corpus.txt.gz"))
    vectors = Embedding(
        rng.normal(size=(1018, 10)).astype("f4"), Vocabulary.from_counts(dict.fromkeys([*WORDS, *rare], 9))
    )
    firth.save(counts, folder / "counts.safetensors")
    for name in ("vectors.safetensors", "vectors.bin", "glove.txt", "one.safetensors"):
        firth.save(vectors, folder / name)
    firth.save(vectors, folder / "GoogleNews-vectors.bin")
    firth.save(firth.embed(counts, recipe="ppmi", dim=10), folder / "two.bin")
    firth.save(induce(counts, ["bank", "king"], senses=2), folder / "senses.safetensors")
    for name, words in {"animals": ANIMALS, "foods": FOODS, "words": "bank river"}.items():
        (folder / f"{name}.txt").write_text("\n".join(words.split()))


def write_tests(folder):
    """Word pairs, analogies, categories and rated sentences, and the folder that $FIRTH_DATA names."""
    rng = np.random.default_rng(1)
    pairs = "".join(f"{a} {b} {rng.integers(10)}\n" for a in WORDS for b in WORDS if a < b)
    (folder / "my-pairs.txt").write_text(pairs)
    for kind, name, text in (
        ("wordsim", "EN-X.txt", pairs),
        ("analogies", "google.txt", ": family\nman king woman queen\n"),
        ("wordnet", "index.sense", "bank%1:14:00:: 08437235 1 20\nbank%1:17:01:: 09213565 2 25\n"),
    ):
        (folder / "data" / kind).mkdir(parents=True)
        (folder / "data" / kind / name).write_text(text)
    (folder / "kinds.tsv").write_text("animal\tcat\nanimal\tdog\nfood\tapple\nfood\tbread\n")
    sentences = [f"the <b> {word} </b> by the river" for word in WORDS[:4]]
    rated = [
        f"{i}\t{WORDS[i]}\tn\t{WORDS[3 - i]}\tn\t{sentences[i]}\t{sentences[3 - i]}\t{i}" for i in range(4)
    ]
    (folder / "ratings.txt").write_text("\n".join(rated))


def write_documents(folder):
    """Documents with labels in each form, tweets, and dumps of Wikipedia."""
    rng = np.random.default_rng(2)
    texts = [" ".join(rng.choice(WORDS, 12)) for _ in range(30)]
    stars = [1 + place % 2 for place in range(30)]
    frame = pl.DataFrame({"review": texts, "body": texts, "stars": stars})
    frame.write_csv(folder / "reviews.csv")
    frame.write_ndjson(folder / "reviews.jsonl")
    frame.write_parquet(folder / "reviews.parquet")
    for name in ("reviews", "new", "old", "tweets"):
        (folder / f"{name}.txt").write_text("\n".join(texts))
    (folder / "stars.txt").write_text("\n".join(map(str, stars)))
    for place, (text, star) in enumerate(zip(texts, stars, strict=True)):
        (folder / "folder" / str(star)).mkdir(parents=True, exist_ok=True)
        (folder / "folder" / str(star) / f"{place}.txt").write_text(text)
    frame.write_csv(folder / "tweets.csv")
    (folder / "tweets.txt.xz").write_bytes(lzma.compress("\n".join(texts).encode()))
    pages = dump(page("Tea", "Tea is hot. Good!"))
    (folder / "enwik8.xml").write_bytes(pages)
    for name in ("enwiki-latest-pages-articles", "dewiki"):
        (folder / f"{name}.xml.bz2").write_bytes(bz2.compress(pages))


def write_tables(folder):
    """Tables of counts, records and points."""
    rng = np.random.default_rng(3)
    smoking = "staff,none,light,heavy\nSM,4,2,2\nJM,4,3,4\nSE,25,10,4\nJE,18,24,13\n"
    (folder / "smoking.csv").write_text(smoking)
    counts = rng.integers(1, 9, (60, 60))
    names = [f"w{i}" for i in range(60)]
    pl.DataFrame({"name": names} | dict(zip(names, counts, strict=True))).write_csv(folder / "table.csv")
    long = pl.DataFrame({"row": np.repeat(names, 60), "column": names * 60, "count": counts.ravel()})
    for name in ("purchases", "documents"):
        long.write_parquet(folder / f"{name}.parquet")
    records = {name: rng.choice(list("abc"), 50) for name in ("sex", "edu", "answer", "other")}
    pl.DataFrame(records | {"age": rng.permutation(50) + 18}).write_csv(folder / "survey.csv")
    pl.DataFrame(records).write_csv(folder / "answers.csv")
    np.savez(folder / "digits.npz", X=rng.normal(size=(40, 6)), y=np.arange(40) % 3)
    np.savez(folder / "faces.npz", X=rng.normal(size=(20, 64 * 64)))
    flowers = pl.DataFrame(rng.normal(size=(30, 4))).with_columns(species=pl.Series(["iris", "rose"] * 15))
    flowers.write_csv(folder / "flowers.csv")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    for write in (write_text, write_tests, write_documents, write_tables):
        write(folder)
    return folder


@pytest.mark.parametrize("example", dict.fromkeys(example for _, example in EXAMPLES))
def test_the_example_runs(example, files, tmp_path, monkeypatch):
    words = [word for word in shlex.split(example)[1:] if not word.startswith("FIRTH_DATA=")]
    if words[1] in ELSEWHERE:
        pytest.skip(f"firth {words[1]} is run by its own tests")
    if "sentencex" in words:
        pytest.importorskip("sentencex")
    if "--lemmas" in words:
        pytest.importorskip("simplemma")
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIRTH_DATA", "data")
    monkeypatch.setattr("firth.evaluate.documents.learners.TREES", 5)
    for flag, file in pairwise(words):
        if flag in ("-o", "--counts") and words.count(file) == 1:
            Path(file).unlink(missing_ok=True)
    made = CliRunner().invoke(app, words[1:])
    assert made.exit_code == 0, made.output
