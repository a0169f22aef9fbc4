"""The experiment: every solver on tables of a growing text, each in a process of its own."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from firth.core import Recipe
from firth.counting import count
from firth.datasets import read
from firth.errors import InputError
from firth.runtime.arrays import Sparse
from firth.runtime.kept import FileKind, content_digest, load_json, save_json
from firth.runtime.parallel import thread_count
from firth.text import encode_texts
from firth_papers.dssvd.child_process import Task, solve_in_child, table_file
from firth_papers.dssvd.page import method, scaling_figure, tables
from firth_papers.dssvd.solvers import SOLVERS, Measurement, TextTable, available_memory, refusal
from firth_papers.engine.experiment import Context, Experiment, Found, Results
from firth_papers.engine.printed import printed
from firth_papers.engine.text import first_megabytes


@dataclass(frozen=True)
class Settings:
    """How much is done. sizes: megabytes of text. limit: seconds that a solver is given for a table."""

    sizes: tuple[int, ...] = (1, 2, 3, 5, 7, 10, 20, 50, 100)
    axes: int = 100
    window: int = 10
    min_count: int = 5
    limit: float = 400
    seed: int = 0


def conditions(context: Context[Settings]) -> Results:
    """Settings, threads and the machine; what was measured under others is not comparable."""
    packages: dict[str, str | None] = {}
    for name in ("firth", "numpy", "scipy", "scikit-learn", "prince"):
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            packages[name] = None
    machine = {
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "packages": packages,
    }
    settings = {**asdict(context.settings), "threads": thread_count(context.threads)}
    return {"conditions": {"settings": settings, "machine": machine}}


def measure(context: Context[Settings]) -> Found:
    """Measure on wiki100m."""
    if os.name != "posix":
        raise InputError("dssvd hands open files to child processes; run it on Linux or macOS.")
    return compare(read("wiki100m", context.data), context)


def compare(
    text: Path, context: Context[Settings], solve: Callable[[str, int, Task], Results] = solve_in_child
) -> Found:
    """Every solver on every size of a text.

    Each measurement is kept, and a stopped run goes on after it. What stands in the results of a complete run
    is measured anew: times are never the same.
    """
    settings, kept, threads = context.settings, context.kept, thread_count(context.threads)
    task = Task(settings.axes, settings.seed, threads, settings.limit)
    how = Recipe().then("text", digest=content_digest([text])).then("conditions", **conditions(context))
    complete = complete_measurements(context.folder / "results.json")
    described: dict[int, TextTable] = {}
    measured: dict[tuple[int, str], Measurement] = {}

    def tell() -> None:
        context.progress("measuring", len(measured), len(settings.sizes) * len(SOLVERS), "runs")

    for size in settings.sizes:
        recipe = how.then("table", megabytes=size)
        recipes = {name: recipe.then("solver", name=name) for name in SOLVERS}
        for name, own in recipes.items():
            found = kept.find(own, _MEASUREMENT)
            if found is not None and found not in complete:
                measured[size, name] = found
        waiting = [name for name in SOLVERS if (size, name) not in measured]
        table = kept.find(recipe, _TABLE)
        if table is not None and not waiting:
            described[size] = table
            continue
        tell()
        described[size], matrix = text_table(text, size, settings, threads)
        kept.put(recipe, described[size], _TABLE)
        with table_file(matrix) as file:
            del matrix  # the memory is the solvers'
            for name in waiting:
                smaller = sorted(megabytes for megabytes, solver in measured if solver == name)
                earlier = [(described[megabytes], measured[megabytes, name]) for megabytes in smaller]
                missing = refusal(
                    SOLVERS[name], described[size], earlier, limit=task.limit, memory=available_memory()
                )
                outcome = {"missing": missing, "tried": False} if missing else solve(name, file, task)
                measured[size, name] = Measurement(size, name, **outcome)
                kept.put(recipes[name], measured[size, name], _MEASUREMENT)
                tell()
    return Found(
        {
            "tables": [asdict(table) for table in described.values()],
            "measurements": [asdict(measured[size, name]) for size in settings.sizes for name in SOLVERS],
            "complete": True,
        }
    )


def text_table(
    path: Path, megabytes: int, settings: Settings, threads: int | None = None
) -> tuple[TextTable, Sparse]:
    """Words × the words up to `window` places after them: N_flat of the paper, its equation 63."""
    corpus = encode_texts([first_megabytes(path, megabytes)], min_count=settings.min_count, threads=threads)
    counts = count(corpus, window=settings.window, weights="flat", contexts="right", threads=threads)
    matrix = counts.without_empty().matrix
    return TextTable(megabytes, corpus.tokens, *matrix.shape, matrix.nnz), matrix


def complete_measurements(path: Path) -> list[Measurement]:
    """Those of a complete run; none if there is no such file, or another program wrote it."""
    try:
        content = load_json(path)
        return [Measurement(**one) for one in content["measurements"]] if content["complete"] else []
    except (OSError, ValueError, KeyError, TypeError):
        return []


_TABLE = FileKind(
    "table", "json", lambda path: TextTable(**load_json(path)), lambda one, path: save_json(asdict(one), path)
)
_MEASUREMENT = FileKind(
    "measurement",
    "json",
    lambda path: Measurement(**load_json(path)),
    lambda one, path: save_json(asdict(one), path),
)


EXPERIMENT = Experiment(
    name="dssvd",
    title="Correspondence analysis of a growing text: time and memory",
    about="Time and memory of correspondence analysis against the size of a text (figures 2 and 3).",
    source="Niitsuma & Lee 2018, figures 2–3",
    settings=Settings(),
    quick=Settings(sizes=(1, 2), limit=60),
    measure=measure,
    method=method,
    tables=tables,
    figures={"dssvd.png": scaling_figure},
    conditions=conditions,
    differences=(
        "The text is wiki100m, English Wikipedia normalised as text8 is, where the paper has the beginning "
        f"of text8, up to {printed('dssvd')['largest']} MB.",
        "The paper does not say which words and windows were counted and how many axes were kept; here they "
        "are as told above, and words to the right count alike (its equation 63).",
        "The paper's own program is not run; firth's solver is a block Krylov method, the paper's a "
        "randomized SVD.",
        "Nor does it say how its dense matrices were made, and whether that is in its times. Here it is, and "
        "takes no more memory than the matrix itself.",
        "The paper's figures carry no numbers, so only what its text says of them is compared.",
    ),
)
