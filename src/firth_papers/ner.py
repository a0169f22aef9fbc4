"""Stratos, Collins & Hsu 2015: names in text, found with the help of word vectors and clusters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.clusters import cluster_words
from firth.errors import InputError
from firth.evaluate.grids import Grid
from firth.runtime.arrays import Array
from firth.runtime.kept import content_digest, json_kind
from firth_papers.engine.experiment import Context, Experiment, Found, Results
from firth_papers.engine.models import Model, learned, spectral
from firth_papers.engine.page import Part, listed, plain_grid
from firth_papers.engine.text import Text, wikipedia
from firth_papers.readers.conll import TaggedSentence, read_conll
from firth_papers.tagging import fit_tagger, score_spans, spans_of

if TYPE_CHECKING:
    from firth.runtime.run import Run

PROPOSED = "sqrt-cca"
RESAMPLES = 1000


@dataclass(frozen=True)
class Settings:
    """How much is done.

    dim, clusters: of word vectors, and the number of clusters that are made of them. megabytes: of text for
    vectors; None for all. iterations: of the tagger's training. epochs: of word2vec.
    """

    dim: int = 30
    clusters: int = 1000
    window: int = 5
    min_count: int = 5
    megabytes: int | None = None
    iterations: int = 100
    epochs: int = 5
    seed: int = 0


QUICK = Settings(clusters=200, megabytes=10, iterations=50, epochs=1)


@dataclass(frozen=True, eq=False)
class TaggedFiles:
    """Sentences for training, and files of sentences for testing."""

    paths: tuple[Path, ...]
    train: list[TaggedSentence]
    tests: dict[str, list[TaggedSentence]]


def read_files(files: Sequence[str | Path]) -> TaggedFiles:
    """The first file is for training; each other one is a test."""
    paths = tuple(Path(file) for file in files)
    if len(paths) < 2:
        raise InputError(
            "ner needs CoNLL files: one to learn from, then one or more to be judged by, such as "
            "train.txt testa.txt testb.txt."
        )
    names = [path.name for path in paths[1:]]
    if len(set(names)) < len(names):
        raise InputError(f"two test files have one name: {', '.join(names)}; rename one.")
    return TaggedFiles(paths, read_conll(paths[0]), {path.name: read_conll(path) for path in paths[1:]})


@dataclass(frozen=True, eq=False)
class Features:
    """A row of the table: what the tagger is given beside the words.

    model: of the vectors, if any. vectors: whether they are features themselves. clusters: how many are made
    of them, 0 for none.
    """

    name: str
    model: Model | None = None
    vectors: bool = True
    clusters: int = 0

    @property
    def settings(self) -> dict[str, Any]:
        """What they depend on beside the text."""
        model = self.model
        made = {} if model is None else {**model.settings, "counting": dict(model.counting or {})}
        return {"model": made, "vectors": self.vectors, "clusters": self.clusters}

    def given(self, text: Text) -> dict[str, Any]:
        """Arguments of `fit_tagger`."""
        if self.model is None:
            return {}
        counting = self.model.counting
        embedding = self.model.make(text.corpus if counting is None else text.counts(**counting))
        clusters = min(self.clusters, len(embedding))
        return {
            "embedding": embedding if self.vectors else None,
            "clusters": cluster_words(embedding, clusters) if clusters else None,
        }


def all_features(settings: Settings, run: Run) -> list[Features]:
    """Words alone, three kinds of vectors, word2vec, and clusters of the paper's own vectors."""
    counting = {"window": settings.window, "weights": "flat"}

    def model(recipe: str) -> Model:
        return spectral(recipe, recipe, counting=counting, dim=settings.dim, run=run)

    proposed, one_thread = model(PROPOSED), replace(run, threads=1)
    word2vec = learned("word2vec", "sgns", run=one_thread, dim=settings.dim, epochs=settings.epochs)
    return [
        Features("words alone"),
        Features(PROPOSED, proposed),
        Features("ppmi", model("ppmi")),
        Features("eigenword", model("eigenword")),
        Features("word2vec", word2vec),
        Features(f"clusters of {PROPOSED}", proposed, vectors=False, clusters=settings.clusters),
        Features(f"{PROPOSED} and its clusters", proposed, clusters=settings.clusters),
    ]


