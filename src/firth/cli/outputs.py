"""Output files: paths are refused before long work rather than after it, and files appear when whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TextIO

from firth.errors import OutputError


def check_vectors_path(path: Path) -> None:
    """Refuse a path that vectors could not be written to."""
    from firth.store.formats import SUFFIXES

    check_path(path, list(SUFFIXES), "vectors")


def check_counts_path(path: Path) -> None:
    """Refuse a path that counts could not be written to."""
    check_path(path, [".safetensors"], "counts")


def check_path(path: Path, suffixes: Sequence[str], what: str) -> None:
    """Refuse a path that cannot be written, or whose suffix is not one of those that such things go to."""
    from firth.runtime.atomic import refuse_unwritable

    refuse_unwritable(path)
    if path.suffix.lower() not in suffixes:
        *most, last = suffixes
        listed = f"{', '.join(most)} or {last}" if most else last
        raise OutputError(f"{path} could not be written: {what} go to files ending in {listed}.")


def make_folder(folder: Path) -> None:
    """Make a folder for several files, if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder} could not be made: {error.strerror}.") from error


@contextmanager
def text_file(path: Path) -> Iterator[TextIO]:
    """Open a text file that appears when it is whole."""
    from firth.runtime.atomic import whole_file

    with whole_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        yield file


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
