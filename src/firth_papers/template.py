"""Stratos, Collins & Hsu 2015: a transform and a scale of counts before the singular value decomposition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from firth.evaluate import Resampling
from firth.evaluate.grids import Grid
from firth_papers.engine.claims import Claim, best
from firth_papers.engine.experiment import Context, Experiment, Found, Results
from firth_papers.engine.figures import Panel, dots_beside_paper, sweep_figure
from firth_papers.engine.models import Form, Model, spectral
from firth_papers.engine.page import Beside, Part, beside_paper
from firth_papers.engine.printed import printed
from firth_papers.engine.scores import Outcome, find_tests, score_models
from firth_papers.engine.text import wikipedia
from firth_papers.engine.word_tables import (
    LEGEND,
    about_tests,
    about_text,
    on_all_sets,
    on_questions,
    scores_of,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from firth.runtime.run import Run

PAPER = printed("template")
TRANSFORMS = ("none", "log", "two-thirds", "sqrt")
SCALES = ("none", "reg", "pmi", "cca")
SMOOTHED = (("none", "pmi"), ("sqrt", "cca"))
"""Models that are tried with α = 0.75 too."""

NAMED_POWERS = {0.5: "sqrt", 2 / 3: "two-thirds", 1.0: "none"}
"""Powers that are transforms of the template already."""


@dataclass(frozen=True)
class Settings:
    """How much is done.

    dims: the fewer are the first columns of the most. powers: those that cca is tried with. megabytes: of
    text; None for all.

    The first 500 of 1,000 vectors on all of wiki100m scored a mean Spearman of 0.5600, and 500 found for
    themselves 0.5595 (sqrt-cca; 0.4835 and 0.4837 for sqrt-reg): the same within ± 0.01.
    """

    dims: tuple[int, int] = (500, 1000)
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


def model_name(transform: str | float, scale: str, alpha: float = 1.0) -> str:
    """Such as sqrt-cca.

    >>> model_name(0.1, "cca"), model_name("none", "pmi", 0.75)
    ('0.1-cca', 'none-pmi, α = 0.75')
    """
    return f"{transform}-{scale}" + ("" if alpha == 1 else f", α = {alpha:g}")


EVERY = [model_name(transform, scale) for transform in TRANSFORMS for scale in SCALES]


def models(settings: Settings, run: Run) -> list[Model]:
    """The sixteen of the template, two of them with smoothed contexts too, and cca of other powers."""
    unweighted = tuple(Form(dim) for dim in settings.dims)
    weighted = tuple(Form(dim, 0.5) for dim in settings.dims)

    def model(transform: str | float, scale: str, alpha: float, forms: tuple[Form, ...]) -> Model:
        return spectral(
            model_name(transform, scale, alpha),
            "svd",
            counting=settings.counting,
            dim=settings.dims[-1],
            run=run,
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


def measure(context: Context[Settings]) -> Found:
    """Score every model on word pairs and analogies."""
    settings = context.settings
    text = wikipedia(context, megabytes=settings.megabytes, min_count=settings.min_count)
    tests = find_tests(context.data, resampling=Resampling(seed=settings.seed))
    described = text.described(**settings.counting)
    outcomes = score_models(text, tests, models(settings, context.run))
    return Found(
        {
            "text": described,
            "models": [outcome.as_dict() for outcome in outcomes.values()],
            "paper": [
                dict(zip(("transform", "scale", "dim", "avg_sim", "syn", "mixed"), row, strict=True))
                for name, scores in PAPER["table"].items()
                for row in ((*name.split("-"), dim, *s) for dim, s in zip(PAPER["dims"], scores, strict=True))
            ],
        },
        claims(outcomes, settings),
    )


def claims(outcomes: Mapping[str, Outcome], settings: Settings) -> list[Claim]:
    """What the slides claim of their own model, and of its power."""
    proposed = PAPER["proposed"]
    found = []
    for dim in settings.dims:
        for among, told in ((list(PAPER["table"]), "the seven models of the slides"), (EVERY, "all sixteen")):
            start = f"At {dim} dimensions {proposed}"
            pairs = {name: outcomes[name].scores[Form(dim)].of_sets() for name in among}
            found.append(best(f"{start} ranks word pairs best of {told}.", proposed, pairs))
            asked = {name: outcomes[name].scores[Form(dim)].of_questions() for name in among}
            statement = f"{start} answers the most analogies of {told}."
            found.append(best(statement, proposed, asked, pool="items"))
    most = settings.dims[-1]
    weighted = {name: outcomes[name].scores[Form(most, 0.5)].of_sets() for name in EVERY}
    statement = f"Not on the slides: with vectors UΣ^½ of {most} dimensions {proposed} ranks word pairs best."
    found.append(best(statement, proposed, weighted))
    by_power = {
        f"a = {power:.2g}": outcomes[model_name(transform, "cca")].scores[Form(most)].of_sets()
        for power, transform in ((power, NAMED_POWERS.get(power, power)) for power in settings.powers)
    }
    statement = f"The power a = ½ is the best of cca for word pairs at {most} dimensions."
    return [*found, best(statement, "a = 0.5", by_power)]


def method(results: Results) -> str:
    """The paragraph on what was done."""
    settings = results["settings"]
    return (
        f"{about_text(results['text'])} Counts and their margins are transformed, scaled, and decomposed to "
        f"{settings['dims'][-1]} dimensions, of which the first {settings['dims'][0]} are the smaller model. "
        "Vectors are rows of U Σ^β, of unit length; α smooths contexts. "
        f"{about_tests(results['models'][0]['scores'][0])} {LEGEND} Seed {settings['seed']}."
    )


def tables(results: Results) -> Iterator[Part]:
    """The slides' table beside ours, all combinations, smoothed contexts, powers, and time."""
    dims = results["settings"]["dims"]
    yield "## The table of the slides"
    for place, dim in enumerate(dims):
        yield _printed(results, dim, place)
    yield "## All combinations"
    for dim in dims:
        for exponent in (0.0, 0.5):
            yield _combinations(results, dim, exponent)
    yield "## Smoothed contexts"
    for dim in dims:
        yield _smoothed(results, dim)
    yield "## The power a of cca"
    for dim in dims:
        yield _powers(results, dim)
    yield "## Time"
    yield _time(results)


