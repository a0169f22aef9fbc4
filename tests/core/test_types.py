"""The nouns keep their promises."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import sparse

from firth.core import Counts, Embedding, Recipe, SparseLowRank, Vocabulary
from firth.errors import FormatError, InputError, MemoryBudgetError
from firth.runtime.memory import format_size, memory_budget, parse_size, refuse_above_budget
from firth.runtime.parallel import balanced_blocks, even_blocks, in_order, thread_count


def test_words_are_ordered_by_count_then_by_token():
    assert Vocabulary.from_counts({"b": 1, "a": 1, "z": 9}).tokens == ("z", "a", "b")


def test_a_vocabulary_cannot_be_changed():
    vocabulary = Vocabulary(("a",), np.array([1]))
    with pytest.raises(ValueError, match="read-only"):
        vocabulary.counts[0] = 2


def test_a_vocabulary_refuses_duplicates_and_wrong_lengths():
    with pytest.raises(InputError, match="'a' stands twice"):
        _ = Vocabulary(("a", "b", "a"), np.zeros(3)).index
    with pytest.raises(InputError, match="2 tokens were given 1 counts"):
        Vocabulary(("a", "b"), np.zeros(1))


def test_the_digest_of_a_recipe_depends_on_values_alone():
    one = Recipe().then("counting", window=10, weights="flat")
    same = Recipe().then("counting", weights="flat", window=10)
    assert one.digest == same.digest
    assert one.digest != one.then("counting", window=11, weights="flat").digest
    assert Recipe.from_json(one.to_json()) == one


def test_a_recipe_cannot_be_changed_and_refuses_other_text():
    recipe = Recipe().then("text", case="lower")
    with pytest.raises(TypeError):
        recipe["text"]["case"] = "keep"
    for text in ("", "[]", "{}", json.dumps({"version": "x", "stages": {}}), '{"version": 1, "stages": 3}'):
        with pytest.raises(FormatError, match="is not one that firth wrote"):
            Recipe.from_json(text)


def test_empty_rows_and_columns_are_dropped_with_their_names():
    matrix = sparse.csr_array(np.array([[0, 2, 0], [0, 0, 0], [1, 0, 0]]))
    rows = Vocabulary(("x", "y", "z"), np.array([2, 0, 1]))
    columns = Vocabulary(("a", "b", "c"), np.array([1, 2, 0]))
    kept = Counts(matrix, rows, columns).without_empty()
    assert (kept.rows.tokens, kept.columns.tokens) == (("x", "z"), ("a", "b"))
    assert kept.matrix.toarray().tolist() == [[0, 2], [1, 0]]
    assert kept.total == 3


def test_cells_given_twice_are_added_up_and_the_table_given_stays_as_it_was():
    names = Vocabulary(("x", "y"), np.array([3, 3]))
    given = sparse.csr_array((np.array([1, 2, 3]), np.array([1, 0, 1]), np.array([0, 3, 3])), shape=(2, 2))
    counts = Counts(given, names, names)
    assert counts.matrix.toarray().tolist() == [[2, 4], [0, 0]]
    assert counts.matrix.indices.tolist() == [0, 1]
    assert given.nnz == 3


def test_shapes_that_do_not_fit_are_refused():
    names = Vocabulary(("x",), np.array([1]))
    with pytest.raises(InputError, match="was given 1 row names"):
        Counts(sparse.csr_array((2, 1)), names, names)
    with pytest.raises(InputError, match="do not fit 1 tokens"):
        Embedding(np.zeros((2, 3)), names)
    with pytest.raises(InputError, match="does not go with"):
        SparseLowRank(sparse.csr_array((2, 2)), np.zeros((2, 1)), np.zeros((2, 2)))


def test_dense_copies_above_the_limit_are_refused():
    operator = SparseLowRank.from_sparse(sparse.csr_array((100, 100)))
    with pytest.raises(MemoryBudgetError, match="10,000 entries, more than the limit of 9,999"):
        operator.to_dense(limit=9_999)


@pytest.mark.parametrize(
    ("text", "size"),
    [("1GB", 10**9), ("1.5 GB", 15 * 10**8), ("2GiB", 2**31), ("800m", 8 * 10**8), (1234, 1234)],
)
def test_sizes_are_read_as_people_write_them(text, size):
    assert parse_size(text) == size
    assert memory_budget(text) == size


def test_a_size_that_is_none_and_a_budget_too_small_are_refused():
    with pytest.raises(InputError, match="'many' is not a size"):
        parse_size("many")
    with pytest.raises(MemoryBudgetError, match=r"needs about 2 GB and the budget is 1 GB; buy more\."):
        refuse_above_budget(2e9, 10**9, "counting", "buy more")
    assert format_size(3.2e12) == "3.2 TB"


def test_results_come_in_the_order_of_the_items():
    assert list(in_order(lambda x: x * x, range(50), 3)) == [x * x for x in range(50)]


def test_an_error_in_a_task_stops_the_rest():
    seen = []

    def task(x: int) -> int:
        seen.append(x)
        if x == 3:
            raise InputError("three")
        return x

    with pytest.raises(InputError, match="three"):
        list(in_order(task, range(1000), 2))
    assert len(seen) < 20


def test_threads_come_from_the_argument_then_the_environment(monkeypatch):
    monkeypatch.setenv("FIRTH_THREADS", "5")
    assert (thread_count(), thread_count(2)) == (5, 2)
    with pytest.raises(InputError, match="threads is 0"):
        thread_count(0)


def test_blocks_cover_all_rows_once():
    assert even_blocks(10, 4) == [(0, 4), (4, 8), (8, 10)]
    indptr = np.concatenate([[0], np.cumsum([5, 0, 0, 90, 1, 1, 3])])
    blocks = balanced_blocks(indptr, 4)
    assert [b for a, b in blocks[:-1]] == [a for a, b in blocks[1:]]
    assert (blocks[0][0], blocks[-1][1]) == (0, 7)


def test_kernels_compile_where_no_cache_can_be_written(monkeypatch):
    from numba.core import caching

    from firth.runtime.compile import compiled

    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])

    @compiled()
    def double(x):
        return 2 * x

    assert double(21) == 42
    assert type(double._cache).__name__ == "NullCache"
