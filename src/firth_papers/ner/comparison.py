"""The experiment: one tagger, given different help, on the user's own CoNLL files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from firth.datasets import read
from firth.errors import InputError
from firth.runtime.kept import content_digest
from firth.runtime.run import Progress, silent
from firth.store import whole_file
from firth_papers.ner import paper
from firth_papers.ner.found import counts_by_sentence, f1, interval, resampled_f1
from firth_papers.ner.helpers import Help, all_help
from firth_papers.ner.report import as_markdown
from firth_papers.readers.conll import TaggedSentence, read_conll
from firth_papers.tagging import fit_tagger, score_spans
from firth_papers.words.results import write_results
from firth_papers.words.text import WordText


@dataclass(frozen=True)
class Settings:
    """How much is done. megabytes: of text for vectors; None for all. epochs: of word2vec."""

    dim: int = paper.DIM
    clusters: int = paper.CLUSTERS
    window: int = 5
    min_count: int = 5
    megabytes: int | None = None
    iterations: int = 100
    epochs: int = 5
    seed: int = 0

    @property
    def counting(self) -> dict[str, Any]:
        """Arguments of `firth.count`."""
        return {"window": self.window, "weights": "flat"}


QUICK = Settings(clusters=200, megabytes=10, iterations=50, epochs=1)


@dataclass(frozen=True, eq=False)
class TaggedFiles:
    """Sentences to learn from, and files of sentences to be judged by."""

    paths: tuple[Path, ...]
    train: list[TaggedSentence]
    tests: dict[str, list[TaggedSentence]]


def run(
    data: str | Path | None,
    output: Path,
    *,
    files: Sequence[str | Path],
    quick: bool = False,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> str:
    """Compare on CoNLL files, the first to learn from; writes results.json and report.md, returns the report.

    What each row found is kept in the folder cache, and a run that was interrupted goes on from there.
    """
    settings = replace(QUICK if quick else Settings(), seed=seed)
    given = read_files(files)
    text = WordText(
        read("wiki100m", data), output / "cache", settings.megabytes, settings.min_count, threads, progress
    )
    results = compare(given, text, output / "cache", settings, threads=threads, progress=progress)
    report = as_markdown(results)
    write_results(output, results, report)
    return report


def read_files(files: Sequence[str | Path]) -> TaggedFiles:
    """The first file is learnt from; each other one is a test."""
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


def compare(
    files: TaggedFiles,
    text: WordText,
    cache: Path,
    settings: Settings,
    *,
    threads: int | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Everything measured, as plain values for JSON."""
    rows = all_help(
        settings.dim, settings.clusters, settings.counting, settings.seed, threads, settings.epochs
    )
    measured = []
    for done, row in enumerate(rows):
        progress("comparing", done, len(rows), "rows")
        measured.append({"name": row.name, **_kept(row, files, text, cache, settings)})
    return {
        "experiment": "ner",
        "source": "Stratos, Collins & Hsu 2015, as in slides about it",
        "settings": asdict(settings),
        "files": {
            path.name: {"sentences": len(sentences), "words": sum(len(one.words) for one in sentences)}
            for path, sentences in zip(files.paths, [files.train, *files.tests.values()], strict=True)
        },
        "rows": _judged(measured, settings.seed),
    }


def _kept(row: Help, files: TaggedFiles, text: WordText, cache: Path, settings: Settings) -> dict[str, Any]:
    """What a tagger with this help found: as it was kept, or found and kept now."""
    if row.model is not None and row.model.missing:
        return {"missing": row.model.missing}
    recipe = text.recipe.then("files", digests=[content_digest([path]) for path in files.paths])
    recipe = recipe.then("tagger", iterations=settings.iterations, **row.settings)
    path = cache / f"found-{recipe.digest}.json"
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):  # not there, or not whole
        pass
    began = perf_counter()
    try:
        tagger = fit_tagger(files.train, iterations=settings.iterations, **row.given(text))
    except InputError as error:  # gensim is not installed, or the names are words that the text lacks
        return {"missing": str(error)}
    found: dict[str, Any] = {"seconds": perf_counter() - began, "tests": {}}
    for name, sentences in files.tests.items():
        tags = tagger.predict([one.words for one in sentences])
        true = [one.tags for one in sentences]
        scores = {kind: score.as_dict() for kind, score in score_spans(true, tags).items()}
        found["tests"][name] = {"scores": scores, "counts": counts_by_sentence(true, tags).tolist()}
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as temporary:
        temporary.write_text(json.dumps(found, allow_nan=False), encoding="utf-8")
    return found


def _judged(rows: list[dict[str, Any]], seed: int) -> list[dict[str, Any]]:
    """Rows with intervals of F1 and of what the help adds to it, in place of counts for each sentence."""
    plain = {name: test["counts"] for name, test in rows[0]["tests"].items()}
    for row in rows:
        for name, test in row.get("tests", {}).items():
            ours, theirs = (np.array(one, dtype=np.int64) for one in (test.pop("counts"), plain[name]))
            drawn = resampled_f1(ours, seed)
            test["f1_interval"] = interval(drawn)
            test["gain"] = float(f1(ours.sum(axis=0)) - f1(theirs.sum(axis=0)))
            test["gain_interval"] = interval(drawn - resampled_f1(theirs, seed))
    return rows
