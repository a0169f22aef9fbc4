"""A run: how work is done, never what it makes."""

from __future__ import annotations

import pytest

from firth.errors import InputError
from firth.runtime.run import Run


def test_a_seed_below_zero_is_refused():
    with pytest.raises(InputError, match="seed is -1; it must be 0 or more"):
        Run(seed=-1)


def test_a_generator_begins_anew_each_time():
    run = Run(seed=3)
    assert run.rng.random() == run.rng.random() != Run(seed=4).rng.random()
