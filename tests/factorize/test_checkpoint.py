"""A factorization that is stopped goes on from its last restart, with the same bytes."""

from __future__ import annotations

import pytest
from scipy.sparse import csr_array, random_array

from firth.core import SparseLowRank
from firth.factorize import checkpoint, decompose
from firth.runtime.blocks import Blocks
from firth.runtime.run import kept_in


class StoppedError(Exception):
    """In the place of a signal."""


def matrix(symmetric, dtype):
    made = random_array((400, 400 if symmetric else 300), density=0.1, rng=0).astype(dtype).tocsr()
    made = made + made.T if symmetric else made
    return SparseLowRank.from_sparse(csr_array(made), symmetric=symmetric)


def stop_at(step):
    def progress(stage, done, total, unit):
        if stage == "factorizing" and done == step:
            raise StoppedError

    return progress


@pytest.mark.parametrize(("symmetric", "dtype"), [(True, "f4"), (False, "f4"), (False, "f8"), (True, "f8")])
def test_what_goes_on_from_a_restart_gives_the_same_bytes(tmp_path, monkeypatch, symmetric, dtype):
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN", 0.0)
    operator = matrix(symmetric, dtype)
    how = {"solver": "krylov", "tolerance": 1e-10 if dtype == "f8" else None, "seed": 3}
    steps = []
    whole = decompose(operator, 9, **how, progress=lambda *call: steps.append(call[1]))
    folder = tmp_path / "work"
    with Blocks(folder, {}) as blocks, kept_in(blocks), pytest.raises(StoppedError):
        decompose(operator, 9, **how, progress=stop_at(steps[-1]))
    again = []
    with Blocks(folder, {}) as blocks, kept_in(blocks):
        found = decompose(operator, 9, **how, progress=lambda *call: again.append(call[1]))
    assert 1 < again[0] <= steps[-1], "it began anew"
    for name in ("left", "values", "right"):
        assert getattr(found, name).tobytes() == getattr(whole, name).tobytes()


def test_another_matrix_dimension_or_seed_begins_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN", 0.0)
    operator = matrix(True, "f4")
    with Blocks(tmp_path / "work", {}) as blocks, kept_in(blocks):
        decompose(operator, 9, solver="krylov")
        assert (tmp_path / "work" / "factors.safetensors").exists()
        others = [(operator, 8, 0), (operator, 9, 1), (matrix(True, "f8"), 9, 0)]
        for other, dim, seed in others:
            first = []
            decompose(
                other, dim, solver="krylov", seed=seed,
                progress=lambda *call, first=first: first.append(call[1]),
            )  # fmt: skip
            assert first[0] == 1