def _scores(results: Results, name: str, dim: int, exponent: float = 0.0) -> Results | None:
    return scores_of(results, name, dim=dim, exponent=exponent)


def _printed(results: Results, dim: int, place: int) -> Grid:
    theirs = PAPER["dims"][place]
    rows = {}
    for name, printed_scores in PAPER["table"].items():
        scores, (avg_sim, syn, mixed) = _scores(results, name, dim), printed_scores[place]
        rows[name] = [
            on_all_sets(scores, avg_sim),
            on_questions(scores, "syntactic", syn),
            on_questions(scores, "total", mixed),
        ]
    whose = f"{dim} dimensions" + ("" if dim == theirs else f" (the paper's have {theirs})")
    heads = ("model", "similarity (AVG-SIM)", "syntactic (SYN)", "all analogies (MIXED)")
    return beside_paper(f"{whose}, α = 1, β = 0", heads, rows)


def _combinations(results: Results, dim: int, exponent: float) -> Grid:
    rows = {
        transform: [
            on_all_sets(_scores(results, model_name(transform, scale), dim, exponent)) for scale in SCALES
        ]
        for transform in TRANSFORMS
    }
    title = f"Mean Spearman, {dim} dimensions, α = 1, β = {'½' if exponent else '0'}"
    return beside_paper(title, ("transform ↓ scale →", *SCALES), rows)


def _smoothed(results: Results, dim: int) -> Grid:
    rows: dict[str, list[Beside]] = {}
    for transform, scale in SMOOTHED:
        for alpha in (1.0, 0.75):
            rows[f"{transform}-{scale}, α = {alpha:g}"] = [
                show(_scores(results, model_name(transform, scale, alpha), dim, exponent))
                for show in (on_all_sets, on_questions)
                for exponent in (0.0, 0.5)
            ]
    heads = ("model", "similarity, β = 0", "β = ½", "analogies, β = 0", "β = ½")
    return beside_paper(f"{dim} dimensions", heads, rows)


