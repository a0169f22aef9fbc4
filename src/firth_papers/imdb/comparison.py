"""The experiment: tables 7.10–7.12 and figure 7.1, and linear machines on all reviews."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from firth.datasets import find, read
from firth.evaluate.documents import Learner, Runs, checked_labels, learners_for, repeated_samples
from firth.plots.canvas import require_matplotlib
from firth.runtime.run import Progress, Run, silent
from firth_papers.documents import SIF_NAME, Cabinet, Material, Method
from firth_papers.engine.text import Text, text_of_file
from firth_papers.imdb import paper
from firth_papers.imdb.figure import confusion_figure, network_figure, roc_figure
from firth_papers.imdb.judgements import claims
from firth_papers.imdb.methods import CA, NLCA, all_methods
from firth_papers.imdb.networks import run_networks, word_texts
from firth_papers.imdb.report import as_markdown
from firth_papers.imdb.settings import QUICK, Settings
from firth_papers.readers.imdb import Reviews, read_imdb
from firth_papers.words import publish

Results = dict[str, Any]

SLOW = ("random-forest", "nearest-neighbors", "logistic")
WHOLE = ("TFIDF (uni + bi)", CA, NLCA, SIF_NAME)
"""Vectors that a linear machine learns from on all reviews, whatever the settings."""


def run(
    data: str | Path | None,
    output: Path,
    *,
    quick: bool = False,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> str:
    """Compare on the reviews; returns the report, and writes it, results.json and pictures.

    Vectors and scores are kept in the folder cache, and a run that was interrupted goes on from there.
    """
    require_matplotlib()  # told before the work rather than after it
    settings = replace(QUICK if quick else Settings(), seed=seed)
    progress("reading", 0, 0, "reviews")
    reviews = read_imdb(find("imdb", data))
    cabinet = Cabinet(output / "cache", seed, threads)
    wikipedia = text_of_file(
        read("wiki100m", data),
        cabinet.folder,
        Run(seed, threads, progress=progress),
        megabytes=settings.megabytes,
        min_count=settings.min_count,
    )
    results = compare(reviews, wikipedia, settings, cabinet, threads=threads, progress=progress)
    figures = {"roc.png": roc_figure, "confusion.png": confusion_figure}
    if results["sequences"]:
        figures["networks.png"] = network_figure
    return publish(output, results, as_markdown, figures)


def compare(
    reviews: Mapping[Any, Reviews],
    wikipedia: Text,
    settings: Settings,
    cabinet: Cabinet,
    *,
    threads: int | None = None,
    progress: Progress = silent,
) -> Results:
    """Everything measured, as plain values for JSON. wikipedia: a text that word vectors learn from."""
    material, whole = (_material(reviews, settings, part) for part in (True, False))
    methods = all_methods(settings, cabinet, threads)
    learners = learners_for("classes")
    cells = [(method, learner) for method in methods for learner in learners]
    on_all = [method for method in methods if method.name in WHOLE]
    total = len(cells) + len(on_all)
    runs = []
    for done, (method, learner) in enumerate(cells):
        progress("learning", done, total, "learners")
        runs.append(_runs(material, method, learner, settings, cabinet))
    best = []
    for done, method in enumerate(on_all, start=len(cells)):
        progress("learning", done, total, "learners")
        best.append(_on_all(whole, method, cabinet))
    progress("learning", total, total, "learners")
    made = {method.name: cabinet.vectors(material, method) for method in methods}
    texts = word_texts(wikipedia, material, settings, cabinet, threads)
    networks, missing = run_networks(material, texts, settings, cabinet, threads=threads, progress=progress)
    results: Results = {
        "experiment": "imdb",
        "source": "Haji Soleimani 2019, tables 7.10–7.12 and 7.14, figures 7.1–7.2",
        "settings": asdict(settings),
        "reviews": {
            "train": material.learnt,
            "test": len(material.documents) - material.learnt,
            "unlabelled": len(material.others),
        },
        "vectors": [
            {"name": name, "columns": int(vectors.shape[1]), "seconds": seconds}
            for name, (vectors, seconds) in made.items()
        ],
        "runs": [one.as_dict() for one in runs],
        "whole": best,
        "sequences": [one.as_dict() for one in networks],
        "not_run": missing,
        "classes": ["blamed", "praised"],
    }
    return {**results, "claims": [asdict(claim) for claim in claims(runs, networks)]}


def _material(reviews: Mapping[Any, Reviews], settings: Settings, part: bool) -> Material:
    """The reviews of the tables (part), or all of them."""
    rng = np.random.default_rng(settings.seed)
    chosen = []
    for name, size in (("train", settings.train), ("test", settings.test)):
        own = reviews[name]
        asked = size if part and size is not None else len(own)
        places = np.sort(rng.permutation(len(own))[:asked])
        chosen.append(([own.texts[i] for i in places], [own.praises[i] for i in places]))
    (train, taught), (test, tested) = chosen
    labels = checked_labels([*taught, *tested], len(train) + len(test), task="classes")
    others = reviews["unlabelled"].texts if settings.unlabelled else ()
    return Material("reviews", [*train, *test], labels, len(train), others)


def _runs(material: Material, method: Method, learner: Learner, settings: Settings, cabinet: Cabinet) -> Runs:
    repeats = settings.slow_repeats if learner.name in SLOW else settings.repeats
    how: dict[str, Any] = {"share": paper.SHARE, "repeats": repeats}
    splits = repeated_samples(*material.split, **how, seed=settings.seed)
    return cabinet.runs(material, method, learner, splits, how, once=True)


def _on_all(material: Material, method: Method, cabinet: Cabinet) -> dict[str, Any]:
    """A linear machine that has learnt from all reviews."""
    (machine,) = learners_for("classes", ("linear-svm",))
    split = material.split
    found = cabinet.runs(material, method, machine, [split], {"share": 1.0, "repeats": 1})
    seconds = cabinet.vectors(material, method)[1]
    scores = {name: values[0] for name, values in found.scores.items()}
    return {
        "vectors": method.name,
        "train": len(split[0]),
        "test": len(split[1]),
        "seconds": seconds,
        **scores,
    }
