"""What a biplot draws: points on common axes, whatever analysis found them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from firth.core.arrays import Array
from firth.plots.clouds import MAP_NAMES, Cloud, Map, Supplementary, clouds

if TYPE_CHECKING:
    from firth.coordinates.simple import Correspondence, Side
    from firth.core import Association, Factors


@dataclass(frozen=True, eq=False)
class Scene:
    """Clouds of points, the statistics of rows and columns, and what each axis says.

    inertias: λ of the axes kept; shares: their parts of the inertia of all. kind: of map, in words.
    """

    clouds: Sequence[Cloud]
    rows: Side
    columns: Side
    inertias: Array
    shares: Array
    kind: str


def correspondence_scene(
    analysis: Correspondence, *, map: Map = "symmetric", supplementary: Supplementary | None = None
) -> Scene:
    """Rows and columns of a correspondence analysis, scaled as the map asks."""
    drawn = clouds(analysis, map, supplementary)
    return Scene(drawn, analysis.rows, analysis.columns, analysis.inertias, analysis.shares, MAP_NAMES[map])


def nonlinear_scene(association: Association, factors: Factors, *, centres: Array | None = None) -> Scene:
    """Rows x = γ u/√r and columns y = γ v/√c of a non-linear correspondence analysis.      (METHODS §8)

    centres: x*, the centres of gravity that rows are drawn at instead of x.

    >>> from scipy.sparse import csr_array
    >>> from firth.association.nonlinear import nonlinear_quotient, power
    >>> from firth.core import Counts, Vocabulary
    >>> from firth.factorize import decompose
    >>> names = Vocabulary(("a", "b"), np.array([4, 4]))
    >>> counts = Counts(csr_array([[3.0, 1.0], [1.0, 3.0]]), names, names)
    >>> association = nonlinear_quotient(counts, f=power(1))
    >>> nonlinear_scene(association, decompose(association, 1)).shares.round(6).tolist()
    [1.0]
    """
    from firth.coordinates.simple import Side, operator_squares

    rows, columns = (
        Side(names, masses, np.sqrt(squares / masses), vectors / np.sqrt(masses)[:, None], factors.values)
        for names, masses, squares, vectors in zip(
            (association.rows, association.columns),
            (association.row_masses, association.column_masses),
            operator_squares(association.operator),
            (factors.left, factors.right),
            strict=True,
        )
    )
    inertias = np.square(factors.values)
    return Scene(
        [
            Cloud(
                "rows",
                rows.names.tokens,
                rows.principal if centres is None else centres,
                rows.contributions,
                "principal",
            ),
            Cloud("columns", columns.names.tokens, columns.principal, columns.contributions, "principal"),
        ],
        rows,
        columns,
        inertias,
        inertias / association.operator.squared_norm(),
        MAP_NAMES["symmetric"] if centres is None else "rows at the centres of gravity of their columns",
    )
