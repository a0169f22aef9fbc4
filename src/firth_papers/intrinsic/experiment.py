"""The experiment: tables 4.1 and 6.3–6.5, the sweep over thresholds, and animals and foods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from firth.core import Counts
from firth.evaluate import Resampling
from firth.evaluate.scored_items import pooled_interval, pooled_score
from firth.plots import cosine_matrices
from firth.recipes import associate
from firth_papers.engine.experiment import Context, Experiment, Found, Results
from firth_papers.engine.printed import printed
from firth_papers.engine.scores import Outcome, find_tests, pairs_of, score_models
from firth_papers.engine.text import wikipedia
from firth_papers.intrinsic.claims import PICTURED, judged_claims
from firth_papers.intrinsic.page import mean_figure, method, tables, threshold_figure
from firth_papers.intrinsic.separation import separation
from firth_papers.thesis_vectors import TABLE_4, TABLES_6, Entry, thesis_models

PAPER = printed("intrinsic")
ALL_OF_PMI = -1000.0
"""A threshold, in bits, that leaves nothing out."""


@dataclass(frozen=True)
class Settings:
    """How much is done.

    thresholds: of PMI, in bits. window: of counts. learned_window, rounds: window and epochs of those that
    learn from the text. megabytes: of text; None for all of it.
    """

    dim: int = PAPER["dim"]
    thresholds: tuple[float, ...] = (-10, -8, -6, -5, -4, -3.5, -3, -2.5, -2, -1.5, -1, -0.5, 0, 1, 2)
    window: int = 10
    learned_window: int = 5
    rounds: int = 5
    min_count: int = 5
    megabytes: int | None = None
    seed: int = 0


QUICK = Settings(dim=50, thresholds=(-6, -3, -2.5, -1, 0, 1), rounds=2, megabytes=3)


def measure(context: Context[Settings]) -> Found:
    """Score every algorithm; tell animals from foods; count what a threshold leaves."""
    settings = context.settings
    text = wikipedia(context, megabytes=settings.megabytes, min_count=settings.min_count)
    sets, resampling = list(PAPER["ten_sets"].values()), Resampling(seed=settings.seed)
    tests = find_tests(context.data, sets=sets, resampling=resampling)
    counting: dict[str, Any] = {"window": settings.window, "weights": "harmonic"}
    described = text.described(**counting)
    found = examples(text.counts(**counting), settings.thresholds, context.threads)
    models = thesis_models(
        context.run,
        dim=settings.dim,
        window=settings.window,
        learned_window=settings.learned_window,
        epochs=settings.rounds,
        thresholds=settings.thresholds,
    )
    outcomes = score_models(text, tests, list(models.values()))
    vectors = {
        name: text.vectors(models[model], form)
        for name, (model, form) in TABLES_6.items()
        if outcomes[model].scores
    }
    separations = {name: separation(one, resampling) for name, one in vectors.items()}
    pictured = {name: vectors[name] for name in PICTURED if name in vectors}
    return Found(
        {
            "text": described,
            "tables": {
                "6.3–6.5": _rows(outcomes, TABLES_6, PAPER["ten_sets"], PAPER["chapter_6"]),
                "4.1": _rows(outcomes, TABLE_4, PAPER["eight_sets"], PAPER["chapter_4"]),
            },
            "examples": found,
            "separation": {name: one.as_dict() for name, one in separations.items()},
            "models": [outcome.as_dict() for outcome in outcomes.values()],
        },
        judged_claims(outcomes, separations),
        {"cosines.png": lambda: cosine_matrices(pictured)},
    )


def examples(counts: Counts, thresholds: Sequence[float], threads: int | None = None) -> list[Results]:
    """Cells with PMI above 0 and below it, of those above each threshold (in bits)."""
    pmi = associate(counts, "svd-ns", threads=threads, threshold=ALL_OF_PMI).operator.sparse.data / np.log(
        2.0
    )
    return [
        {
            "threshold": threshold,
            "positive": int((pmi > max(threshold, 0.0)).sum()),
            "negative": int(((pmi < 0) & (pmi > threshold)).sum()),
        }
        for threshold in thresholds
    ]


def _rows(
    outcomes: Mapping[str, Outcome],
    entries: Mapping[str, Entry],
    sets: Mapping[str, str],
    theirs: Mapping[str, Sequence[float]],
) -> list[Results]:
    """A table of the thesis: which model each algorithm is, its mean over these sets, and what is printed."""
    rows = []
    for name, (model, form) in entries.items():
        samples = pairs_of(outcomes, model, form, sets.values()) or ()
        rows.append(
            {
                "algorithm": name,
                "model": model,
                "exponent": form.exponent,
                "mean": pooled_score(samples, "tests"),
                "interval": pooled_interval(samples, "tests") if samples else None,
                "paper": dict(zip(sets.values(), theirs[name], strict=True)),
                "missing": outcomes[model].missing,
            }
        )
    return rows


EXPERIMENT = Experiment(
    name="intrinsic",
    title="Word vectors on sets of word pairs",
    about="Eleven kinds of word vectors on ten sets of word pairs, and how much repulsion helps "
    "(tables 4.1 and 6.3–6.5, figures 4.1–4.2).",
    source="Haji Soleimani 2019",
    settings=Settings(),
    quick=QUICK,
    measure=measure,
    method=method,
    tables=tables,
    figures={"intrinsic.png": mean_figure, "thresholds.png": threshold_figure},
    differs_from="the thesis",
    differences=(
        "The text is wiki100m, 100 MB of English Wikipedia normalised as text8 is (and not text8): 17 "
        "million tokens, where the thesis has 2.1 billion (chapter 4) and 2.2 billion (chapter 6). Expect "
        "lower scores, most of all for rare words.",
        "Words are all those seen 5 times or more; the thesis keeps words of WordNet (chapter 4) or of the "
        "IMDB reviews (chapter 6) only.",
        "The thesis does not say how wide its window L is. Here 10 words on either side count by "
        "1/distance, as GloVe's do, which is how it weighs them (chapter 3).",
        "SVD-Log is of log(1 + count): sums of 1/distance may be below 1, where their logarithm is negative.",
        "Vectors are U, not weighted by the spectrum, where the thesis says so; PMI is in bits, without "
        "context smoothing, above −3 in chapter 6 and −2.5 in chapter 4. Exponent ½, firth's default, has a "
        "table of its own.",
        "The thesis tunes GloVe, Word2Vec, FastText and the thresholds and reports the best; here its best "
        "settings are taken as they are. What learns from the text is gensim's, and with several threads "
        "differs a little from run to run; with --threads 1 it does not.",
        "KUBWE's repulsion is that of firth's far field, not of all pairs one by one.",
        "The thesis does not print the 22 words of figure 4.2; here they are eleven animals and eleven "
        "foods of our own choice.",
        "Table 4.1 is said to hold Pearson's correlation of rankings, which is Spearman's.",
    ),
)
