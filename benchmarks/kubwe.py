"""KUBWE's forces: exact against a loop over word pairs and against the machine, fast modes against exact.

    python benchmarks/kubwe.py COUNTS.safetensors [--words 10000] [--dim 100] [--output kubwe.json]

All in one process and in turns, several times over, and the best of each: ratios hold where seconds do not.

The loop over word pairs is timed twice. As written, each sum waits for the one before it. Where the compiler
may reorder sums it makes vectors of them, and is then held back by memory alone: the most that any program
could gain on that loop is `machine_times_vector_loop`, the rate of large matrix products over the loop's own.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit, prange, set_num_threads
from threadpoolctl import threadpool_limits

from firth.recipes import associate
from firth.runtime.parallel import in_order
from firth.sphere.far_field import FarFieldForces
from firth.sphere.forces import ExactForces, Pairs, exact_repulsion, unit_rows
from firth.sphere.kernels import SphereKernel
from firth.sphere.kubwe import SWEEPS, default_neighbors, positive_weights, sweeps_with_search, word_ball
from firth.sphere.near import nearest_by_graph, nearest_by_product, nearest_by_tree
from firth.sphere.vptree import pruning_by_dimension
from firth.store import load_counts
from measure import write_results

THREADS = 2
ROUNDS = 3


def main() -> None:
    """Run all parts and print a table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("counts", type=Path)
    parser.add_argument("--words", type=int, default=10_000, help="the most frequent of the table")
    parser.add_argument("--dim", type=int, default=100)
    parser.add_argument("--degree", type=int, default=13)
    parser.add_argument(
        "--sweeps", type=int, default=8, help="before forces are compared, from a spectral start"
    )
    parser.add_argument("--without-loop", action="store_true", help="leave out the loop over word pairs")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    counts = load_counts(given.counts)
    first = np.arange(min(given.words, len(counts.rows)))
    association = associate(counts.part(first, first), "ppmi", threads=THREADS)
    weights = positive_weights(association)
    vectors = moved(association, given)
    kernel = SphereKernel(degree=given.degree)
    with threadpool_limits(limits=1, user_api="blas"):
        results = {
            "words": len(first),
            "exact": exact(vectors, weights, kernel, loop=not given.without_loop),
            "modes": modes(vectors, weights, kernel),
            "search": searches(vectors, weights),
            "pruning": [vars(row) for row in pruning_by_dimension(threads=THREADS)],
        }
    show(results)
    if given.output:
        write_results(given.output, results)


def moved(association: Any, given: argparse.Namespace) -> np.ndarray:
    """Words as a descent finds them: some sweeps from a spectral start."""
    from firth.factorize import decompose

    factors = decompose(association, given.dim, threads=THREADS)
    start = factors.left * np.sqrt(factors.values)
    how = {"dim": given.dim, "degree": given.degree, "sweeps": given.sweeps, "start": start}
    return word_ball(association, threads=THREADS, **how).vectors


def exact(vectors: np.ndarray, weights: Any, kernel: SphereKernel, *, loop: bool) -> dict[str, float]:
    """Blocked products against the machine's own rate, and against both loops on a part of the rows."""
    words, dim = vectors.shape
    rows = max(THREADS, min(words, 500))
    tasks: dict[str, Callable[[], Any]] = {
        "blocked": lambda: exact_repulsion(vectors, weights, kernel, THREADS),
        "product": machine_product,
    }
    if loop:
        set_num_threads(THREADS)
        given = (vectors, weights.indptr, weights.indices, int(kernel.degree), rows)
        tasks["loop"] = lambda: plain_loop(*given)
        tasks["vector_loop"] = lambda: vector_loop(*given)
    seconds = best_in_turns(tasks)
    rate, limit = 4 * words**2 * dim / seconds["blocked"], MACHINE_FLOPS / seconds["product"]
    found = {"seconds": seconds["blocked"], "gflops": rate / 1e9, "machine_gflops": limit / 1e9}
    found["share_of_machine"] = rate / limit
    for name in ("loop", "vector_loop") if loop else ():
        whole = seconds[name] * words / rows
        found[f"times_{name}"] = whole / seconds["blocked"]
        found[f"machine_times_{name}"] = whole * limit / (4 * words**2 * dim)
    return found


SIDE = 2048
MACHINE_FLOPS = 2 * THREADS * 2 * SIDE**3


def machine_product() -> None:
    """Large float32 products, one BLAS thread each, on all threads."""
    a = np.ones((SIDE, SIDE), np.float32)
    for _ in in_order(lambda _: a @ a, range(2 * THREADS), THREADS):
        pass


def pair_loop(vectors, indptr, indices, degree, rows):
    """The straightforward way: for each word in parallel, for each other word, a product and a sum."""
    result = np.zeros((rows, vectors.shape[1]), np.float32)
    for i in prange(rows):
        k = indptr[i]
        for j in range(vectors.shape[0]):
            while k < indptr[i + 1] and indices[k] < j:
                k += 1
            if j == i or (k < indptr[i + 1] and indices[k] == j):
                continue
            x = np.float32(0)
            for c in range(vectors.shape[1]):
                x += vectors[i, c] * vectors[j, c]
            strength = ((x + np.float32(1)) * np.float32(0.5)) ** degree
            for c in range(vectors.shape[1]):
                result[i, c] += strength * vectors[j, c]
    return result


