"""The results of an analysis as attributes of an estimator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firth.ca import Correspondence
from firth.runtime.arrays import Array

Spread = Callable[[Array], Array]


def set_sides(
    estimator: Any,
    analysis: Correspondence,
    rows: Spread = lambda values: values,
    columns: Spread = lambda values: values,
) -> None:
    """singular_values_, total_inertia_, and masses, coordinates, contributions and cos² of both sides.

    rows, columns: put the values of those analysed in their places among all.
    """
    estimator.singular_values_ = analysis.singular_values
    estimator.total_inertia_ = analysis.total_inertia
    for name, side, spread in (("row", analysis.rows, rows), ("column", analysis.columns, columns)):
        setattr(estimator, f"{name}_masses_", spread(side.masses))
        setattr(estimator, f"{name}_coordinates_", spread(side.principal))
        setattr(estimator, f"{name}_contributions_", spread(side.contributions))
        setattr(estimator, f"{name}_cos2_", spread(side.cos2))
