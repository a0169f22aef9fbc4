"""Kernels without a place for their cache."""

from __future__ import annotations

from numba.core import caching

from firth.runtime.compile import compiled


def test_kernels_compile_where_no_cache_can_be_written(monkeypatch):
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])

    @compiled()
    def double(x):
        return 2 * x

    assert double(21) == 42
    assert type(double._cache).__name__ == "NullCache"