def _powers(results: Results, dim: int) -> Grid:
    rows = {}
    for power, name in _by_power(results).items():
        scores = _scores(results, name, dim)
        kinds = ("semantic", "syntactic", "total")
        rows[f"{power:.2g}"] = [on_all_sets(scores), *(on_questions(scores, kind) for kind in kinds)]
    heads = ("a", "similarity", "semantic", "syntactic", "all analogies")
    return beside_paper(f"{dim} dimensions, α = 1, β = 0", heads, rows)


def _by_power(results: Results) -> dict[float, str]:
    """The powers that cca was tried with, and the names of the models."""
    powers = sorted(results["settings"]["powers"])
    return {power: model_name(NAMED_POWERS.get(power, power), "cca") for power in powers}


def _time(results: Results) -> str:
    seconds = {model["name"]: model["seconds"] for model in results["models"]}
    slow, quick = max(seconds, key=seconds.__getitem__), min(seconds, key=seconds.__getitem__)
    return (
        f"From counts to {results['settings']['dims'][-1]} dimensions, {len(seconds)} models took "
        f"{sum(seconds.values()):.0f} seconds in all: from {seconds[quick]:.1f} ({quick}) to "
        f"{seconds[slow]:.1f} ({slow})."
    )


def template_figure(results: Results) -> Figure:
    """Mean Spearman of each model, best first, with the paper's AVG-SIM."""
    dims = results["settings"]["dims"]
    series = [f"{dim} dimensions" for dim in dims]
    rows = {}
    for name in EVERY:
        theirs = PAPER["table"].get(name)
        rows[name] = {
            told: on_all_sets(_scores(results, name, dim), theirs[place][0] if theirs else None)
            for place, (dim, told) in enumerate(zip(dims, series, strict=True))
        }
    return dots_beside_paper(
        dict(sorted(rows.items(), key=lambda row: -(row[1][series[-1]].ours or 0.0))),
        series,
        title="The spectral template: transform-scale",
        scale="mean Spearman's ρ, and its interval of 95 %",
    )


def power_figure(results: Results) -> Figure:
    """Similarity and analogies against the power a of cca."""
    panels = [
        Panel(
            told,
            {
                f"{dim} dimensions": {
                    power: show(_scores(results, name, dim)) for power, name in _by_power(results).items()
                }
                for dim in results["settings"]["dims"]
            },
            (0.5, "the paper's choice"),
        )
        for show, told in ((on_all_sets, "mean Spearman's ρ"), (on_questions, "share of analogies answered"))
    ]
    title = "Canonical correlations of counts to the power a; bands: intervals of 95 %"
    return sweep_figure(panels, along="power a", title=title)


EXPERIMENT = Experiment(
    name="template",
    title="The spectral template: transforms and scales of counts",
    about="Transforms and scales of counts before singular value decomposition, and the best power of them.",
    source="Stratos, Collins & Hsu 2015, as in slides about it",
    settings=Settings(),
    quick=QUICK,
    measure=measure,
    method=method,
    tables=tables,
    figures={"template.png": template_figure, "powers.png": power_figure},
    differences=(
        "The text is wiki100m, 100 MB of English Wikipedia normalised as text8 is (and not text8), where "
        "the paper counts an English Wikipedia of 1.4 billion words: expect lower scores throughout.",
        "The slides do not say which window was counted. Here it is 5 words on either side that count "
        "alike, since their reason for the root is the variance of whole counts.",
        "Nor do they name the sets behind AVG-SIM; here it is the mean over the similarity sets in the data "
        "folder, of which each weighs the same.",
        "SYN and MIXED are not named either. Beside them stand Google's syntactic sections and all of "
        "Google's questions, answered by 3CosMul, as on the slides.",
        "The slides write the four models without context smoothing and take U for vectors, so α = 1 and β "
        "= 0 here; α = 0.75 and β = ½, which the template allows, have tables of their own.",
        "Transforms two-thirds, log and sqrt with every scale, sixteen combinations in all, where the "
        "slides' table has seven.",
        "The effect of the power a is a figure without numbers on the slides, so only its claim is compared.",
    ),
)
