"""Every recipe on wiki100m: what its vectors are worth and what they cost.

    FIRTH_DATA=… python benchmarks/recipes.py [--dim 300] [--output recipes.json]

Exponents are those of the registry. They were chosen among 0, ½ and 1 on these same sets, so the table
flatters each recipe a little, and all of them alike.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

from firth.core import Corpus, Counts
from firth.counting import count
from firth.evaluate import evaluate
from firth.recipes import RECIPES, embed
from firth.text import encode
from measure import write_results

USUAL = {"window": 10, "weights": "harmonic"}


@lru_cache(maxsize=1)
def counted(corpus: Corpus, counting: str) -> Counts:
    """Counts as a recipe asks for them, and as usual otherwise."""
    return count(corpus, **(USUAL | json.loads(counting)))


def main() -> None:
    """Count once, then embed and evaluate by each recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dim", type=int, default=300)
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    data = Path(os.environ["FIRTH_DATA"])
    corpus = encode(data / "corpora/wiki100m.txt.xz")
    embed(count(corpus, **USUAL), dim=8)  # compiles
    print(
        f"{'recipe':<16} {'seconds':>8} {'Spearman':>9} {'interval':>15} "
        f"{'analogy':>8} {'semantic':>9} {'syntactic':>10}"
    )
    results: dict[str, Any] = {}
    # Those that count alike stand together, so that each table is counted once.
    for name in sorted(RECIPES, key=lambda name: json.dumps(RECIPES[name].counting, sort_keys=True)):
        if name == "sca":
            print(f"{name:<16} learns from scored pairs: see firth reproduce table4")
            continue
        counts = counted(corpus, json.dumps(RECIPES[name].counting))
        began = time.perf_counter()
        embedding = embed(counts, recipe=name, dim=given.dim)
        seconds = time.perf_counter() - began
        report = evaluate(embedding, data=data)
        results[name] = {"seconds": seconds, **report.as_dict()}
        mean = next(m for m in report.measures if m.kind == "similarity" and m.summary)
        shares = [results[name]["analogy"][part]["accuracy"] for part in ("total", "semantic", "syntactic")]
        low, high = mean.interval or (0.0, 0.0)
        print(
            f"{name:<16} {seconds:8.1f} {mean.score:9.4f} {f'[{low:.3f}, {high:.3f}]':>15} "
            f"{shares[0]:8.3f} {shares[1]:9.3f} {shares[2]:10.3f}",
            flush=True,
        )
    if given.output:
        write_results(given.output, results)


if __name__ == "__main__":
    main()
