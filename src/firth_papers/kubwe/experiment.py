"""The experiment: table 3.1, kernels of every degree, and the pruned tree."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from firth.evaluate import Resampling
from firth.evaluate.scored_items import pooled_interval, pooled_score
from firth.sphere.vptree import pruning_by_dimension
from firth_papers.engine.experiment import Context, Experiment, Found
from firth_papers.engine.scores import Outcome, find_tests, pairs_of, score_models
from firth_papers.engine.text import wikipedia
from firth_papers.kernel_figures import kernel_curves, kernel_spheres
from firth_papers.kubwe.claims import EIGHT, judged_claims
from firth_papers.kubwe.costs import duration, estimated_seconds
from firth_papers.kubwe.figure import degree_figure, dimension_figure, mean_figure, pruning_figure
from firth_papers.kubwe.models import (
    ALGORITHMS,
    QUICK,
    TABLE,
    Settings,
    all_models,
    degree_name,
    rows_of,
    table_name,
)
from firth_papers.kubwe.page import method, tables
from firth_papers.random_cosines import random_cosines


def measure(context: Context[Settings]) -> Found:
    """Score every model; say on stderr first how long it will take."""
    settings = context.settings
    text = wikipedia(context, megabytes=settings.megabytes, min_count=settings.min_count)
    tests = find_tests(context.data, resampling=Resampling(seed=settings.seed))
    described = text.described(**settings.counting)
    models = all_models(settings, context.run)
    told = duration(estimated_seconds(models, described, context.threads))
    sys.stderr.write(f"About {told}; what an earlier run left in {context.folder} is not made again.\n")
    outcomes = score_models(text, tests, models)
    pruned = pruning_by_dimension(
        settings.tree_dims, points=settings.tree_points, seed=settings.seed, threads=context.threads
    )
    return Found(
        {
            "text": described,
            "table": {str(dim): _rows(outcomes, dim, settings) for dim in settings.dims},
            "degrees": [
                {"dim": dim, "degree": degree, "model": degree_name(degree, dim)}
                for dim in settings.degree_dims
                for degree in settings.degrees
            ],
            "tree": [asdict(one) for one in pruned],
            "models": [outcome.as_dict() for outcome in outcomes.values()],
        },
        judged_claims(outcomes, settings, pruned),
    )


def _rows(outcomes: Mapping[str, Outcome], dim: int, settings: Settings) -> list[dict[str, Any]]:
    """One part of the table: the model of each algorithm, its mean over the eight sets, what is printed."""
    rows = []
    for name in rows_of(dim, settings):
        model, form = table_name(name, dim), ALGORITHMS[name].forms[0]
        samples = pairs_of(outcomes, model, form, EIGHT) or ()
        printed = TABLE[settings.printed_dim(dim)].get(name)
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


EXPERIMENT = Experiment(
    name="kubwe",
    title="Words on the unit ball",
    about="Words on the unit ball beside other word vectors, and the degree of the kernel "
    "(table 3.1 and figures 3.1–3.4).",
    source="Haji Soleimani 2019, chapter 3",
    settings=Settings(),
    quick=QUICK,
    measure=measure,
    method=method,
    tables=tables,
    figures={
        "kubwe.png": mean_figure,
        "cosines.png": lambda results: random_cosines(seed=results["settings"]["seed"]),
        "kernels.png": lambda _: kernel_curves(),
        "spheres.png": lambda _: kernel_spheres(),
        "degrees.png": degree_figure,
        "dimensions.png": dimension_figure,
        "tree.png": pruning_figure,
    },
    differs_from="the thesis",
    differences=(
        "The text is wiki100m, 100 MB of English Wikipedia normalised as text8 is (and not text8): 17 "
        "million tokens, where the thesis has 2.1 billion. Expect lower scores, most of all for rare words.",
        "Words are all those seen 5 times or more; the thesis keeps the 163,188 of them that WordNet has.",
        "The thesis does not say how wide its window L is. Here 10 words on either side count by "
        "1/distance, as GloVe's do, which is how it weighs them.",
        "All words move at once in a sweep; the thesis calls its descent stochastic. Scaling of rows, "
        "forces and steps, and the number of sweeps, which the thesis leaves out, are as in its author's "
        "program.",
        "Fast KUBWE is pushed by 8 √|V| neighbours, found by comparing all words; the thesis takes 3,000, "
        "found by its tree, and advises √|V|. The far field is firth's own.",
        "The thesis factorizes to U, without weights of the spectrum: its SVD-PPMI is PPMI-SVD-U of its "
        "chapter 4. Its text describes SVD-NS too, which table 3.1 does not have. SVD-Log is of log(1 + "
        "count).",
        "What learns from the text is gensim's, and with several threads differs a little from run to run; "
        "with --threads 1 it does not.",
        "Degrees of the kernel are tried on the most frequent words alone, with exact forces.",
        "Table 3.1 is said to hold Pearson's correlation of rankings, which is Spearman's.",
    ),
)
