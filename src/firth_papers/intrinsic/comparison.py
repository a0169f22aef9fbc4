"""The experiment: tables 4.1 and 6.3–6.5, the sweep over thresholds, and animals and foods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from firth.core import Embedding
from firth.evaluate.samples import pooled_interval, pooled_score
from firth.plots import cosine_matrices
from firth.runtime.run import Progress, silent
from firth_papers.intrinsic import paper
from firth_papers.intrinsic.algorithms import (
    PICTURED,
    QUICK,
    TABLE_4,
    TABLES_6,
    Entry,
    Settings,
    all_models,
)
from firth_papers.intrinsic.examples import examples
from firth_papers.intrinsic.figure import mean_figure, threshold_figure
from firth_papers.intrinsic.judgements import judged_claims, pairs_of
from firth_papers.intrinsic.report import as_markdown
from firth_papers.intrinsic.separation import separation
from firth_papers.words import Outcome, Workshop, open_workshop, publish


def run(
    data: str | Path | None,
    output: Path,
    *,
    quick: bool = False,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> str:
    """Compare on wiki100m; returns the report, and writes it, results.json and three pictures.

    Counts and scores are kept in the folder cache and vectors in the folder vectors, and a run that was
    interrupted goes on from there.
    """
    settings = replace(QUICK if quick else Settings(), seed=seed)
    sets = list(paper.SETS.values())
    workshop = open_workshop(data, output, settings, sets=sets, threads=threads, progress=progress)
    results, pictured = compare(workshop, settings, threads=threads, progress=progress)
    figures = {
        "intrinsic.png": mean_figure,
        "thresholds.png": threshold_figure,
        "cosines.png": lambda _: cosine_matrices(pictured),
    }
    return publish(output, results, as_markdown, figures)


def compare(
    workshop: Workshop, settings: Settings, *, threads: int | None = None, progress: Progress = silent
) -> tuple[dict[str, Any], dict[str, Embedding]]:
    """Everything measured, as plain values for JSON, and the vectors for figure 4.2."""
    counts = workshop.text.counts(**settings.counting)
    text, found = workshop.text.described(counts), examples(counts, settings.thresholds, threads)
    del counts
    models = {model.name: model for model in all_models(settings, threads)}
    outcomes = workshop.outcomes(list(models.values()), progress)
    vectors = {
        name: workshop.vectors(models[model], form)
        for name, (model, form) in TABLES_6.items()
        if outcomes[model].scores
    }
    separations = {name: separation(one, workshop.tests.resampling) for name, one in vectors.items()}
    return {
        "experiment": "intrinsic",
        "source": "Haji Soleimani 2019",
        "settings": asdict(settings),
        "text": text,
        "tables": {
            "6.3–6.5": _rows(outcomes, TABLES_6, paper.SETS, paper.CHAPTER_6),
            "4.1": _rows(outcomes, TABLE_4, paper.EIGHT_SETS, paper.CHAPTER_4),
        },
        "examples": found,
        "separation": {name: one.as_dict() for name, one in separations.items()},
        "claims": [claim.as_dict() for claim in judged_claims(outcomes, separations)],
        "models": [outcome.as_dict() for outcome in outcomes.values()],
    }, {name: vectors[name] for name in PICTURED if name in vectors}


def _rows(
    outcomes: Mapping[str, Outcome],
    entries: Mapping[str, Entry],
    sets: Mapping[str, str],
    printed: Mapping[str, Sequence[float]],
) -> list[dict[str, Any]]:
    """A table of the thesis: which model each algorithm is, its mean over these sets, and what is printed."""
    rows = []
    for name, (model, form) in entries.items():
        samples = pairs_of(outcomes, model, form, tuple(sets.values())) or ()
        rows.append(
            {
                "algorithm": name,
                "model": model,
                "exponent": form.exponent,
                "mean": pooled_score(samples, "tests"),
                "interval": pooled_interval(samples, "tests") if samples else None,
                "paper": dict(zip(sets.values(), printed[name], strict=True)),
                "missing": outcomes[model].missing,
            }
        )
    return rows
