"""Unit-ball embeddings: what a sweep costs as points become more, in closed form and pair by pair.

    python benchmarks/sphere.py [--output sphere.json] [--plot sphere.png] [--quick]

Both ways make the same moves; the second adds up the repulsion over all pairs, as the equations read, up to
ten thousand points. With FIRTH_DATA, the MNIST test images are embedded too: neighbours, then 250 sweeps.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from firth.plots.canvas import COLUMNS, FAINT, ROWS, figure_of, new_axes, plain_frame, text_style
from firth.runtime.arrays import Array, Sparse
from firth.sphere import neighbor_graph, unit_ball
from firth.sphere._ube_kernels import moments, sweep_by_moments, sweep_by_pairs
from firth.sphere.ube import monomials, random_start
from measure import write_results

SIZES = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
MOST_PAIRS = 10_000
MOST_QUICK = 2_000
DEGREE = 2


def main() -> None:
    """Time sweeps of growing numbers of points; print seconds a sweep, and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--plot", type=Path, help="seconds a sweep against points, as a picture")
    parser.add_argument("--quick", action="store_true", help="at most 2,000 points, and no images")
    given = parser.parse_args()
    results: dict[str, dict[str, float]] = {}
    print("  points   closed form   a point   pair by pair   ratio")
    for n in (n for n in SIZES if not given.quick or n <= MOST_QUICK):
        graph = neighbor_graph(groups(n))
        times = {"closed": seconds_per_sweep(graph, repeats=20)}
        if n <= MOST_PAIRS:
            times["pairs"] = seconds_per_sweep(graph, repeats=1, pairs=True)
        results[f"{n}"] = times
        print(line(n, **times), flush=True)
    if given.plot:
        draw(results, given.plot)
    if "FIRTH_DATA" in os.environ and not given.quick:
        results["MNIST test"] = images(Path(os.environ["FIRTH_DATA"]) / "images" / "MNIST_test.npz")
    if given.output:
        write_results(given.output, results)


def line(n: int, closed: float, pairs: float | None = None) -> str:
    """A row of the table."""
    told = f"{n:8,} {1e3 * closed:10.2f} ms {1e6 * closed / n:6.2f} µs"
    return told if pairs is None else f"{told} {1e3 * pairs:11.1f} ms {pairs / closed:6.0f} ×"


def draw(results: dict[str, dict[str, float]], path: Path) -> None:
    """Both ways on logarithmic axes, and what grows as the points do."""
    ax = new_axes(5, 3.4, (0.7, 0.3, 0.55, 0.4))
    for way, title, color in (
        ("closed", "closed form", COLUMNS),
        ("pairs", "all pairs", ROWS),
    ):
        sizes = [int(n) for n, times in results.items() if way in times]
        times = [results[f"{n}"][way] for n in sizes]
        ax.loglog(sizes, times, "o-", color=color, markersize=4)
        last = sizes[-1], times[-1]
        ax.annotate(title, last, (6, 0), textcoords="offset points", va="center", **text_style(9))
        ax.loglog(sizes, [times[0] * n / sizes[0] for n in sizes], ":", color=FAINT, zorder=0)
    ax.set_xlabel("points", **text_style(9))
    ax.set_ylabel("seconds a sweep", **text_style(9))
    ax.set_xlim(right=6 * ax.get_xlim()[1])
    ax.set_title("A sweep on the unit ball; dotted: as the points grow", loc="left", **text_style(9))
    plain_frame(ax)
    figure_of(ax).savefig(path, dpi=150)


def groups(n: int, *, dim: int = 20, seed: int = 0) -> Array:
    """Ten round groups of points."""
    rng = np.random.default_rng(seed)
    return 4 * rng.standard_normal((10, dim))[np.arange(n) % 10] + rng.standard_normal((n, dim))


def seconds_per_sweep(graph: Sparse, *, repeats: int, pairs: bool = False) -> float:
    """Of the median sweep, compiling left out."""
    points = random_start(graph.shape[0], 3, np.random.default_rng(0))
    task = points, DEGREE, np.eye(3), 0.01
    edges = graph.indptr, graph.indices, graph.data
    if pairs:
        return median_seconds(lambda: sweep_by_pairs(*edges, *task), repeats)
    known = monomials(3, 2 * DEGREE)
    table = known.parents, known.variables
    sums = moments(points, *table)
    return median_seconds(lambda: sweep_by_moments(*edges, *task, sums, *table, known.scales), repeats)


def median_seconds(sweep: Callable[[], None], repeats: int) -> float:
    """After one that is not counted."""
    times = []
    for _ in range(repeats + 1):
        began = time.perf_counter()
        sweep()
        times.append(time.perf_counter() - began)
    return float(np.median(times[1:]))


def images(path: Path) -> dict[str, float]:
    """The whole way for one image set, with the defaults."""
    with np.load(path) as file:
        X = file["X"]
    began = time.perf_counter()
    graph = neighbor_graph(X)
    found = time.perf_counter()
    ball = unit_ball(graph)
    placed = time.perf_counter()
    result = {"neighbours": found - began, "sweeps": placed - found}
    print(
        f"{path.stem}, {X.shape[0]:,} × {X.shape[1]}: neighbours {result['neighbours']:.1f} s, "
        f"{len(ball.objective)} sweeps {result['sweeps']:.1f} s"
    )
    return result


if __name__ == "__main__":
    main()
