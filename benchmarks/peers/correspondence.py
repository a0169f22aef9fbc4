"""One correspondence analysis by one contender: seconds, memory beyond the table, first singular value."""

from __future__ import annotations

import json
import sys
import time

import numpy as np
from scipy import sparse

from firth_papers.dssvd.child_process import resident_bytes


def firth(table: sparse.csr_array, axes: int) -> float:
    """Sparse all the way."""
    from firth.ca import correspondence
    from firth.counting import counts_from_table

    return float(correspondence(counts_from_table(table), axes=axes, threads=2).singular_values[0])


def scikit_learn(table: sparse.csr_array, axes: int) -> float:
    """Randomized SVD of the dense matrix of residuals, as [NiitsumaLee2018] compares with."""
    from sklearn.utils.extmath import randomized_svd

    p = table.toarray() / table.sum()
    r, c = p.sum(axis=1), p.sum(axis=0)
    residuals = (p - np.outer(r, c)) / np.sqrt(np.outer(r, c))
    return float(randomized_svd(residuals, axes, random_state=0)[1][0])


def prince(table: sparse.csr_array, axes: int) -> float:
    """prince's CA, which takes a pandas frame."""
    import pandas as pd
    import prince as library

    frame = pd.DataFrame(table.toarray())
    return float(np.sqrt(library.CA(n_components=axes, random_state=0).fit(frame).eigenvalues_[0]))


def main() -> None:
    """Load, warm up on a small corner so that imports and compilation are not counted, run."""
    contender, path, axes = sys.argv[1], sys.argv[2], int(sys.argv[3])
    task = {"firth": firth, "scikit-learn": scikit_learn, "prince": prince}[contender]
    table = sparse.csr_array(sparse.load_npz(path))
    task(sparse.csr_array(np.random.default_rng(0).poisson(1.0, (1500, 1300)) + 1), 2)
    before, _ = resident_bytes()
    began = time.perf_counter()
    first = task(table, axes)
    seconds = time.perf_counter() - began
    _, most = resident_bytes()
    print(json.dumps({"seconds": seconds, "extra_mb": (most - before) / 1e6, "first": first}))


if __name__ == "__main__":
    main()
