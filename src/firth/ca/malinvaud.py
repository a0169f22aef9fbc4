"""Malinvaud's test: whether a table holds more association than its first axes show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from firth.ca.correspondence import Correspondence
from firth.ca.nonlinear import NonlinearCorrespondence
from firth.errors import InputError
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False)
class MalinvaudTest:
    """The test after K = 0, 1, … axes; one entry for each K.

    Attributes
    ----------
    chi_squares : array
        n Σ_{k>K} λ_k.
    degrees_of_freedom : array
        (m − K − 1)(p − K − 1).
    p_values : array
    expected_count : float
        n/(m p), the mean count expected in a cell; the test is not to be trusted when it is below 5.
    """

    chi_squares: Array
    degrees_of_freedom: Array
    p_values: Array
    expected_count: float

    def axes(self, significance: float = 0.05) -> int:
        """The smallest K after which the rest is no more than chance; all that were tested if none is."""
        enough = np.flatnonzero(self.p_values > significance)
        return int(enough[0]) if len(enough) else len(self.p_values)

    def to_polars(self) -> pl.DataFrame:
        """axes, chi_square, degrees_of_freedom and p_value as a polars frame."""
        import polars as pl

        return pl.DataFrame(
            {
                "axes": np.arange(len(self.p_values)),
                "chi_square": self.chi_squares,
                "degrees_of_freedom": self.degrees_of_freedom,
                "p_value": self.p_values,
            }
        )


def malinvaud(analysis: Correspondence) -> MalinvaudTest:
    """Test whether anything but chance is left of a table of counts after its first K axes.

    n Σ_{k>K} λ_k is about χ² with (m − K − 1)(p − K − 1) degrees of freedom when only K axes are real
    [Malinvaud1987]. With K = 0 this is Pearson's test of independence. The further axes are not needed, since
    the total inertia is known exactly.

    Parameters
    ----------
    analysis : Correspondence
        Of counts: of percentages or weights, n says nothing.

    Returns
    -------
    MalinvaudTest
        For K from 0 to the number of axes kept, or one fewer where these are all.

    Examples
    --------
    >>> import numpy as np
    >>> from firth.ca import correspondence
    >>> eyes_hair = np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]])
    >>> test = malinvaud(correspondence(eyes_hair))
    >>> test.chi_squares.round(2).tolist(), test.degrees_of_freedom.tolist(), test.axes()
    ([203.71, 2.21], [4, 1], 1)
    """
    from scipy.special import chdtrc

    what = "a non-linear analysis" if isinstance(analysis, NonlinearCorrespondence) else analysis.no_test
    if what:
        raise InputError(f"Malinvaud's test is for whole tables of counts, and this is {what}.")
    m, p = len(analysis.rows.names), len(analysis.columns.names)
    kept = np.arange(min(len(analysis.inertias) + 1, min(m, p) - 1))
    rest = analysis.total_inertia - np.concatenate([[0.0], np.cumsum(analysis.inertias)])[: len(kept)]
    chi_squares = analysis.total * np.maximum(rest, 0.0)
    freedom = (m - kept - 1) * (p - kept - 1)
    return MalinvaudTest(
        chi_squares, freedom, np.asarray(chdtrc(freedom, chi_squares)), analysis.total / (m * p)
    )