def measure(context: Context[Settings]) -> Found:
    """One tagger, given different features, on the user's own CoNLL files."""
    settings, files = context.settings, read_files(context.files)
    text = wikipedia(context, megabytes=settings.megabytes, min_count=settings.min_count)
    digests = [content_digest([path]) for path in files.paths]
    rows = all_features(settings, context.run)
    measured: list[Results] = []
    for done, row in enumerate(rows):
        context.progress("comparing", done, len(rows), "rows")
        recipe = text.recipe.then("files", digests=digests)
        recipe = recipe.then("tagger", iterations=settings.iterations, **row.settings)
        try:
            found = context.kept.get(recipe, partial(_tagged, row, files, text, settings), json_kind("found"))
        except InputError as error:  # gensim is not installed, or the names are words that the text lacks
            found = {"missing": str(error)}
        measured.append({"name": row.name, **found})
    sizes = {
        path.name: {"sentences": len(sentences), "words": sum(len(one.words) for one in sentences)}
        for path, sentences in zip(files.paths, [files.train, *files.tests.values()], strict=True)
    }
    return Found({"files": sizes, "rows": _with_intervals(measured, settings.seed)})


def _tagged(row: Features, files: TaggedFiles, text: Text, settings: Settings) -> Results:
    """What a tagger with these features found."""
    began = perf_counter()
    tagger = fit_tagger(files.train, iterations=settings.iterations, **row.given(text))
    found: Results = {"seconds": perf_counter() - began, "tests": {}}
    for name, sentences in files.tests.items():
        tags = tagger.predict([one.words for one in sentences])
        true = [one.tags for one in sentences]
        scores = {kind: score.as_dict() for kind, score in score_spans(true, tags).items()}
        found["tests"][name] = {"scores": scores, "counts": counts_by_sentence(true, tags).tolist()}
    return found


def _with_intervals(rows: list[Results], seed: int) -> list[Results]:
    """Rows with intervals of F1 and of the gain by the features, in place of counts for each sentence."""
    plain = {name: test["counts"] for name, test in rows[0]["tests"].items()}
    for row in rows:
        for name, test in row.get("tests", {}).items():
            ours, theirs = (np.array(one, dtype=np.int64) for one in (test.pop("counts"), plain[name]))
            drawn = resampled_f1(ours, seed)
            test["f1_interval"] = interval(drawn)
            test["gain"] = float(f1(ours.sum(axis=0)) - f1(theirs.sum(axis=0)))
            test["gain_interval"] = interval(drawn - resampled_f1(theirs, seed))
    return rows


def counts_by_sentence(true: Sequence[Sequence[str]], found: Sequence[Sequence[str]]) -> Array:
    """Sentences × (true, found, right) names.

    >>> counts_by_sentence([["B-LOC", "O"], ["O"]], [["B-LOC", "B-LOC"], ["O"]]).tolist()
    [[1, 2, 1], [0, 0, 0]]
    """
    rows = []
    for theirs, ours in zip(true, found, strict=True):
        wanted, given = set(spans_of(theirs)), set(spans_of(ours))
        rows.append((len(wanted), len(given), len(wanted & given)))
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def f1(counts: Array) -> Array:
    """2 · right / (true + found) of the last axis; 0 where there is nothing."""
    true, found, right = np.moveaxis(np.asarray(counts), -1, 0)
    return np.asarray(2 * right / np.maximum(true + found, 1))