plain_loop = njit(parallel=True)(pair_loop)
vector_loop = njit(parallel=True, fastmath=True)(pair_loop)


def modes(vectors: np.ndarray, weights: Any, kernel: SphereKernel) -> dict[str, Any]:
    """A sweep's forces in the far-field mode against exact ones: seconds, and cosines of the directions."""
    whole = ExactForces(weights, kernel, threads=THREADS)
    far = FarFieldForces(weights, kernel, threads=THREADS)
    true = unit_rows(whole(vectors)[1])
    far.find_near(vectors)
    cosines = (unit_rows(far(vectors)[1]) * true).sum(axis=1)
    tasks = {
        "exact": lambda: whole(vectors),
        "far_search": lambda: far.find_near(vectors),
        "far": lambda: far(vectors),
    }
    seconds = best_in_turns(tasks)
    looks = len(sweeps_with_search(SWEEPS["far-field"])) / SWEEPS["far-field"]
    a_sweep = seconds["far"] + looks * seconds["far_search"]
    return {
        "seconds": seconds,
        "times_exact": seconds["exact"] / a_sweep,
        "near_per_word": len(far._near.indices) / len(vectors),
        "cosine_of_99_percent": float(np.quantile(cosines, 0.01)),
        "cosine_median": float(np.median(cosines)),
    }


def searches(vectors: np.ndarray, weights: Any) -> dict[str, Any]:
    """The fast mode's neighbours: by products, which are exact, by the tree, and by a graph of neighbours."""
    k = default_neighbors(len(vectors))
    tasks = {
        "product": lambda: nearest_by_product(vectors, weights, k, THREADS),
        "tree": lambda: nearest_by_tree(vectors, weights, k, THREADS),
        "graph": lambda: nearest_by_graph(vectors, weights, k),
    }
    seconds = best_in_turns(tasks, rounds=1)
    true, *others = (task() for task in tasks.values())
    found = dict(zip(("tree", "graph"), (share_found(one, true) for one in others), strict=True))
    return {"neighbors": k, "seconds": seconds, "recall": found}


def share_found(pairs: Pairs, true: Pairs) -> float:
    """Of the true neighbours of every fiftieth word."""
    words = range(0, len(true.indptr) - 1, 50)
    sides = ([by.indices[by.indptr[i] : by.indptr[i + 1]] for by in (pairs, true)] for i in words)
    hits = [(np.intersect1d(*both).size, both[1].size) for both in sides]
    return float(np.divide(*np.sum(hits, axis=0)))


def best_in_turns(tasks: dict[str, Callable[[], Any]], *, rounds: int = ROUNDS) -> dict[str, float]:
    """The shortest timing of each task, tasks taking turns; once before, to compile."""
    for task in tasks.values():
        task()
    seconds = dict.fromkeys(tasks, np.inf)
    for _ in range(rounds):
        for name, task in tasks.items():
            began = time.perf_counter()
            task()
            seconds[name] = min(seconds[name], time.perf_counter() - began)
    return seconds


def show(results: dict[str, Any]) -> None:
    """Print what was asked for and what was reached."""
    e, m, s = results["exact"], results["modes"], results["search"]
    print(f"{results['words']:,} words")
    print(
        f"exact repulsion        {e['seconds']:8.2f} s   "
        f"{e['gflops']:.0f} of {e['machine_gflops']:.0f} GFlop/s"
    )
    print(f"  share of the machine {e['share_of_machine']:8.2f}     (asked: 0.5)")
    if "times_loop" in e:
        print(
            f"  times a loop's speed {e['times_loop']:8.1f}     "
            f"(asked: 10; the machine's limit is {e['machine_times_loop']:.1f})"
        )
        print(
            f"  and with vectors     {e['times_vector_loop']:8.1f}     "
            f"(the machine's limit is {e['machine_times_vector_loop']:.1f})"
        )
    print(
        f"far field, a sweep     {m['times_exact']:8.1f} × exact   {m['seconds']}   (asked: 5 at 68k words)"
    )
    print(f"  near words each      {m['near_per_word']:8.0f}")
    print(
        f"  cosine, 99 % above   {m['cosine_of_99_percent']:8.4f}     "
        f"median {m['cosine_median']:.4f} (asked: 0.99)"
    )
    print(f"search of {s['neighbors']} neighbours: {s['seconds']}, recall {s['recall']}")
    for row in results["pruning"]:
        print(f"  tree, {row['dim']:3d} dimensions: visits {row['visited']:.3f}, recall {row['recall']:.3f}, "
              f"exact search visits {row['visited_exact']:.3f}")  # fmt: skip


if __name__ == "__main__":
    main()
