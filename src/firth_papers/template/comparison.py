"""The experiment: sixteen models of the template, powers of counts, and two with smoothed contexts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from firth.evaluate import Sample
from firth.runtime.run import Progress, silent
from firth_papers.template import paper
from firth_papers.template.figure import power_figure, template_figure
from firth_papers.template.lookup import NAMED_POWERS
from firth_papers.template.report import as_markdown
from firth_papers.words import (
    Claim,
    Form,
    Model,
    Outcome,
    Workshop,
    best,
    open_workshop,
    publish,
    spectral,
)

TRANSFORMS = ("none", "log", "two-thirds", "sqrt")
SCALES = ("none", "reg", "pmi", "cca")
SMOOTHED = (("none", "pmi"), ("sqrt", "cca"))
"""Models that are tried with α = 0.75 too."""


@dataclass(frozen=True)
class Settings:
    """How much is done. dims: the fewer are the first columns of the most. megabytes: of text; None for all.

    The first 500 of 1,000 vectors on all of wiki100m scored a mean Spearman of 0.5600, and 500 found for
    themselves 0.5595 (sqrt-cca; 0.4835 and 0.4837 for sqrt-reg): the same within ± 0.01.
    """

    dims: tuple[int, int] = paper.DIMS
    powers: tuple[float, ...] = (0.2, 0.35, 0.5, 2 / 3, 0.8, 1.0)
    window: int = 5
    min_count: int = 5
    megabytes: int | None = None
    seed: int = 0

    @property
    def counting(self) -> dict[str, Any]:
        """Arguments of `firth.count`."""
        return {"window": self.window, "weights": "flat"}


QUICK = Settings(dims=(50, 100), powers=(0.25, 0.5, 2 / 3, 1.0), megabytes=3)


def run(
    data: str | Path | None,
    output: Path,
    *,
    quick: bool = False,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> str:
    """Compare on wiki100m; writes results.json, report.md, template.png and powers.png, returns the report.

    Scores are kept in the folder cache, and a run that was interrupted goes on from there.
    """
    settings = replace(QUICK if quick else Settings(), seed=seed)
    workshop = open_workshop(data, output, settings, threads=threads, progress=progress)
    results = compare(workshop, settings, threads=threads, progress=progress)
    figures = {"template.png": template_figure, "powers.png": power_figure}
    return publish(output, results, as_markdown, figures)


def compare(
    workshop: Workshop, settings: Settings, *, threads: int | None = None, progress: Progress = silent
) -> dict[str, Any]:
    """Everything measured, as plain values for JSON."""
    text = workshop.text.described(workshop.text.counts(**settings.counting))
    outcomes = workshop.outcomes(_models(settings, threads), progress)
    return {
        "experiment": "template",
        "source": "Stratos, Collins & Hsu 2015, as in slides about it",
        "settings": asdict(settings),
        "text": text,
        "models": [outcome.as_dict() for outcome in outcomes.values()],
        "paper": [
            {"transform": transform, "scale": scale, "dim": dim, **performance._asdict()}
            for (transform, scale), row in paper.TABLE.items()
            for dim, performance in row.items()
        ],
        "claims": [claim.as_dict() for claim in _claims(outcomes, settings)],
    }


def model_name(transform: str | float, scale: str, alpha: float = 1.0) -> str:
    """Such as sqrt-cca.

    >>> model_name(0.1, "cca"), model_name("none", "pmi", 0.75)
    ('0.1-cca', 'none-pmi, α = 0.75')
    """
    return f"{transform}-{scale}" + ("" if alpha == 1 else f", α = {alpha:g}")


def _models(settings: Settings, threads: int | None) -> list[Model]:
    fewer, most = settings.dims
    unweighted = (Form(fewer), Form(most))
    weighted = (Form(fewer, 0.5), Form(most, 0.5))

    def model(transform: str | float, scale: str, alpha: float, forms: tuple[Form, ...]) -> Model:
        return spectral(
            model_name(transform, scale, alpha),
            "svd",
            counting=settings.counting,
            dim=most,
            seed=settings.seed,
            threads=threads,
            options={"transform": transform, "scale": scale, "alpha": alpha},
            forms=forms,
        )

    return [
        *(
            model(transform, scale, 1.0, unweighted + weighted)
            for transform in TRANSFORMS
            for scale in SCALES
        ),
        *(model(transform, scale, 0.75, unweighted + weighted) for transform, scale in SMOOTHED),
        *(model(power, "cca", 1.0, unweighted) for power in settings.powers if power not in NAMED_POWERS),
    ]


def _claims(outcomes: Mapping[str, Outcome], settings: Settings) -> list[Claim]:
    every = [model_name(transform, scale) for transform in TRANSFORMS for scale in SCALES]
    printed = [model_name(*pair) for pair in paper.TABLE]
    proposed = model_name(*paper.PROPOSED)
    claims = []
    for dim in settings.dims:
        for among, told in ((printed, "the seven models of the slides"), (every, "all sixteen")):
            start = f"At {dim} dimensions {proposed}"
            pairs = {name: outcomes[name].scores[Form(dim)].of_sets() for name in among}
            claims.append(best(f"{start} ranks word pairs best of {told}.", proposed, pairs))
            asked = {name: outcomes[name].scores[Form(dim)].of_questions() for name in among}
            claims.append(
                best(f"{start} answers the most analogies of {told}.", proposed, asked, pool="items")
            )
    most = settings.dims[-1]
    weighted = {name: outcomes[name].scores[Form(most, 0.5)].of_sets() for name in every}
    statement = f"Not on the slides: with vectors UΣ^½ of {most} dimensions {proposed} ranks word pairs best."
    claims.append(best(statement, proposed, weighted))
    statement = f"The power a = ½ is the best of cca for word pairs at {most} dimensions."
    claims.append(best(statement, "a = 0.5", _by_power(outcomes, settings, most)))
    return claims


def _by_power(
    outcomes: Mapping[str, Outcome], settings: Settings, dim: int
) -> dict[str, Sequence[Sample] | None]:
    named = {f"a = {power:.2g}": NAMED_POWERS.get(power, power) for power in settings.powers}
    return {
        name: outcomes[model_name(transform, "cca")].scores[Form(dim)].of_sets()
        for name, transform in named.items()
    }
