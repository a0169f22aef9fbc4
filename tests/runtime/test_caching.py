"""Counts are made once for each recipe, and anew when their file is damaged."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from firth.core import Counts, Recipe, Vocabulary
from firth.store import cached_counts, content_digest

WORDS = Vocabulary(("a", "b"), np.array([2, 1]))


def test_counts_are_made_once_for_each_recipe(tmp_path):
    made = []

    def make(total: float) -> Counts:
        made.append(total)
        return Counts(sparse.csr_array(np.diag([total, 1.0])), WORDS, WORDS)

    near, far = Recipe().then("counting", window=2), Recipe().then("counting", window=9)
    for recipe, total in ((near, 2.0), (far, 9.0), (near, 2.0), (far, 9.0)):
        assert cached_counts(tmp_path / "kept", recipe, lambda total=total: make(total)).total == total + 1
    assert made == [2.0, 9.0]
    for path in (tmp_path / "kept").iterdir():
        path.write_bytes(path.read_bytes()[:100])
    assert cached_counts(tmp_path / "kept", near, lambda: make(5.0)).total == 6.0
    assert cached_counts(tmp_path / "kept", near, lambda: make(7.0)).total == 6.0


def test_the_digest_of_files_goes_by_their_bytes(tmp_path):
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("a b")
    two.write_text("a b")
    assert content_digest([one]) == content_digest([two])
    two.write_text("a c")
    assert content_digest([one]) != content_digest([two])
    assert content_digest([one, two]) != content_digest([two, one])
