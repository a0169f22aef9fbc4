"""The experiment: table 5.2, our measures beside the published ones, and how scores grow with the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from firth.datasets import read
from firth.plots.canvas import require_matplotlib
from firth.runtime.kept import content_digest
from firth.runtime.run import Progress, silent
from firth_papers.engine.claims import Claim
from firth_papers.readers.semeval13 import Task13, find_task13, read_task13
from firth_papers.sense_measures import SenseScores, score_senses
from firth_papers.senses import paper
from firth_papers.senses.answers import Answer
from firth_papers.senses.baselines import trivial_keys
from firth_papers.senses.figure import growth_figure
from firth_papers.senses.models import Row, Workshop
from firth_papers.senses.report import as_markdown
from firth_papers.words import publish

Results = dict[str, Any]


@dataclass(frozen=True)
class Settings:
    """How much of the text is read, in megabytes, and how it is counted; answer: that of table 5.2."""

    megabytes: tuple[int, ...] = (10, 30, 100)
    min_count: int = 5
    window: int = 10
    weights: str = "harmonic"
    answer: Answer = "two best"
    seed: int = 0


QUICK = Settings(megabytes=(3, 10))


def run(
    data: str | Path | None,
    output: Path,
    *,
    quick: bool = False,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> str:
    """Compare on the task's instances; writes results.json, report.md and growth.png.

    The seed shuffles answers, to see what their form alone is worth, and changes nothing else. Counts and
    scores are kept in the folder cache, and a run that was interrupted goes on from there.
    """
    require_matplotlib()  # told before the work rather than after it
    settings = replace(QUICK if quick else Settings(), seed=seed)
    text, archive = read("wiki100m", data), find_task13(data)
    files = [archive] if archive.is_file() else sorted(archive.rglob("*.key"))
    task = read_task13(archive)
    workshop = Workshop(
        text,
        task,
        content_digest(files),
        output / "cache",
        {"window": settings.window, "weights": settings.weights},
        settings.min_count,
        settings.seed,
        threads,
        progress,
    )
    rows = [
        row
        for megabytes in settings.megabytes
        for own in (False, True)
        for row in workshop.rows(megabytes, own_contexts=own)
    ]
    return publish(output, compare(task, rows, settings), as_markdown, {"growth.png": growth_figure})


def compare(task: Task13, rows: Sequence[Row], settings: Settings) -> Results:
    """Everything measured, as plain values for JSON."""
    systems = [
        _beside(one, score_senses(task.gold, task.key(one.key)))
        for one in paper.SYSTEMS
        if one.key is not None and one.key in task.texts
    ]
    trivial = {name: score_senses(task.gold, key) for name, key in trivial_keys(task).items()}
    return {
        "experiment": "senses",
        "source": paper.SOURCE,
        "settings": asdict(settings),
        "data": {"targets": len(task.gold), "instances": sum(map(len, task.gold.values()))},
        "systems": systems,
        "published": [_published(one) for one in (*paper.OTHERS, paper.THESIS)],
        "baselines": [{"name": name, **_scored(scores)} for name, scores in trivial.items()],
        "ours": [row.as_dict() for row in rows],
        "claims": [asdict(claim) for claim in _claims(rows, trivial, settings)],
    }


def _claims(rows: Sequence[Row], trivial: dict[str, SenseScores], settings: Settings) -> list[Claim]:
    """By the largest text alone, with WordNet's numbers of senses, answered as the settings say."""
    wanted = max(settings.megabytes), False, "wordnet", settings.answer
    [row] = [row for row in rows if row[: len(wanted)] == wanted]
    average = row.scores.average
    best = max(trivial, key=lambda name: trivial[name].average)
    others = {one.name: one.scores.average for one in (*paper.SYSTEMS, *paper.OTHERS)}
    rival = max(others, key=lambda name: others[name])
    found = f"ours has {average:.3f} on {row.megabytes} MB of text"
    return [
        Claim(
            "The split by NNDSVD with WordNet's number of senses has an average of 0.358.",
            f"{found}; the thesis read 2.2 billion words.",
            "confirmed" if average >= paper.BAR else "refuted",
        ),
        Claim(
            "It is the best of the table.",
            f"{found}; the best other is {rival} with {others[rival]:.3f}.",
            "confirmed" if average > others[rival] else "refuted",
        ),
        Claim(
            "It is above answers that look at no word (which the thesis does not show).",
            f"{found}; the best of them is {best} with {trivial[best].average:.3f}.",
            "confirmed" if average > trivial[best].average else "refuted",
        ),
        Claim(
            "It is above its own answers when they are dealt to other sentences (nor is this shown).",
            f"{found}, and {row.shuffled:.3f} when shuffled.",
            "confirmed" if average > row.shuffled else "refuted",
        ),
    ]


def _beside(one: paper.Published, ours: SenseScores) -> dict[str, Any]:
    return {**_published(one), "ours": _scored(ours)}


def _published(one: paper.Published) -> dict[str, Any]:
    return {"name": one.name, **_scored(one.scores)}


def _scored(scores: SenseScores) -> dict[str, Any]:
    return {"scores": scores._asdict(), "average": scores.average}
