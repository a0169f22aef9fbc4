"""How large a Krylov space is built."""

from __future__ import annotations

import pytest

from firth.factorize.plan import MANY, krylov_plan


@pytest.mark.parametrize("two_sided", [False, True])
def test_many_dimensions_fill_the_basis_once(two_sided: bool) -> None:
    plan = krylov_plan(MANY + 1, 10**6, two_sided=two_sided)
    assert plan.columns - plan.block < plan.steps * plan.block <= plan.columns


def test_fewer_dimensions_restart() -> None:
    plan = krylov_plan(MANY, 10**6)
    assert plan.steps * plan.block > plan.columns


def test_a_tolerance_is_not_cut_short() -> None:
    plan = krylov_plan(MANY + 1, 10**6, tolerance=1e-10)
    assert plan.steps * plan.block > plan.columns
