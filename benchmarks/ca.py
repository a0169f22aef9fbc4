"""Correspondence analysis of large tables: firth and its peers, each in a process of its own.

    python benchmarks/ca.py [--output ca.json] [--quick]

Needs prince for the comparison with it. Tables are random but built like word counts: columns by Zipf's
law, rows from a few topics.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from measure import run, write_results

WORKER = Path(__file__).parent / "peers" / "correspondence.py"


def main() -> None:
    """Make the tables, run every contender, print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--quick", action="store_true", help="leave out the largest tables")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results = {}
        for name, shape, nonzeros, contenders in tables(quick=given.quick):
            path = Path(folder) / f"{name}.npz"
            table = topic_table(*shape, nonzeros)
            sparse.save_npz(path, table, compressed=False)
            size = (table.data.nbytes + table.indices.nbytes + table.indptr.nbytes) / 1e6
            rows, columns = table.shape
            print(f"{name}: {rows:,} × {columns:,}, {table.nnz:,} non-zeros, {size:.0f} MB in CSR")
            results[name] = {"megabytes": size}
            for contender, axes in contenders:
                result = run([sys.executable, str(WORKER), contender, str(path), str(axes)]).json
                results[name][f"{contender} {axes}"] = result
                print(
                    f"  {contender:<14} {axes:3d} axes {result['seconds']:9.2f} s  "
                    f"{result['extra_mb'] / size:6.2f} × the table in memory   σ₁ = {result['first']:.6f}",
                    flush=True,
                )
    if given.output:
        write_results(given.output, results)


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
