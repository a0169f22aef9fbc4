"""The experiment: the table's rows, correspondence analysis at full rank, and the size of the window."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from firth.counting import count
from firth.runtime.run import Progress, silent
from firth.store import whole_file
from firth_papers.table4 import paper
from firth_papers.table4.figure import window_figure
from firth_papers.table4.limit import MEASURES, Measure, full_rank_scores
from firth_papers.table4.models import (
    CUT,
    FLAT,
    SKIP,
    SUPERVISED,
    Size,
    analysis_models,
    learned_models,
    supervised_model,
)
from firth_papers.table4.report import as_markdown
from firth_papers.table4.unseen import halves, on_unseen
from firth_papers.words import (
    Claim,
    Form,
    Outcome,
    Scores,
    Side,
    Workshop,
    above,
    open_workshop,
    publish,
)

COUNTED: dict[str, dict[str, Any]] = {"tail-cut": CUT, "CA N_flat": FLAT, "CA N_skip": SKIP}
"""The rows that differ in how words are counted, and how."""

Limits = dict[int, dict[Measure, Scores]]
"""Scores at full rank, by window and measure."""


@dataclass(frozen=True)
class Settings:
    """How much is done. megabytes: of text; None for all."""

    dims: tuple[int, ...] = (300, 1000, 4000)
    learned_dim: int = 100
    epochs: int = 5
    windows: tuple[int, ...] = paper.WINDOWS
    min_count: int = 5
    megabytes: int | None = None
    seed: int = 0

    @property
    def size(self) -> Size:
        """What the models need to know."""
        return Size(self.dims, self.learned_dim, self.epochs)


QUICK = Settings(dims=(30, 60), learned_dim=30, epochs=1, windows=(5, 20), megabytes=3)


def run(
    data: str | Path | None,
    output: Path,
    *,
    quick: bool = False,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> str:
    """Compare on wiki100m; writes results.json, report.md and windows.png, returns the report.

    Scores are kept in the folder cache, and a run that was interrupted goes on from there.
    """
    settings = replace(QUICK if quick else Settings(), seed=seed)
    workshop = open_workshop(
        data, output, settings, sets=list(paper.SETS.values()), analogies=False, missing="zero",
        threads=threads, progress=progress,
    )  # fmt: skip
    results = compare(workshop, settings, threads=threads, progress=progress)
    return publish(output, results, as_markdown, {"windows.png": window_figure})


def compare(
    workshop: Workshop, settings: Settings, *, threads: int | None = None, progress: Progress = silent
) -> dict[str, Any]:
    """Everything measured, as plain values for JSON."""
    how: dict[str, Any] = {"seed": settings.seed, "threads": threads}
    pairs = workshop.tests.battery.pairs
    men, turk = pairs[paper.SETS["MEN"]], pairs[paper.SETS["M.Turk"]]
    half, _ = halves(men, settings.seed)
    supervised = [
        supervised_model("SCA+MEN", men, settings.size, **how),
        supervised_model("SCA+M.Turk", turk, settings.size, **how),
        supervised_model("SCA+half of MEN", half, settings.size, **how),
    ]
    analyses, others = analysis_models(settings.size, **how), learned_models(settings.size, **how)
    outcomes = workshop.outcomes([*analyses, *supervised, *others], progress)
    limits = _limits(workshop, {paper.WINDOW, *settings.windows}, threads, progress)
    return {
        "experiment": "table4",
        "source": "Niitsuma & Lee 2018, table 4",
        "settings": asdict(settings),
        "text": workshop.text.described(workshop.text.counts(window=paper.WINDOW, **FLAT)),
        "models": [outcome.as_dict() for outcome in outcomes.values()],
        "limits": [
            {"name": name, "window": window, "measure": measure, **scores.as_dict()}
            for name, found in limits.items()
            for window, both in found.items()
            for measure, scores in both.items()
        ],
        "sets": paper.SETS,
        "paper": paper.TABLE,
        "claims": [
            claim.as_dict()
            for claim in [
                *_about_cut(limits),
                *_about_supervision(outcomes, workshop, {"SCA+MEN": men, "SCA+M.Turk": turk, "half": half}),
            ]
        ],
    }


def _limits(
    workshop: Workshop, windows: Collection[int], threads: int | None, progress: Progress
) -> dict[str, Limits]:
    """Scores at full rank by name and window: as they were kept, or measured and kept now."""
    tests, text = workshop.tests, workshop.text
    paths: dict[tuple[str, int], Path] = {}
    limits: dict[str, Limits] = {}
    for name, counting in COUNTED.items():
        limits[name] = {}
        for window in sorted(windows):
            how = {"window": window, **counting}
            recipe = text.recipe.then("limit", tests=tests.digest, missing=tests.missing, **how)
            path = paths[name, window] = workshop.folder / "cache" / f"limit-{recipe.digest}.json"
            try:
                kept = json.loads(path.read_text(encoding="utf-8"))
                limits[name][window] = {measure: tests.restored(kept[measure]) for measure in MEASURES}
            except (OSError, ValueError, KeyError, TypeError):  # not there, or not written by this experiment
                pass
    for done, window in enumerate(sorted(windows)):
        progress("windows", done, len(windows), "windows")
        for name, counting in COUNTED.items():
            if window in limits[name]:
                continue
            how = {"window": window, **counting}
            counts = (
                text.counts(**how) if window == paper.WINDOW else count(text.corpus, threads=threads, **how)
            )
            scores = full_rank_scores(counts, tests)
            path = paths[name, window]
            path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(path) as temporary:
                content = {measure: one.kept() for measure, one in scores.items()}
                temporary.write_text(json.dumps(content, allow_nan=False), encoding="utf-8")
            limits[name][window] = scores
    return limits


def _about_cut(limits: Mapping[str, Limits]) -> list[Claim]:
    def side(name: str) -> Side:
        return Side(name, limits[name][paper.WINDOW]["dot"].of_sets())

    return [
        above(f"At full rank and window {paper.WINDOW}, the tail-cut ranks pairs better than {other}.",
              side("tail-cut"), side(other))
        for other in ("CA N_flat", "CA N_skip")
    ]  # fmt: skip


def _about_supervision(
    outcomes: Mapping[str, Outcome], workshop: Workshop, tuned: Mapping[str, Any]
) -> list[Claim]:
    plain = outcomes["CA N_skip"].scores.get(
        Form(min(f.dim or 0 for f in outcomes["CA N_skip"].scores), 1.0, "dot")
    )
    sets = workshop.tests.battery.pairs
    claims = []
    for name, pairs in (("SCA+MEN", tuned["SCA+MEN"]), ("SCA+M.Turk", tuned["SCA+M.Turk"])):
        found = outcomes[name].scores.get(SUPERVISED)
        if found is None or plain is None:
            continue
        claims.append(above(f"{name} ranks all pairs better than CA N_skip, those it was tuned by included.",
                            Side(name, found.of_sets()), Side("CA N_skip", plain.of_sets())))  # fmt: skip
        claims.append(above(f"{name} ranks unseen pairs better than CA N_skip.",
                            Side(name, on_unseen(found.pairs, sets, pairs)),
                            Side("CA N_skip", on_unseen(plain.pairs, sets, pairs))))  # fmt: skip
    found = outcomes["SCA+half of MEN"].scores.get(SUPERVISED)
    if found is not None and plain is not None:
        other = {paper.SETS["MEN"]: sets[paper.SETS["MEN"]]}
        claims.append(above("Tuned by half of MEN, SCA ranks the other half better than CA N_skip.",
                            Side("SCA", on_unseen(found.pairs, other, tuned["half"])),
                            Side("CA N_skip", on_unseen(plain.pairs, other, tuned["half"]))))  # fmt: skip
    return claims
