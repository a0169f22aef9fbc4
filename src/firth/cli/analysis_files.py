"""The files of an analysis: tables, summary and pictures in one folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from firth.errors import OutputError

if TYPE_CHECKING:
    from firth.coordinates import Correspondence, Side


def write_analysis(
    analysis: Correspondence,
    folder: Path,
    text: str,
    supplementary: Mapping[str, Side],
    *,
    format: Literal["csv", "parquet"],
    plot: bool,
) -> list[Path]:
    """Write rows, columns, axes and summary.txt, and pictures if asked; each appears when it is whole."""
    from firth.store import whole_file

    frames = {
        "rows": analysis.rows.to_polars(),
        "columns": analysis.columns.to_polars(),
        "axes": analysis.axes_to_polars(),
    }
    frames |= {f"supplementary_{name}": side.to_polars() for name, side in supplementary.items()}
    written = write_frames(frames, folder, format)
    with whole_file(folder / "summary.txt") as temporary:
        temporary.write_text(text, encoding="utf-8")
    written.append(folder / "summary.txt")
    return written + (_draw(analysis, folder, supplementary) if plot else [])


def write_frames(frames: Mapping[str, Any], folder: Path, format: Literal["csv", "parquet"]) -> list[Path]:
    """Write polars frames into a folder, which is made if need be."""
    from firth.store import whole_file

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder} could not be made: {error.strerror}.") from error
    written = []
    for name, frame in frames.items():
        path = folder / f"{name}.{format}"
        with whole_file(path) as temporary:
            frame.write_csv(temporary) if format == "csv" else frame.write_parquet(temporary)
        written.append(path)
    return written


def _draw(analysis: Correspondence, folder: Path, supplementary: Mapping[str, Side]) -> list[Path]:
    from firth.plots import Supplementary, biplot, interactive_biplot, save_figure, scree

    points = Supplementary(
        **{name: dict(zip(side.names, side.principal, strict=True)) for name, side in supplementary.items()}
    )
    axes = (1, 2) if len(analysis.singular_values) > 1 else (1,)
    figures: dict[str, Any] = {
        "biplot.png": biplot(analysis, axes=axes, supplementary=points),
        "biplot.html": interactive_biplot(analysis, axes=axes, supplementary=points),
        "scree.png": scree(analysis),
    }
    for name, figure in figures.items():
        save_figure(figure, folder / name)
    return [folder / name for name in figures]
