"""Rows of numbers as arrays and tables: vectors of documents, and maps of points onto the sphere."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import IO, TYPE_CHECKING, Any, cast

import numpy as np

from firth.runtime.atomic import whole_file
from firth.runtime.frames import write_csv_or_parquet
from firth.store.spreadsheet_cells import with_text_cells

if TYPE_CHECKING:
    from firth.core import Recipe
    from firth.sphere import UnitBall

DENSE_SUFFIXES = (".npy", ".csv", ".parquet")
SPARSE_SUFFIXES = (".npz",)
MAP_SUFFIXES = (".npz", ".csv", ".parquet")


def save_rows(vectors: Any, path: Path) -> None:
    """Write vectors, dense or sparse, row by row as they stand; the suffix chooses the format."""
    suffix = path.suffix.lower()
    with whole_file(path) as temporary, temporary.open("wb") as file:
        if suffix == ".npz":
            from scipy import sparse

            sparse.save_npz(file, vectors)
        elif suffix == ".npy":
            # numpy writes to real files by C, which says nothing when the disk is full at the end.
            np.save(cast(IO[bytes], SimpleNamespace(write=file.write)), vectors, allow_pickle=False)
        else:
            import polars as pl

            frame = pl.DataFrame(np.asarray(vectors), schema=[f"d{i + 1}" for i in range(vectors.shape[1])])
            write_csv_or_parquet(frame, file, suffix)


def save_map(
    placed: UnitBall, labels: tuple[str, ...] | None, recipe: Recipe, path: Path, *, plain_cells: bool = False
) -> None:
    """Write points and labels; in .npz also the objective after each sweep, and the recipe as JSON.

    plain_cells: whether labels in .csv stay as they are that spreadsheets take for formulas.
    """
    suffix = path.suffix.lower()
    with whole_file(path) as temporary:
        if suffix == ".npz":
            arrays: dict[str, Any] = {"vectors": placed.points, "objective": placed.objective}
            if labels is not None:
                arrays["labels"] = np.array(labels, dtype=str)
            with temporary.open("wb") as file:
                np.savez(file, **arrays, recipe=np.array(recipe.to_json()))
            return
        import polars as pl

        columns: dict[str, Any] = {} if labels is None else {"label": list(labels)}
        columns |= {f"y{axis + 1}": placed.points[:, axis] for axis in range(placed.points.shape[1])}
        frame = pl.DataFrame(columns)
        if suffix == ".csv" and not plain_cells:
            frame = with_text_cells(frame)
        write_csv_or_parquet(frame, temporary, suffix)
