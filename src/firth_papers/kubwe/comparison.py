"""The experiment: table 3.1, kernels of every degree, and the pruned tree."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from firth.evaluate.samples import pooled_interval, pooled_score
from firth.runtime.run import Progress, silent
from firth.sphere.vptree import pruning_by_dimension
from firth_papers.figures import kernel_curves, kernel_spheres, random_cosines
from firth_papers.kubwe import paper
from firth_papers.kubwe.costs import duration, estimated_seconds
from firth_papers.kubwe.figure import degree_figure, dimension_figure, mean_figure, pruning_figure
from firth_papers.kubwe.judgements import EIGHT, judged_claims, pairs_of
from firth_papers.kubwe.models import (
    ALGORITHMS,
    QUICK,
    Settings,
    all_models,
    degree_name,
    rows_of,
    table_name,
)
from firth_papers.kubwe.report import as_markdown
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
    """Compare on wiki100m; returns the report, and writes it, results.json and seven pictures.

    How long it will take is told on stderr first. Counts and scores are kept in the folder cache and vectors
    in the folder vectors, and a run that was interrupted goes on from there.
    """
    settings = replace(QUICK if quick else Settings(), seed=seed)
    workshop = open_workshop(data, output, settings, threads=threads, progress=progress)
    results = compare(workshop, settings, threads=threads, progress=progress)
    figures = {
        "kubwe.png": mean_figure,
        "cosines.png": lambda _: random_cosines(seed=seed),
        "kernels.png": lambda _: kernel_curves(),
        "spheres.png": lambda _: kernel_spheres(),
        "degrees.png": degree_figure,
        "dimensions.png": dimension_figure,
        "tree.png": pruning_figure,
    }
    return publish(output, results, as_markdown, figures)


def compare(
    workshop: Workshop, settings: Settings, *, threads: int | None = None, progress: Progress = silent
) -> dict[str, Any]:
    """Everything measured, as plain values for JSON."""
    text = workshop.text.described(workshop.text.counts(**settings.counting))
    models = all_models(settings, threads)
    told = duration(estimated_seconds(models, text, threads))
    sys.stderr.write(f"About {told}; what an earlier run left in {workshop.folder} is not made again.\n")
    outcomes = workshop.outcomes(models, progress)
    pruned = pruning_by_dimension(
        settings.tree_dims, points=settings.tree_points, seed=settings.seed, threads=threads
    )
    return {
        "experiment": "kubwe",
        "source": "Haji Soleimani 2019, chapter 3",
        "settings": asdict(settings),
        "text": text,
        "table": {str(dim): _rows(outcomes, dim, settings) for dim in settings.dims},
        "degrees": [
            {"dim": dim, "degree": degree, "model": degree_name(degree, dim)}
            for dim in settings.degree_dims
            for degree in settings.degrees
        ],
        "tree": [asdict(one) for one in pruned],
        "claims": [claim.as_dict() for claim in judged_claims(outcomes, settings, pruned)],
        "models": [outcome.as_dict() for outcome in outcomes.values()],
    }


def _rows(outcomes: Mapping[str, Outcome], dim: int, settings: Settings) -> list[dict[str, Any]]:
    """One part of the table: the model of each algorithm, its mean over the eight sets, what is printed."""
    rows = []
    for name in rows_of(dim, settings):
        model, form = table_name(name, dim), ALGORITHMS[name].forms[0]
        samples = pairs_of(outcomes, model, form, EIGHT) or ()
        printed = paper.TABLE[settings.printed_dim(dim)].get(name)
        rows.append(
            {
                "algorithm": name,
                "model": model,
                "exponent": form.exponent,
                "mean": pooled_score(samples, "tests"),
                "interval": pooled_interval(samples, "tests") if samples else None,
                "paper": None if printed is None else dict(zip(EIGHT, printed, strict=True)),
                "missing": outcomes[model].missing,
            }
        )
    return rows
