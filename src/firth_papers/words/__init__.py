"""What experiments need that are not declared to the engine yet; it goes with the last of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from firth.plots.saving import save_figure
from firth.runtime.atomic import whole_file
from firth.runtime.kept import save_json
from firth_papers.engine.claims import Claim
from firth_papers.engine.page import listed


def publish(
    folder: Path,
    results: dict[str, Any],
    as_markdown: Callable[[dict[str, Any]], str],
    figures: Mapping[str, Callable[[dict[str, Any]], Any]],
) -> str:
    """Write results.json, report.md and the figures, by the names of their files; returns the report."""
    report = as_markdown(results)
    save_json(results, folder / "results.json", indent=1)
    with whole_file(folder / "report.md") as temporary:
        temporary.write_text(report, encoding="utf-8")
    for name, figure in figures.items():
        save_figure(figure(results), folder / name)
    return report


def judged(claims: Sequence[dict[str, Any]]) -> str:
    """Claims as a Markdown list."""
    return listed([Claim(**claim).sentence for claim in claims])


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Plain values as a file that appears whole, in a folder that may not be there yet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_json(content, path)
