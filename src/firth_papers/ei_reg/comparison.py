"""The experiment: tables 7.3–7.6, and the tweets that the task was judged by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from firth.datasets import find, read
from firth.evaluate.documents import (
    Features,
    Labels,
    Learner,
    Runs,
    checked_labels,
    fitted_features,
    fixed_features,
    learners_for,
    repeated_folds,
)
from firth.plots.canvas import require_matplotlib
from firth.runtime.run import Progress, Run, silent
from firth.text.sources import find_sources
from firth.text.unpack import unpacked
from firth_papers.documents import Cabinet, Material, Method, unfitted
from firth_papers.ei_reg.figure import score_figure
from firth_papers.ei_reg.judgements import claims
from firth_papers.ei_reg.methods import learned_vectors, word_tables
from firth_papers.ei_reg.networks import run_networks
from firth_papers.ei_reg.report import as_markdown
from firth_papers.ei_reg.settings import QUICK, Settings
from firth_papers.ei_reg.tweets import all_tokens
from firth_papers.engine.text import text_of_documents
from firth_papers.readers.emotions import Emotion, Tweets, read_emotions
from firth_papers.words import publish

Results = dict[str, Any]


def run(
    data: str | Path | None,
    output: Path,
    *,
    quick: bool = False,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> str:
    """Compare on the tweets; returns the report, and writes it, results.json and a picture.

    Vectors and scores are kept in the folder cache, and a run that was interrupted goes on from there.
    """
    require_matplotlib()  # told before the work rather than after it
    settings = replace(QUICK if quick else Settings(), seed=seed)
    progress("reading", 0, 0, "tweets")
    scored, corpus = read_emotions(find("ei-reg", data)), read_lines(read("tweets", data), settings.tweets)
    cabinet = Cabinet(output / "cache", seed, threads)
    results = compare(scored, corpus, settings, cabinet, threads=threads, progress=progress)
    return publish(output, results, as_markdown, {"ei-reg.png": score_figure})


def read_lines(path: Path, most: int | None) -> list[str]:
    """Lines of a text, which may be packed: all, or so many at equal distances, as tweets come by topics."""
    (source,) = find_sources(path)
    with unpacked(source) as (stream, _):
        lines = stream.read().decode(errors="replace").splitlines()
    if most is None or most >= len(lines):
        return lines
    return [lines[place * len(lines) // most] for place in range(most)]


@dataclass(frozen=True, eq=False)
class _Cell:
    """Vectors of one emotion's tweets. learnt_from: what they depend on beside the tweets themselves."""

    method: Method
    features: Features
    learnt_from: str = ""


def compare(
    scored: Mapping[Emotion, Mapping[str, Tweets]],
    corpus: Sequence[str],
    settings: Settings,
    cabinet: Cabinet,
    *,
    threads: int | None = None,
    progress: Progress = silent,
) -> Results:
    """Everything measured, as plain values for JSON."""
    materials: dict[str, Material] = {one: _material(one, scored[one]) for one in settings.emotions}
    every = _together(materials, all_tokens(corpus))
    methods = learned_vectors(settings, cabinet, threads)
    learners = learners_for("numbers")
    total = len(methods) + len(materials) * len(learners) * (len(methods) + len(word_tables()))
    done = 0
    vectors = {}
    for method in methods:
        progress("learning", done, total, "steps")
        vectors[method.name] = cabinet.vectors(every, method)
        done += 1
    runs: dict[str, list[Runs]] = {}
    official: dict[str, list[Runs]] = {}
    start = 0
    for emotion, material in materials.items():
        own = slice(start, start + len(material.documents))
        start = own.stop
        cells = [
            *_table_cells(material),
            *(
                _Cell(method, fixed_features(vectors[method.name][0][own]), every.digest)
                for method in methods
            ),
        ]
        runs[emotion], official[emotion] = [], []
        for cell in cells:
            for learner in learners:
                progress("learning", done, total, "steps")
                runs[emotion].append(_folds(material, cell, learner, settings, cabinet))
                official[emotion].append(_official(material, cell, learner, cabinet))
                done += 1
    progress("learning", total, total, "steps")
    run = Run(settings.seed, threads)
    text = text_of_documents(every.others, cabinet.folder, run, min_count=settings.min_count)
    networks = run_networks(materials, text, settings, cabinet, threads=threads, progress=progress)
    return {
        "experiment": "ei-reg",
        "source": "Haji Soleimani 2019, tables 7.3–7.6 and 7.8",
        "settings": asdict(settings),
        "tweets": {
            emotion: {"learnt": material.learnt, "tested": len(material.documents) - material.learnt}
            for emotion, material in materials.items()
        },
        "corpus": len(every.others),
        "vectors": [
            {"name": name, "columns": int(found.shape[1]), "seconds": seconds}
            for name, (found, seconds) in vectors.items()
        ],
        "runs": _plain(runs),
        "official": _plain(official),
        "sequences": _plain(networks.folds),
        "official_sequences": _plain(networks.official),
        "not_run": networks.missing,
        "claims": [asdict(claim) for claim in claims(runs, networks.folds)],
    }


def _plain(runs: Mapping[str, Sequence[Runs]]) -> dict[str, list[dict[str, Any]]]:
    return {emotion: [one.as_dict() for one in own] for emotion, own in runs.items()}


def _material(emotion: str, parts: Mapping[str, Tweets]) -> Material:
    """Tweets for training and development, which teach, then those to test on."""
    teaching = parts["train"] + parts["dev"]
    tweets = teaching + parts["test"]
    labels = checked_labels(tweets.intensities, len(tweets), task="numbers")
    return Material(emotion, all_tokens(tweets.texts), labels, len(teaching))


def _together(materials: Mapping[str, Material], corpus: Sequence[list[str]]) -> Material:
    """All tweets, one emotion after the other: vectors of them are made at once.

    They learn from the corpus and, without their scores, from the tweets for training and development.
    """
    others = [*corpus, *(tweet for one in materials.values() for tweet in one.documents[: one.learnt])]
    documents = [document for one in materials.values() for document in one.documents]
    values = np.concatenate([one.labels.values for one in materials.values()])
    return Material("tweets", documents, Labels("numbers", values), len(documents), others)


def _table_cells(material: Material) -> list[_Cell]:
    return [
        _Cell(
            unfitted(name, lambda _: None, {"min_documents": 2}),
            fitted_features(transformer, material.documents),
        )
        for name, transformer in word_tables().items()
    ]


def _folds(material: Material, cell: _Cell, learner: Learner, settings: Settings, cabinet: Cabinet) -> Runs:
    known = Labels("numbers", material.labels.values[: material.learnt])
    splits = repeated_folds(known, folds=settings.folds, repeats=settings.repeats, seed=settings.seed)
    how = {"folds": settings.folds, "repeats": settings.repeats, "learnt_from": cell.learnt_from}
    return cabinet.runs(material, cell.method, learner, splits, how, cell.features)


def _official(material: Material, cell: _Cell, learner: Learner, cabinet: Cabinet) -> Runs:
    """Learnt from all tweets that teach, tested on those that the task was judged by."""
    how = {"folds": 0, "repeats": 1, "learnt_from": cell.learnt_from}
    return cabinet.runs(material, cell.method, learner, [material.split], how, cell.features)
