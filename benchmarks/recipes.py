"""Every recipe on wiki100m: what its vectors are worth and what they cost.

    FIRTH_DATA=… python benchmarks/recipes.py [--dim 300] [--output recipes.json]

Exponents are those of the registry. They were chosen among 0, ½ and 1 on these same sets, so the table
flatters each recipe a little, and all of them alike.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

from firth.association import RECIPES
from firth.coordinates import embed
from firth.counting import count
from firth.evaluate import evaluate
from firth.text import encode
from measure import write_results


def main() -> None:
    """Count once, then embed and evaluate by each recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dim", type=int, default=300)
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    data = Path(os.environ["FIRTH_DATA"])
    counts = count(encode(data / "corpora/wiki100m.txt.xz"), window=10, weights="harmonic")
    embed(counts, dim=8)  # compiles
    print(f"{'recipe':<12} {'seconds':>8} {'Spearman':>9} {'analogy':>8} {'semantic':>9} {'syntactic':>10}")
    results: dict[str, Any] = {}
    for name in RECIPES:
        began = time.perf_counter()
        embedding = embed(counts, recipe=name, dim=given.dim)
        seconds = time.perf_counter() - began
        report = evaluate(embedding, data=data).as_dict()
        results[name] = {"seconds": seconds, **report}
        shares = [report["analogy"][part]["accuracy"] for part in ("total", "semantic", "syntactic")]
        print(
            f"{name:<12} {seconds:8.1f} {report['mean_spearman']:9.4f} "
            f"{shares[0]:8.3f} {shares[1]:9.3f} {shares[2]:10.3f}",
            flush=True,
        )
    if given.output:
        write_results(given.output, results)


if __name__ == "__main__":
    main()
