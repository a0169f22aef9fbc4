"""The experiment: tables 1–7 of the paper, the sweep over β, baselines and variants."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

from firth.datasets import find
from firth.plots.canvas import require_matplotlib
from firth.plots.saving import save_figure
from firth.runtime.run import Progress, silent
from firth.store import whole_file
from firth_papers.readers.reuters import ReutersStory, read_reuters
from firth_papers.reuters import paper, trials
from firth_papers.reuters.classify import random_splits
from firth_papers.reuters.corpus import labelled_table
from firth_papers.reuters.figure import sweep_figure
from firth_papers.reuters.report import as_markdown
from firth_papers.reuters.trials import Result, Trial


@dataclass(frozen=True)
class Settings:
    """How much is done. Split i is drawn with seed + i."""

    betas: tuple[float, ...] = (*(round(0.1 * i, 1) for i in range(1, 16)), 0.75, 1.25)
    splits: int = 20
    factors: int = 50
    choose_cost: bool = True
    seed: int = 0


QUICK = Settings(betas=(0.25, 0.5, 0.75, 1.0, 1.25), splits=3, choose_cost=False)


def run(
    data: str | Path | None,
    output: Path,
    *,
    quick: bool = False,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> str:
    """Compare on the real stories; writes reuters.json, reuters.md and reuters.png and returns the report."""
    require_matplotlib()  # told before the work rather than after it
    settings = replace(QUICK if quick else Settings(), seed=seed)
    progress("reading", 0, 0, "stories")
    results = compare(read_reuters(find("reuters", data)), settings, threads=threads, progress=progress)
    report = as_markdown(results)
    content = {"reuters.json": json.dumps(results, indent=1, allow_nan=False), "reuters.md": report}
    for name, text in content.items():
        with whole_file(output / name) as temporary:
            temporary.write_text(text, encoding="utf-8")
    save_figure(sweep_figure(results), output / "reuters.png")
    return report


def compare(
    stories: Sequence[ReutersStory],
    settings: Settings,
    *,
    threads: int | None = None,
    progress: Progress = silent,
) -> Result:
    """Everything measured, as plain values for JSON."""
    documents, single = labelled_table(stories), labelled_table(stories, "only")
    splits = random_splits(len(documents.labels), settings.splits, settings.seed)
    trial = Trial(documents, splits, settings.factors, settings.seed, threads)
    steps: list[tuple[str, Callable[[], list[Result]]]] = [
        *(("sweep", partial(trials.sweep_at, trial, beta)) for beta in sorted(settings.betas)),
        *(("baselines", partial(trials.lsi_baseline, trial, w)) for w in ("raw", "ca", "idf", "log-idf")),
        ("baselines", partial(trials.tfidf_baseline, trial)),
        ("variants", partial(trials.scaling_variants, trial, choose_cost=settings.choose_cost)),
        ("variants", partial(trials.training_axes, trial)),
        ("variants", partial(trials.single_category, trial, single)),
    ]
    measured: dict[str, list[Result]] = {"sweep": [], "baselines": [], "variants": []}
    for done, (section, step) in enumerate(steps):
        progress("comparing", done, len(steps), "steps")
        measured[section] += step()
    return {
        "experiment": "reuters",
        "source": "Picca, Curdy & Bavaud 2006",
        "settings": asdict(settings),
        "data": {
            "documents": len(documents.labels),
            "words": int(documents.table.shape[1]),
            "occurrences": int(documents.table.sum()),
            "categories": documents.sizes,
            "paper": {
                "documents": sum(paper.DOCUMENTS.values()),
                "words": paper.WORDS,
                "categories": paper.DOCUMENTS,
            },
        },
        "tables": [trials.paper_table(trial, beta) for beta in paper.BETAS],
        **measured,
        "best": max(measured["sweep"], key=lambda row: float(row["mean"])),
    }
