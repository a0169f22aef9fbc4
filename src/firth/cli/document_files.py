"""What firth documents writes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firth.errors import OutputError

if TYPE_CHECKING:
    from firth.evaluate.documents import Runs

_DENSE, _SPARSE = (".npy", ".csv", ".parquet"), (".npz",)


def check_document_path(path: Path, *, sparse: bool) -> None:
    """Refuse a path that such vectors could not be written to."""
    from firth.runtime.atomic import refuse_unwritable

    refuse_unwritable(path)
    suffixes = _SPARSE if sparse else _DENSE
    if path.suffix.lower() not in suffixes:
        what = "sparse tables" if sparse else "vectors of documents"
        raise OutputError(f"{path} could not be written: {what} go to files ending in {', '.join(suffixes)}.")


def write_document_vectors(vectors: Any, path: Path) -> None:
    """Rows in the order of the documents, whole or not at all."""
    import numpy as np

    from firth.runtime.atomic import whole_file

    suffix = path.suffix.lower()
    with whole_file(path) as temporary, temporary.open("wb") as file:
        if suffix == ".npz":
            from scipy import sparse

            sparse.save_npz(file, vectors)
        elif suffix == ".npy":
            np.save(file, vectors, allow_pickle=False)
        else:
            import polars as pl

            frame = pl.DataFrame(np.asarray(vectors), schema=[f"d{i + 1}" for i in range(vectors.shape[1])])
            if suffix == ".csv":
                frame.write_csv(file)
            else:
                frame.write_parquet(file)


def write_comparison(
    folder: Path, results: dict[str, Any], runs: Sequence[Runs], classes: Sequence[str]
) -> list[Path]:
    """results.json and report.md; for classes confusion.png, and for two of them roc.png."""
    from firth.evaluate.documents import results_markdown
    from firth.plots.confusions import confusion_matrices
    from firth.plots.roc_curves import roc_curves
    from firth.plots.saving import save_figure
    from firth.runtime.atomic import whole_file

    texts = {
        "results.json": json.dumps(results, ensure_ascii=False, indent=1, allow_nan=False) + "\n",
        "report.md": results_markdown(runs),
    }
    for name, text in texts.items():
        with whole_file(folder / name) as temporary:
            temporary.write_text(text, encoding="utf-8")
    figures = {}
    if classes:
        best = max(runs, key=lambda one: one.spread("accuracy").mean).learner
        figures["confusion.png"] = confusion_matrices(
            {one.vectors: one.confusion for one in runs if one.learner == best and one.confusion},
            list(classes),
            title=f"{_title(best)}: per cent of the true class",
        )
    if len(classes) == 2:
        panels: dict[str, dict[str, list[float]]] = {}
        for one in runs:
            if one.curve is not None:
                panels.setdefault(_title(one.learner), {})[one.vectors] = one.curve
        figures["roc.png"] = roc_curves(panels, title=f"ROC curves, {classes[1]} against {classes[0]}")
    for name, figure in figures.items():
        save_figure(figure, folder / name)
    return [folder / name for name in (*texts, *figures)]


def _title(learner: str) -> str:
    from firth.evaluate.documents.tables import TITLES

    return TITLES.get(learner, learner)
