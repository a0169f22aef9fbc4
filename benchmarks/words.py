"""Text to word vectors: firth and its peers side by side, in one process tree, as ratios.

    FIRTH_DATA=… python benchmarks/words.py [--output words.json] [--without-sgns]

Needs the extra `baselines`. Notes on what limits each stage are in benchmarks/README.md.
"""

from __future__ import annotations

import argparse
import lzma
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from measure import firth, peer, run, write_results

SETTINGS = ["--window", "10", "--weights", "harmonic", "--min-count", "5"]
THREADS = 2


def main() -> None:
    """Run all parts and print a table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, help="where the results go, as JSON")
    parser.add_argument("--without-sgns", action="store_true", help="leave out gensim's six minutes")
    given = parser.parse_args()
    data = Path(os.environ["FIRTH_DATA"])
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "wiki100m.txt"
        with lzma.open(data / "corpora/wiki100m.txt.xz") as packed, corpus.open("wb") as plain:
            shutil.copyfileobj(packed, plain)
        results = {
            "pipeline": pipeline(corpus, Path(folder), data),
            "memory": memory(corpus, Path(folder)),
            "start": start(Path(folder)),
            "solver": solver(Path(folder) / "counts.safetensors"),
        }
        if not given.without_sgns:
            results["sgns"] = sgns(corpus, Path(folder), data, results["pipeline"])
    show(results)
    if given.output:
        write_results(given.output, results)


def pipeline(corpus: Path, folder: Path, data: Path) -> dict[str, Any]:
    """Counting alone, text to eigenword, and counts to ppmi, each as the command line does it."""
    counts, eigenword, ppmi = (folder / f"{name}.safetensors" for name in ("counts", "eigenword", "ppmi"))
    firth("count", str(corpus), "-o", str(counts), *SETTINGS, "--quiet")  # compiles and warms the disk cache
    counting = firth("count", str(corpus), "-o", str(counts), *SETTINGS, "--json")
    firth("embed", str(counts), "-o", str(ppmi), "--recipe", "ppmi", "--dim", "10", "--quiet")
    whole = firth("embed", str(corpus), "-o", str(eigenword), "--recipe", "eigenword", *SETTINGS, "--json")
    again = firth("embed", str(counts), "-o", str(ppmi), "--recipe", "ppmi", "--json")
    return {
        "count": {"seconds": counting.seconds, "stages": counting.json["seconds"]},
        "eigenword": {
            "seconds": whole.seconds,
            "peak_mb": whole.peak_mb,
            "stages": whole.json["seconds"],
            "mean_spearman": mean_spearman(eigenword, data),
        },
        "ppmi": {"seconds": again.seconds, "mean_spearman": mean_spearman(ppmi, data)},
    }


def memory(corpus: Path, folder: Path) -> dict[str, Any]:
    """Counting with a budget of 1 GB: its peak, and whether the bytes are the same."""
    small = folder / "small.safetensors"
    counting = firth("count", str(corpus), "-o", str(small), *SETTINGS, "--memory", "1GB", "--quiet")
    same = small.read_bytes() == (folder / "counts.safetensors").read_bytes()
    return {"budget": "1GB", "seconds": counting.seconds, "peak_mb": counting.peak_mb, "same_bytes": same}


def start(folder: Path) -> dict[str, Any]:
    """How long a person waits for a query, and Python for the import."""
    vectors = str(folder / "eigenword.safetensors")
    queries = [firth("neighbors", vectors, "king").seconds for _ in range(5)]
    bare = [run([sys.executable, "-c", ""]).seconds for _ in range(5)]
    imports = [run([sys.executable, "-c", "import firth"]).seconds for _ in range(5)]
    return {
        "neighbors_seconds": statistics.median(queries),
        "import_seconds": statistics.median(imports) - statistics.median(bare),
    }


def solver(counts_path: Path) -> dict[str, Any]:
    """The sparse product against scipy's, and the SVD against scikit-learn's at the same residual."""
    from sklearn.utils.extmath import randomized_svd

    from firth.factorize import decompose, multiply
    from firth.recipes import associate
    from firth.store import load_counts

    association = associate(load_counts(counts_path), "ppmi", threads=THREADS)
    operator = association.operator
    block = np.random.default_rng(0).standard_normal((operator.shape[1], 32)).astype(np.float32)
    multiply(operator, block, THREADS)  # compiles
    ours = best_of(5, lambda: multiply(operator, block, THREADS))
    theirs = best_of(5, lambda: operator.sparse @ block)
    began = time.perf_counter()
    factors = decompose(association, 300, threads=THREADS)
    svd_seconds = time.perf_counter() - began
    peers = {}
    for rounds in (2, 4, 7):
        began = time.perf_counter()
        u, s, vt = randomized_svd(operator.sparse, 300, n_iter=rounds, random_state=0)
        seconds = time.perf_counter() - began
        peers[rounds] = {"seconds": seconds, "residual": residual(operator.sparse, u, s, vt)}
    return {
        "product": {"firth": ours, "scipy": theirs, "ratio": theirs / ours},
        "svd": {
            "firth": {
                "seconds": svd_seconds,
                "residual": residual(operator.sparse, factors.left, factors.values, factors.right.T),
            },
            "scikit-learn by n_iter": peers,
        },
    }


def residual(matrix: Any, u: np.ndarray, s: np.ndarray, vt: np.ndarray) -> float:
    """The largest of ‖M v − σ u‖ / σ₁ and ‖Mᵀ u − σ v‖ / σ₁ over all triples."""
    right = np.linalg.norm(matrix @ np.ascontiguousarray(vt.T) - u * s, axis=0)
    left = np.linalg.norm(matrix.T @ np.ascontiguousarray(u) - vt.T * s, axis=0)
    return float(max(right.max(), left.max()) / s[0])


def sgns(corpus: Path, folder: Path, data: Path, ours: dict[str, Any]) -> dict[str, Any]:
    """gensim's skip-gram on the same text, and how many times longer it takes."""
    output = folder / "sgns.bin"
    trained = peer("sgns.py", str(corpus), str(output), "--workers", str(THREADS))
    return {
        "seconds": trained.seconds,
        "peak_mb": trained.peak_mb,
        "mean_spearman": mean_spearman(output, data),
        "times_count": trained.seconds / ours["count"]["seconds"],
        "times_eigenword": trained.seconds / ours["eigenword"]["seconds"],
    }


