"""The files of an analysis: tables, summary and pictures in one folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from firth.cli.outputs import make_folder

if TYPE_CHECKING:
    from firth.ca import Correspondence, Side
    from firth.plots.ca_map import Map, NonlinearMap


def write_analysis(
    analysis: Correspondence,
    folder: Path,
    text: str,
    supplementary: Mapping[str, Side],
    *,
    format: Literal["csv", "parquet"],
    map: Map | NonlinearMap | None,
) -> list[Path]:
    """Write rows, columns, axes and summary.txt, and pictures if a map is named; each appears when whole."""
    from firth.runtime.atomic import whole_file

    frames = {
        "rows": analysis.rows_to_polars(),
        "columns": analysis.columns.to_polars(),
        "axes": analysis.axes_to_polars(),
    }
    frames |= {f"supplementary_{name}": side.to_polars() for name, side in supplementary.items()}
    written = write_frames(frames, folder, format)
    with whole_file(folder / "summary.txt") as temporary:
        temporary.write_text(text, encoding="utf-8")
    written.append(folder / "summary.txt")
    return written + ([] if map is None else write_figures(_figures(analysis, supplementary, map), folder))


def write_frames(frames: Mapping[str, Any], folder: Path, format: Literal["csv", "parquet"]) -> list[Path]:
    """Write polars frames into a folder, which is made if need be."""
    from firth.runtime.atomic import whole_file

    make_folder(folder)
    written = []
    for name, frame in frames.items():
        path = folder / f"{name}.{format}"
        with whole_file(path) as temporary:
            frame.write_csv(temporary) if format == "csv" else frame.write_parquet(temporary)
        written.append(path)
    return written


def write_figures(figures: Mapping[str, Any], folder: Path) -> list[Path]:
    """Write figures, by the names of their files, into a folder that is there."""
    from firth.plots import save_figure

    for name, figure in figures.items():
        save_figure(figure, folder / name)
    return [folder / name for name in figures]


def _figures(
    analysis: Correspondence, supplementary: Mapping[str, Side], map: Map | NonlinearMap
) -> dict[str, Any]:
    """On the first two axes, or the only one."""
    from firth.plots import Supplementary, biplot, contribution_bars, interactive_biplot, scree
    from firth.plots.ca_map import analysis_kind

    axes = (1, 2) if len(analysis.singular_values) > 1 else (1,)
    points = Supplementary(
        **{name: dict(zip(side.names, side.principal, strict=True)) for name, side in supplementary.items()}
    )
    title = analysis_kind(analysis).title
    return {
        "biplot.png": biplot(analysis, axes=axes, map=map, supplementary=points),
        "biplot.html": interactive_biplot(analysis, axes=axes, map=map, supplementary=points, title=title),
        "scree.png": scree(analysis),
        "contributions.png": contribution_bars(analysis, axes=axes),
    }
