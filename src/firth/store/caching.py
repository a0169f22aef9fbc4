"""Counts that are kept under the digest of the recipe that makes them, and made only once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path

from firth.core import Counts, Recipe
from firth.errors import FirthError
from firth.store.formats import load_counts, save


def cached_counts(folder: str | Path, recipe: Recipe, make: Callable[[], Counts]) -> Counts:
    """The counts of a recipe from a folder, or made and put there.

    recipe: everything that the counts depend on, the text included (`content_digest`). A file that cannot be
    read is made anew.

    >>> import tempfile
    >>> import numpy as np
    >>> from scipy.sparse import csr_array
    >>> from firth.core import Vocabulary
    >>> words = Vocabulary(("a", "b"), np.array([2, 1]))
    >>> folder, how = tempfile.mkdtemp(), Recipe().then("counting", window=2)
    >>> first = cached_counts(folder, how, lambda: Counts(csr_array(np.eye(2)), words, words))
    >>> cached_counts(folder, how, lambda: 1 / 0).total
    2.0
    """
    path = Path(folder) / f"counts-{recipe.digest}.safetensors"
    if path.exists():
        try:
            return load_counts(path)
        except FirthError:
            path.unlink(missing_ok=True)
    counts = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    save(counts, path)
    return counts


def content_digest(paths: Iterable[str | Path]) -> str:
    """Sixteen hexadecimal digits that change when any byte of the files does, whatever they are called."""
    check = hashlib.blake2b(digest_size=8)
    for path in paths:
        with Path(path).open("rb") as file:
            check.update(hashlib.file_digest(file, "blake2b").digest())
    return check.hexdigest()
