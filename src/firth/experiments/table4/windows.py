"""Counts of windows of many sizes: a larger window adds its farther words to what a smaller one counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from firth.core import Corpus, Counts
from firth.core.arrays import Array
from firth.counting import count
from firth.counting.windows import Cut


def growing_counts(
    corpus: Corpus, windows: Sequence[int], threads: int | None = None
) -> Iterator[tuple[int, dict[str, Counts]]]:
    """Each window, smallest first, with the counts of the tail-cut, of N_flat and of N_skip.

    With n_d, what is counted at distance d, N_flat = Σ n_d and N_skip = Σ (1 − (d − 1)/L) n_d, which is
    (1 + 1/L) Σ n_d − (1/L) Σ d n_d; the tail-cut cuts each distance apart. So only what lies between two
    windows is counted.

    >>> from firth.text import encode_texts
    >>> corpus = encode_texts(["tea milk tea"], min_count=1)
    >>> for window, counts in growing_counts(corpus, [1, 2]):
    ...     print(window, counts["CA N_flat"].matrix.toarray().tolist())
    1 [[0, 2], [2, 0]]
    2 [[2, 2], [2, 0]]
    """
    flat: Any = None
    sums: Any = None
    cut: Any = None
    before = 0
    for window in sorted(windows):

        def added(matrix: Any, weights: Array, cut: Cut = "none", window: int = window) -> Any:
            ring = count(corpus, window=window, weights=weights.tolist(), cut=cut, threads=threads).matrix
            return ring if matrix is None else matrix + ring

        distances = np.arange(1, window + 1)
        new = (distances > before).astype(float)
        flat, sums, cut = added(flat, new), added(sums, new * distances), added(cut, new, "independence")
        skip = flat.astype(np.float64)  # it has the same cells as the sums
        skip.data = flat.data * ((window + 1) / window) - sums.data / window
        found = {"tail-cut": cut, "CA N_flat": flat, "CA N_skip": skip}
        words = corpus.vocabulary
        yield window, {name: Counts(matrix, words, words, symmetric=True) for name, matrix in found.items()}
        before = window
