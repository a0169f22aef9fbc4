"""The experiment: table 2.3, and figures 2.2 and 2.3, on the image sets that are here."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

from threadpoolctl import threadpool_limits

from firth.plots.canvas import require_matplotlib
from firth.runtime.parallel import in_order
from firth.runtime.run import Progress, silent
from firth_papers.ube import paper
from firth_papers.ube.figure import maps_figure, overall_figure, starts_figure
from firth_papers.ube.judgements import claims
from firth_papers.ube.lookup import Results
from firth_papers.ube.methods import METHODS, RAW
from firth_papers.ube.outcomes import Cabinet, Outcome
from firth_papers.ube.report import as_markdown
from firth_papers.ube.sets import FILES, ImageSet, read_image_sets
from firth_papers.ube.starts import Starts, many_starts
from firth_papers.words import publish


@dataclass(frozen=True)
class Settings:
    """How much is done.

    runs: of k-means and of spectral clustering, run i with seed + i. starts, seeds: of UBE, starts each by
    itself, with so many runs_of_start of k-means.
    """

    sets: tuple[str, ...] = tuple(FILES)
    runs: int = paper.RUNS
    starts: int = 20
    seeds: int = 10
    runs_of_start: int = 10
    seed: int = 0


QUICK = Settings(sets=("Yale", "Olivetti", "Umist"), runs=10, starts=10, seeds=5)


def run(
    data: str | Path | None,
    output: Path,
    *,
    quick: bool = False,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> str:
    """Compare on the images; writes results.json, report.md and pictures of means, starts and maps.

    Places and scores are kept in the folder cache, and a run that was interrupted goes on from there.
    """
    require_matplotlib()  # told before the work rather than after it
    settings = replace(QUICK if quick else Settings(), seed=seed)
    progress("reading", 0, 0, "images")
    sets = read_image_sets(settings.sets, data)
    cabinet = Cabinet(output / "cache", settings.runs, settings.seed)
    outcomes = measure(sets, cabinet, threads=threads, progress=progress)
    begun = start_often(sets, settings, cabinet, threads=threads, progress=progress)
    pictures = {f"maps-{images.name}.png": partial(_maps, images, outcomes) for images in sets}
    return publish(
        output,
        compare(sets, outcomes, begun, settings),
        as_markdown,
        {"overall.png": overall_figure, "starts.png": starts_figure, **pictures},
    )


def measure(
    sets: Sequence[ImageSet], cabinet: Cabinet, *, threads: int | None = None, progress: Progress = silent
) -> list[Outcome]:
    """Every method on every set, each in a thread of its own."""
    from sklearn.exceptions import ConvergenceWarning

    # Method by method, so that the two largest sets are next to each other and take a thread each.
    cells = [(images, method) for method in METHODS.values() for images in sets]
    outcomes = []
    with warnings.catch_warnings(), threadpool_limits(limits=1):
        # Where many points are in one place k-means finds fewer clusters than it is asked for.
        warnings.simplefilter("ignore", ConvergenceWarning)
        for outcome in in_order(lambda cell: cabinet.outcome(*cell), cells, threads):
            outcomes.append(outcome)
            progress("placing images", len(outcomes), len(cells), "maps")
    return outcomes


def start_often(
    sets: Sequence[ImageSet],
    settings: Settings,
    cabinet: Cabinet,
    *,
    threads: int | None = None,
    progress: Progress = silent,
) -> list[Starts]:
    """UBE from many starts on every set, each in a thread of its own."""
    how = {"starts": settings.starts, "seeds": settings.seeds, "runs": settings.runs_of_start}
    found = []
    with threadpool_limits(limits=1):
        for one in in_order(lambda images: many_starts(images, cabinet, **how), sets, threads):
            found.append(one)
            progress("starting often", len(found), len(sets), "sets")
    return found


def compare(
    sets: Sequence[ImageSet], outcomes: Sequence[Outcome], begun: Sequence[Starts], settings: Settings
) -> Results:
    """Everything measured, as plain values for JSON."""
    results: Results = {
        "experiment": "ube",
        "source": "Haji Soleimani 2019, table 2.3 and figures 2.2–2.3",
        "settings": asdict(settings),
        "sets": [
            {
                "name": images.name,
                "images": len(images.points),
                "classes": images.classes,
                "shape": list(images.shape),
                "paper": paper.SETS[images.name]._asdict(),
            }
            for images in sets
        ],
        "methods": [{"name": one.name, "settings": dict(one.settings)} for one in METHODS.values()],
        "outcomes": [outcome.as_dict() for outcome in outcomes],
        "starts": [one.as_dict() for one in begun],
        "paper": {
            images.name: {method: cell._asdict() for method, cell in paper.TABLE[images.name].items()}
            for images in sets
        },
    }
    return {**results, "claims": [asdict(claim) for claim in claims(results)]}


def _maps(images: ImageSet, outcomes: Sequence[Outcome], results: Results) -> object:
    own = {o.method: o.places for o in outcomes if o.images == images.name and o.method != RAW}
    return maps_figure(images, own)
