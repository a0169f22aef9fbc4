"""What a biplot draws: points on common axes, whatever analysis found them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firth.plots.clouds import MAP_NAMES, Cloud, Map, Supplementary, clouds
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from firth.ca.correspondence import Correspondence, Side
    from firth.ca.nonlinear import NonlinearCorrespondence


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


def nonlinear_scene(analysis: NonlinearCorrespondence, *, gravity: bool = False) -> Scene:
    """Rows x and columns y of a non-linear correspondence analysis; gravity: rows at x* instead.

    >>> from firth.association import power
    >>> from firth.ca import nonlinear_correspondence
    >>> from firth.counting import counts_from_table
    >>> import numpy as np
    >>> counts = counts_from_table(np.array([[3, 1], [1, 3]]))
    >>> nonlinear_scene(nonlinear_correspondence(counts, f=power(1), axes=1)).shares.round(6).tolist()
    [1.0]
    """
    rows, columns = analysis.rows, analysis.columns
    positions = analysis.centres if gravity else rows.principal
    return Scene(
        [
            Cloud("rows", rows.names.tokens, positions, rows.contributions, "principal"),
            Cloud("columns", columns.names.tokens, columns.principal, columns.contributions, "principal"),
        ],
        rows,
        columns,
        analysis.inertias,
        analysis.shares,
        "rows at the centres of gravity of their columns" if gravity else MAP_NAMES["symmetric"],
    )
