"""Correspondence analysis: firth and its peers, each in a process of its own.

    python benchmarks/ca.py [--output ca.json] [--quick] [--only CASE ...]

First large sparse tables, then what statisticians do: CA of a dense table, MCA of records, descriptions of
axes and groups, characteristic words, clusters. prince is a Python package; ca and FactoMineR need Rscript.
Who is absent is skipped with a sentence. Tables are random but built like word counts: columns by Zipf's
law, rows from a few topics; records come from a few groups with categories of their own.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from scipy import sparse

from measure import run, write_results

PEERS = Path(__file__).parent / "peers"
IN_R = ("FactoMineR", "ca")
DESCRIPTIONS = ("describe_axes", "describe_groups", "characteristic", "cluster_axes")
"""Functions of firth.ca, and cases."""


class Case(NamedTuple):
    """One analysis of one table or set of records, and who does it."""

    name: str
    size: str
    write: Callable[[Path], Path]
    contenders: tuple[str, ...]


def main() -> None:
    """Make the tables, run every contender, print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path)
    parser.add_argument("--quick", action="store_true", help="small tables only")
    parser.add_argument(
        "--only", nargs="+", choices=("large", "ca", "mca", *DESCRIPTIONS), help="run these cases alone"
    )
    given = parser.parse_args()
    wanted = set(given.only or ("large", "ca", "mca", *DESCRIPTIONS))
    with tempfile.TemporaryDirectory() as folder:
        results: dict[str, Any] = {}
        if "large" in wanted:
            results |= large_tables(Path(folder), quick=given.quick)
        chosen = [case for case in cases(quick=given.quick) if case.name in wanted]
        if chosen:
            results["practice"] = practice(chosen, Path(folder))
    if given.output:
        write_results(given.output, results)


def large_tables(folder: Path, *, quick: bool) -> dict[str, Any]:
    """Sparse tables of growing size: seconds, and memory beyond the table."""
    results: dict[str, Any] = {}
    for name, shape, nonzeros, contenders in tables(quick=quick):
        path = folder / f"{name}.npz"
        table = topic_table(*shape, nonzeros)
        sparse.save_npz(path, table, compressed=False)
        size = megabytes(table)
        rows, columns = table.shape
        print(f"{name}: {rows:,} × {columns:,}, {table.nnz:,} non-zeros, {size:.0f} MB in CSR")
        results[name] = {"megabytes": size}
        for contender, axes in contenders:
            command = [sys.executable, str(PEERS / "correspondence.py"), contender, str(path), str(axes)]
            result = run(command).json
            results[name][f"{contender} {axes}"] = result
            print(
                f"  {contender:<14} {axes:3d} axes {result['seconds']:9.2f} s  "
                f"{result['extra_mb'] / size:6.2f} × the table in memory   σ₁ = {result['first']:.6f}",
                flush=True,
            )
        path.unlink()
    return results


def tables(*, quick: bool) -> list[tuple[str, tuple[int, int], int, list[tuple[str, int]]]]:
    """Name, shape, non-zeros, and who analyses it with how many axes."""
    small = ("peers", (6_000, 2_000), 300_000, [("firth", 2), ("prince", 2), ("scikit-learn", 2)])
    if quick:
        return [small]
    return [
        small,
        ("large", (20_000, 10_000), 2_000_000, [("firth", 2), ("prince", 2), ("scikit-learn", 2)]),
        ("documents", (20_000, 115_000), 10_000_000, [("firth", 2), ("firth", 50)]),
        ("records", (1_000_000, 200), 10_000_000, [("firth", 2), ("firth", 50)]),
    ]


