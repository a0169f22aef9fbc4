"""Matrices that do not fit the memory budget: factorized from temporary files, with the same bytes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from firth.core import Counts, Vocabulary
from firth.errors import MemoryBudgetError, OutputError
from firth.factorize import products
from firth.recipes import embed
from firth.recipes.fits import spectral
from firth.recipes.recipe import NamedRecipe
from firth.recipes.registry import named_recipe
from firth.runtime import sparse as cells


@pytest.fixture
def counts(monkeypatch):
    """1,300 words, too many to be factorized exactly, in many small blocks."""
    for name, size in (("CELLS_PER_BLOCK", 9_000), ("CELLS_AT_ONCE", 5_000), ("CELLS_TO_TURN", 20_000)):
        monkeypatch.setattr(cells, name, size)
    monkeypatch.setattr(products, "CELLS_PER_TASK", 10_000)
    monkeypatch.setattr(spectral, "UNDER_WAY", 0)
    rng = np.random.default_rng(0)
    half = np.triu(rng.poisson(np.outer(rng.gamma(0.7, 1, 1300), rng.gamma(0.7, 1, 1300))))
    both = half + half.T + np.eye(1300)
    names = Vocabulary(tuple(f"w{i}" for i in range(1300)), both.sum(1).astype(np.int64))
    return Counts(sparse.csr_array(both), names, names, symmetric=True)


def needs(counts: Counts, recipe: str) -> tuple[int, int]:
    """Bytes of memory with all in memory, and with the cells on disk."""
    named: NamedRecipe = named_recipe(recipe)
    options = named.settle({})
    with_disk = named.fit.with_disk(counts, 5, options)
    assert with_disk is not None
    return named.fit.memory(counts, 5, options), with_disk[0]


@pytest.mark.parametrize("recipe", ["eigenword", "ppmi", "ca", "qwem"])
def test_vectors_from_disk_are_those_from_memory_for_any_number_of_threads(counts, recipe, monkeypatch):
    used = []
    monkeypatch.setattr(cells, "ScratchFile", lambda kept=cells.ScratchFile: used.append(1) or kept())
    in_memory, on_disk = needs(counts, recipe)
    expected = embed(counts, recipe=recipe, dim=5, memory=in_memory).vectors.tobytes()
    assert not used
    for threads in (1, 2, 3):
        found = embed(counts, recipe=recipe, dim=5, memory=on_disk, threads=threads)
        assert found.vectors.tobytes() == expected
    assert used


def test_a_budget_too_small_for_the_bases_is_refused_with_the_least_that_would_do(counts):
    _, on_disk = needs(counts, "eigenword")
    with pytest.raises(MemoryBudgetError, match=r"in temporary files, needs about [\d.]+ kB"):
        embed(counts, recipe="eigenword", dim=5, memory=on_disk - 1)


def test_a_matrix_that_is_not_made_cell_by_cell_is_refused_as_before(counts):
    with pytest.raises(MemoryBudgetError, match=r"to 5 dimensions needs about"):
        embed(counts, recipe="eigenword-psd", dim=5, memory=needs(counts, "eigenword")[1])


def test_a_full_disk_is_refused_before_the_work(counts, monkeypatch):
    usage = namedtuple("usage", "free")(1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(OutputError, match=r"in temporary files takes about .* has 1 kB free; set TMPDIR"):
        embed(counts, recipe="eigenword", dim=5, memory=needs(counts, "eigenword")[1])


_CHILD = """
import re
import numpy as np
from pathlib import Path
from scipy import sparse
from firth.core import Counts, Vocabulary
from firth.recipes import embed
from firth.recipes.registry import named_recipe

def table(words):
    columns = np.tile(np.arange(words, dtype=np.int32), words)
    n = np.random.default_rng(0).integers(1, 9, (words, words)).astype(np.float32)
    n += n.T
    n[0, 1] = n[1, 0] = 1e-3  # one cell is dropped, so that columns are copied too
    matrix = sparse.csr_array((n.ravel(), columns, np.arange(0, words * words + 1, words)), (words, words))
    names = Vocabulary(tuple(map(str, range(words))), np.ones(words, np.int64))
    return Counts(matrix, names, names, symmetric=True)

def resident(name):
    return 1024 * int(re.search(name + r":\\s*(\\d+)", Path("/proc/self/status").read_text())[1])

make = dict(recipe="svd-ns", dim=5, threads=2)
counts = table(1300)
counts.row_sums
embed(counts, **make)  # compiles
counts = table(3500)
counts.row_sums
named = named_recipe("svd-ns")
options = named.settle({})
in_memory = named.fit.memory(counts, 5, options)
on_disk, _ = named.fit.with_disk(counts, 5, options)
Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
before = resident("VmRSS")
embed(counts, memory=on_disk, **make)
print(in_memory, on_disk, resident("VmHWM") - before)
"""


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="needs Linux's account of memory")
def test_resident_memory_with_files_mapped_stays_near_what_was_promised():
    done = subprocess.run([sys.executable, "-c", _CHILD], capture_output=True, text=True, check=True)
    in_memory, promised, resident = map(int, done.stdout.split())
    assert resident < promised * 1.2 < in_memory
