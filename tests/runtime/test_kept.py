"""Counts are made once for each recipe, and anew when their file is damaged."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from firth.core import Counts, Recipe, Vocabulary
from firth.runtime.kept import FileKind, Kept, arrays_kind, content_digest, json_kind
from firth.runtime.tensors import TensorFile, write_tensors
from firth.store import COUNTS

WORDS = Vocabulary(("a", "b"), np.array([2, 1]))


def test_counts_are_made_once_for_each_recipe(tmp_path):
    made = []

    def make(total: float) -> Counts:
        made.append(total)
        return Counts(sparse.csr_array(np.diag([total, 1.0])), WORDS, WORDS)

    near, far = Recipe().then("counting", window=2), Recipe().then("counting", window=9)
    for recipe, total in ((near, 2.0), (far, 9.0), (near, 2.0), (far, 9.0)):
        assert Kept(tmp_path / "kept").get(recipe, lambda total=total: make(total), COUNTS).total == total + 1
    assert made == [2.0, 9.0]
    for path in (tmp_path / "kept").iterdir():
        path.write_bytes(path.read_bytes()[:100])
    assert Kept(tmp_path / "kept").get(near, lambda: make(5.0), COUNTS).total == 6.0
    assert Kept(tmp_path / "kept").get(near, lambda: make(7.0), COUNTS).total == 6.0


def test_the_digest_of_files_goes_by_their_bytes(tmp_path):
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("a b")
    two.write_text("a b")
    assert content_digest([one]) == content_digest([two])
    two.write_text("a c")
    assert content_digest([one]) != content_digest([two])
    assert content_digest([one, two]) != content_digest([two, one])


def test_plain_values_and_arrays_come_back_as_they_were_kept(tmp_path):
    kept, recipe = Kept(tmp_path), Recipe().then("trial", window=2)
    values, arrays = {"score": 0.1, "words": ["é", None]}, {"places": np.arange(6.0).reshape(2, 3)}
    kept.put(recipe, values, json_kind("trial"))
    kept.put(recipe, arrays, arrays_kind("trial"))
    assert kept.find(recipe, json_kind("trial")) == values
    np.testing.assert_array_equal(kept.find(recipe, arrays_kind("trial"))["places"], arrays["places"])


def test_what_is_absent_cut_short_or_foreign_is_not_found(tmp_path):
    kept, recipe = Kept(tmp_path), Recipe().then("trial", window=2)
    for kind, value in ((json_kind("trial"), {"a": 1}), (arrays_kind("trial"), {"a": np.ones(9)})):
        assert kept.find(recipe, kind) is None
        kept.put(recipe, value, kind)
        whole = kept.path(recipe, kind).read_bytes()
        kept.path(recipe, kind).write_bytes(whole[: len(whole) // 2])
        assert kept.find(recipe, kind) is None
        kept.path(recipe, kind).write_bytes(b"\xffnot ours")
        assert kept.find(recipe, kind) is None


def test_what_was_spoiled_while_it_was_mapped_is_made_again(tmp_path):
    kept, recipe = Kept(tmp_path), Recipe().then("trial", window=2)
    kind = FileKind("n", "safetensors", lambda path: TensorFile.open(path).array("numbers"), save_numbers)
    first = kept.get(recipe, lambda: np.arange(3), kind)
    path = kept.path(recipe, kind)
    path.write_bytes(path.read_bytes()[:20])
    again = kept.get(recipe, lambda: np.arange(4), kind)
    assert len(first) + len(again) == 7


def save_numbers(numbers, path):
    write_tensors(path, {"numbers": (numbers, "I64")}, {}, {})