def cases(*, quick: bool) -> list[Case]:
    """What statisticians do, at a size that all can do, and at one that only firth is asked for."""
    everybody = ("firth", "FactoMineR", "ca", "prince")
    both = ("firth", "FactoMineR")
    part = 10 if quick else 1

    def of_records(name: str, n: int, contenders: tuple[str, ...]) -> Case:
        return Case(name, f"{n:,} records × 10 variables", lambda path: write_records(path, n), contenders)

    def of_table(name: str, rows: int, columns: int, contenders: tuple[str, ...]) -> Case:
        size = f"{rows:,} × {columns:,}, dense"
        return Case(name, size, lambda path: write_table(path, rows, columns), contenders)

    found = [
        of_table("ca", 2_000 // part, 300 // part, everybody),
        of_records("mca", 50_000 // part, everybody),
        of_records("describe_axes", 20_000 // part, both),
        of_records("describe_groups", 20_000 // part, both),
        of_table("characteristic", 50 // part, 500 // part, both),
        of_records("cluster_axes", 5_000 // part, both),
    ]
    if quick:
        return found
    return [
        *found,
        of_records("describe_axes", 1_000_000, ("firth",)),
        of_records("describe_groups", 1_000_000, ("firth",)),
        Case("characteristic", "20,000 × 115,000, 10 M non-zeros", write_documents, ("firth",)),
        of_records("cluster_axes", 1_000_000, ("firth",)),
    ]


def practice(chosen: list[Case], folder: Path) -> list[dict[str, Any]]:
    """Run every case by every contender that is there, and print ratios to firth."""
    reasons = absent()
    for contender, reason in reasons.items():
        print(f"{contender} is skipped: {reason}")
    results = []
    for number, case in enumerate(chosen):
        unknown = unknown_to_firth(case.name)
        if unknown:
            print(f"{case.name} is skipped: {unknown}")
            continue
        path = case.write(folder / f"{case.name}-{number}")
        size = megabytes(sparse.load_npz(path)) if path.suffix == ".npz" else None
        print(f"{case.name}: {case.size}")
        result: dict[str, Any] = {"case": case.name, "size": case.size, "megabytes": size}
        for contender in case.contenders:
            if contender not in reasons:
                result[contender] = timed(case.name, contender, path)
                print(line(contender, result[contender], result["firth"], size), flush=True)
        results.append(result)
        path.unlink()
    return results


def timed(case: str, contender: str, path: Path) -> Any:
    """Seconds, memory and a check from a process of its own."""
    if contender in IN_R:
        return run(["Rscript", "--vanilla", str(PEERS / "practice.R"), case, contender, str(path)]).json
    return run([sys.executable, str(PEERS / "practice.py"), case, contender, str(path)]).json


def line(contender: str, result: dict[str, Any], firth: dict[str, Any], size: float | None) -> str:
    """One contender's figures beside firth's."""
    memory = f"{result['extra_mb']:8.0f} MB"
    if size:
        memory += f" ({result['extra_mb'] / size:.2f} × the table)"
    ratio, busier = (
        "" if result is firth else f"{result[key] / firth[key]:8.1f} × firth"
        for key in ("seconds", "cpu_seconds")
    )
    check = "" if result["check"] is None else f"   check {result['check']:.6f}"
    wall, cpu = (f"{result[key]:10.4f} s" for key in ("seconds", "cpu_seconds"))
    return f"  {contender:<11} {wall} {ratio:>16} {cpu} of the processor {busier:>16} {memory}{check}"


def absent() -> dict[str, str]:
    """Why contenders cannot take part, in a sentence each."""
    reasons = {}
    if find_spec("prince") is None:
        reasons["prince"] = "it is not installed; pip install prince."
    if shutil.which("Rscript") is None:
        return reasons | dict.fromkeys(IN_R, "there is no Rscript on the path; install R.")
    for package in IN_R:
        asked = f'quit(status = !requireNamespace("{package}", quietly = TRUE))'
        if subprocess.run(["Rscript", "--vanilla", "-e", asked], capture_output=True).returncode:
            reasons[package] = f'R has no package {package}; install.packages("{package}").'
    return reasons


def unknown_to_firth(case: str) -> str | None:
    """Why a case cannot be run with this firth."""
    import firth.ca

    known = case not in DESCRIPTIONS or hasattr(firth.ca, case)
    return None if known else f"this firth has no firth.ca.{case}."


def megabytes(table: Any) -> float:
    """What a sparse table takes."""
    return float(table.data.nbytes + table.indices.nbytes + table.indptr.nbytes) / 1e6


def write_records(path: Path, n: int) -> Path:
    """As text that R reads, or as Parquet where only firth reads it."""
    records = planted_records(n)
    if n > 100_000:
        records.write_parquet(path.with_suffix(".parquet"))
        return path.with_suffix(".parquet")
    records.write_csv(path.with_suffix(".csv"))
    return path.with_suffix(".csv")


def write_table(path: Path, rows: int, columns: int) -> Path:
    """A dense table of counts with names, as text."""
    table = topic_table(rows, columns, 40 * rows * columns).toarray()
    table = table[:, table.sum(axis=0) > 0].astype(np.int64)
    frame = pl.DataFrame({f"w{j}": column for j, column in enumerate(table.T)})
    path = path.with_suffix(".csv")
    frame.insert_column(0, pl.Series("", [f"d{i}" for i in range(rows)])).write_csv(path)
    return path


def write_documents(path: Path) -> Path:
    """The table of documents and words of `tables`."""
    path = path.with_suffix(".npz")
    sparse.save_npz(path, topic_table(20_000, 115_000, 10_000_000), compressed=False)
    return path


def planted_records(n: int, *, variables: int = 10, groups: int = 6, seed: int = 0) -> pl.DataFrame:
    """Records of some groups, each with its own shares of the three to eight categories of every variable."""
    rng = np.random.default_rng(seed)
    group = rng.choice(groups, n, p=rng.dirichlet(np.full(groups, 5.0)))
    columns = {"group": np.char.add("g", group.astype(str))}
    for j in range(variables):
        shares = np.cumsum(rng.dirichlet(np.ones(3 + j % 6), groups), axis=1)
        codes = (rng.random(n)[:, None] > shares[group, :-1]).sum(axis=1)
        columns[f"v{j}"] = np.char.add(f"v{j}_", codes.astype(str))
    return pl.DataFrame(columns)


def topic_table(rows: int, columns: int, nonzeros: int, *, topics: int = 40, seed: int = 0) -> Any:
    """Half of each row by Zipf's law, half by the law of its topic, topics being of unequal size."""
    rng = np.random.default_rng(seed)
    weights = 1 / np.arange(1, columns + 1) ** 0.9
    law = np.cumsum(weights) / weights.sum()
    orders = [rng.permutation(columns) for _ in range(topics)]
    topic = rng.choice(topics, rows, p=rng.dirichlet(np.ones(topics)))
    per_row = max(2, int(1.25 * nonzeros / rows))
    places = np.searchsorted(law, rng.random((rows, per_row)), side="right").astype(np.int32)
    places = np.minimum(places, columns - 1)
    half = per_row // 2
    for number, order in enumerate(orders):
        own = np.flatnonzero(topic == number)
        places[own[:, None], np.arange(half)] = order[places[own, :half]]
    pointer = np.arange(0, rows * per_row + 1, per_row)
    table = sparse.csr_array((np.ones(places.size), places.ravel(), pointer), shape=(rows, columns))
    table.sum_duplicates()
    kept = np.flatnonzero(np.asarray(table.sum(axis=0)).ravel())
    return table if len(kept) == columns else table[:, kept]


if __name__ == "__main__":
    main()