def resampled_f1(counts: Array, seed: int) -> Array:
    """F1 of as many sentences drawn with replacement, again and again; the same draws for the same seed."""
    rng = np.random.default_rng(seed)
    sums = [counts[rng.integers(0, len(counts), len(counts))].sum(axis=0) for _ in range(RESAMPLES)]
    return f1(np.array(sums))


def interval(values: Array) -> list[float]:
    """The middle 95 %."""
    return [float(value) for value in np.quantile(values, (0.025, 0.975))]


def method(results: Results) -> str:
    """The paragraph on what was done."""
    settings = results["settings"]
    sizes = "; ".join(
        f"{name}: {size['sentences']:,} sentences, {size['words']:,} words"
        for name, size in results["files"].items()
    )
    part = "" if settings["megabytes"] is None else f"the first {settings['megabytes']} MB of "
    return (
        f"The first file is learnt from ({sizes}). Vectors of {settings['dim']} dimensions and up to "
        f"{settings['clusters']:,} clusters are made from {part}wiki100m. A name is right if its kind and "
        "both its ends are. Intervals of 95 % are by 1,000 draws of sentences; gains are over words alone, "
        f"in the same draws. Seed {settings['seed']}."
    )


def tables(results: Results) -> Iterator[Part]:
    """F1 of every row on every file, kinds of names, what could not be run."""
    tests = results["rows"][0]["tests"]
    yield from (_table(results, test) for test in tests)
    yield "## Kinds of names, F1 in %"
    yield from (_kinds(results, test) for test in tests)
    missing = [f"{row['name']}: {row['missing']}" for row in results["rows"] if row.get("missing")]
    if missing:
        yield from ("## Not run", listed(missing))


def _table(results: Results, test: str) -> Grid:
    rows = []
    for row in _run(results):
        found = row["tests"][test]
        score = found["scores"]["all"]
        rows.append(
            (
                row["name"],
                f"{100 * score['precision']:.2f}",
                f"{100 * score['recall']:.2f}",
                f"{100 * score['f1']:.2f} {_span(found['f1_interval'])}",
                f"{100 * found['gain']:+.2f} {_span(found['gain_interval'])}",
                f"{row['seconds']:.0f}",
            )
        )
    return plain_grid(f"{test}, in %", ("given", "precision", "recall", "F1", "gain", "seconds"), rows)


def _kinds(results: Results, test: str) -> Grid:
    run = _run(results)
    kinds = sorted({kind for row in run for kind in row["tests"][test]["scores"]} - {"all"})
    rows = []
    for row in run:
        scores = row["tests"][test]["scores"]
        rows.append((row["name"], *(f"{100 * scores[k]['f1']:.2f}" if k in scores else None for k in kinds)))
    return plain_grid(test, ("given", *kinds), rows)


def _run(results: Results) -> list[Results]:
    return [row for row in results["rows"] if not row.get("missing")]


def _span(ends: Sequence[float]) -> str:
    return f"[{100 * ends[0]:.2f}, {100 * ends[1]:.2f}]"


EXPERIMENT = Experiment(
    name="ner",
    title="Names in text: what word vectors and clusters add",
    about="Names in your own CoNLL files, found with the help of word vectors and clusters.",
    source="Stratos, Collins & Hsu 2015, as in slides about it",
    settings=Settings(),
    quick=QUICK,
    measure=measure,
    method=method,
    tables=tables,
    differences=(
        "The slides give their F1 as a picture without numbers, so only their claim is compared: vectors by "
        "singular values help more than Brown's clusters and word2vec do.",
        "Vectors and clusters are made from wiki100m, 17 million words in lower case; the paper's are from "
        "an English Wikipedia of 1.4 billion words.",
        "Clusters are not Brown's own, by bigrams, but Brown-style: agglomerative, from the vectors of "
        "sqrt-cca.",
        "The slides do not describe their tagger. Here it is a conditional random field over words, shapes, "
        "affixes and neighbours; vectors are those of a word and its two neighbours.",
    ),
    files="CoNLL files: one to learn from, then one or more to be judged by",
)
