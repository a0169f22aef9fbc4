"""One analysis as statisticians do it, by firth or prince: seconds, memory beyond the start, a check.

    python practice.py CASE CONTENDER FILE

The file is read, and a small part of it analyzed once, before the clock starts. Analyses are repeated for
three seconds, up to 25 times, and the median counts, of seconds and of seconds of the processor. What firth
computes only when asked for is asked for.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from scipy import sparse

from firth_papers.dssvd.child_process import resident_bytes

AXES = 5
THREADS = 2
CORNER = 500
ENOUGH, OFTEN = 3.0, 25


class Task(NamedTuple):
    """How a case is prepared, what is timed, and a number that other contenders find too."""

    prepare: Callable[[Any], Any]
    analyze: Callable[[Any], Any]
    check: Callable[[Any], float | None]


def main() -> None:
    """Load, warm up, prepare, measure."""
    case, contender, path = sys.argv[1:]
    task = TASKS[contender][case]
    given = load(Path(path))
    task.analyze(task.prepare(corner(given)))
    prepared = task.prepare(given)
    before, _ = resident_bytes()
    seconds: list[float] = []
    busy: list[float] = []
    while not seconds or (len(seconds) < OFTEN and sum(seconds) < ENOUGH):
        began, idle = time.perf_counter(), time.process_time()
        found = task.analyze(prepared)
        seconds.append(time.perf_counter() - began)
        busy.append(time.process_time() - idle)
    _, most = resident_bytes()
    result = {
        "seconds": statistics.median(seconds),
        "cpu_seconds": statistics.median(busy),
        "extra_mb": max(0, most - before) / 1e6,
        "check": task.check(found),
    }
    print(json.dumps(result))


def load(path: Path) -> Any:
    """Records as a frame of text, a dense table as an array, a sparse one as Counts."""
    if path.suffix == ".npz":
        from firth.counting import counts_from_table

        return counts_from_table(sparse.csr_array(sparse.load_npz(path)))
    if path.suffix == ".parquet":
        return pl.read_parquet(path)
    frame = pl.read_csv(path, infer_schema=False)
    if frame.columns[0] == "":  # a table, its rows named in the first column
        return frame[:, 1:].cast(pl.Float64).to_numpy()
    return frame


def corner(given: Any) -> Any:
    """A part that is small, and has no empty rows or columns."""
    if isinstance(given, np.ndarray):
        return given[:40, :20] + 1
    if isinstance(given, pl.DataFrame):
        return given[:CORNER]
    return given.part(np.arange(CORNER), np.arange(CORNER)).without_empty()


def whole(analysis: Any) -> Any:
    """An analysis with all its statistics, which are computed when they are first asked for."""
    for side in (analysis.rows, analysis.columns):
        _ = side.principal, side.contributions, side.cos2
    return analysis


def sigma(analysis: Any) -> float:
    """The first singular value."""
    return float(analysis.singular_values[0])


def firth_ca(table: Any) -> Any:
    """firth's CA of a dense table."""
    from firth.ca import correspondence

    return whole(correspondence(table, axes=AXES, threads=THREADS))


def firth_mca(records: Any) -> Any:
    """firth's MCA of records."""
    from firth.ca import multiple_correspondence

    return whole(multiple_correspondence(records, axes=AXES, threads=THREADS))


def firth_describe_axes(prepared: Any) -> Any:
    """firth's description of the axes of an MCA by the variables of the records."""
    from firth.ca import describe_axes

    analysis, records = prepared
    return describe_axes(analysis, records, axes=AXES)


def firth_describe_groups(prepared: Any) -> Any:
    """firth's description of groups of records by their variables."""
    from firth.ca import describe_groups

    groups, records = prepared
    return describe_groups(groups, records)


def firth_characteristic(counts: Any) -> Any:
    """firth's characteristic columns of each row."""
    from firth.ca import characteristic

    return characteristic(counts, top=20)


def firth_cluster_axes(analysis: Any) -> Any:
    """firth's clusters on the axes of an MCA."""
    from firth.ca import cluster_axes

    return cluster_axes(analysis)


def variables(records: pl.DataFrame) -> pl.DataFrame:
    """Without the groups that the records were made from."""
    return records.drop("group")


def factors(records: pl.DataFrame) -> pl.DataFrame:
    """The variables as numbers with names, as R reads them too before its clock starts."""
    return variables(records).cast(pl.Categorical)


def as_pandas(given: Any) -> Any:
    """What prince takes."""
    import pandas as pd

    if isinstance(given, pl.DataFrame):
        return pd.DataFrame(variables(given).to_dict(as_series=False))
    return pd.DataFrame(given)


def prince_ca(frame: Any) -> Any:
    """prince's CA, with the statistics of both sides."""
    import prince

    model = prince.CA(n_components=AXES, random_state=0).fit(frame)
    _ = model.row_coordinates(frame), model.column_coordinates(frame)
    _ = model.row_cosine_similarities(frame), model.column_cosine_similarities(frame)
    return model


def prince_mca(frame: Any) -> Any:
    """prince's MCA, with the coordinates of both sides."""
    import prince

    model = prince.MCA(n_components=AXES, random_state=0).fit(frame)
    _ = model.row_coordinates(frame), model.column_coordinates(frame)
    return model


def largest(v_tests: Any) -> float:
    """The largest that R can tell from infinity."""
    sizes = np.abs(v_tests)
    return float(sizes[sizes < 30].max())


def root(model: Any) -> float:
    """prince's first singular value."""
    return float(np.sqrt(model.eigenvalues_[0]))


TASKS = {
    "firth": {
        "ca": Task(lambda table: table, firth_ca, sigma),
        "mca": Task(factors, firth_mca, sigma),
        "describe_axes": Task(
            lambda records: (firth_mca(variables(records)), variables(records)),
            firth_describe_axes,
            lambda found: float(found.variables.r2[found.variables.axis == 1].max()),
        ),
        "describe_groups": Task(
            lambda records: (records["group"], variables(records)),
            firth_describe_groups,
            lambda found: largest(found.categories.v_test),
        ),
        "characteristic": Task(
            lambda counts: counts, firth_characteristic, lambda found: largest(found.v_tests)
        ),
        "cluster_axes": Task(
            lambda records: firth_mca(variables(records)),
            firth_cluster_axes,
            lambda found: float(len(found.sizes)),
        ),
    },
    "prince": {
        "ca": Task(as_pandas, prince_ca, root),
        "mca": Task(as_pandas, prince_mca, root),
    },
}


if __name__ == "__main__":
    main()