def mean_spearman(vectors: Path, data: Path) -> float:
    """The mean over the eleven similarity sets, pairs with unknown words left out."""
    report = firth("evaluate", str(vectors), "--data", str(data), "--no-analogies", "--json")
    return float(report.json["mean_spearman"])


def best_of(times: int, task: Callable[[], Any]) -> float:
    """The shortest of several timings: the one least disturbed by others."""
    seconds = []
    for _ in range(times):
        began = time.perf_counter()
        task()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def show(results: dict[str, Any]) -> None:
    """Print what was asked for and what was reached."""
    p, m, s = results["pipeline"], results["memory"], results["start"]
    product, svd = results["solver"]["product"], results["solver"]["svd"]
    print(f"encode + count               {p['count']['seconds']:8.2f} s   {p['count']['stages']}")
    print(f"text → eigenword             {p['eigenword']['seconds']:8.2f} s   {p['eigenword']['stages']}")
    print(f"  peak                       {p['eigenword']['peak_mb']:8.0f} MB  (asked: below 2,500)")
    print(f"  mean Spearman              {p['eigenword']['mean_spearman']:8.4f}     (asked: 0.59)")
    print(f"  ppmi                       {p['ppmi']['mean_spearman']:8.4f}     (asked: 0.58)")
    print(f"count --memory 1GB, peak     {m['peak_mb']:8.0f} MB  (asked: below 1,300)")
    print(f"  same bytes                 {m['same_bytes']!s:>8}")
    print(f"firth neighbors              {s['neighbors_seconds']:8.2f} s   (asked: below 1)")
    print(f"import firth                 {s['import_seconds']:8.3f} s   (asked: below 0.5)")
    print(f"product, times scipy's speed {product['ratio']:8.2f}     (asked: 2)")
    ours = svd["firth"]
    print(f"SVD, d = 300                 {ours['seconds']:8.2f} s   residual {ours['residual']:.4f}")
    for rounds, theirs in svd["scikit-learn by n_iter"].items():
        ratio = theirs["seconds"] / ours["seconds"]
        print(
            f"  scikit-learn, n_iter={rounds}     {theirs['seconds']:8.2f} s   "
            f"residual {theirs['residual']:.4f}, ratio {ratio:.2f} (asked: 2.5 at the same residual)"
        )
    if "sgns" in results:
        g = results["sgns"]
        print(f"gensim SGNS                  {g['seconds']:8.2f} s   mean Spearman {g['mean_spearman']:.4f}")
        print(f"  times encode + count       {g['times_count']:8.1f}     (asked: 50)")
        print(f"  times text → eigenword     {g['times_eigenword']:8.1f}     (asked: 18)")


if __name__ == "__main__":
    main()
