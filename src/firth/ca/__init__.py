"""Correspondence analysis: simple, multiple and nonlinear, with the statistics that go with it."""

from firth.ca.correspondence import Correspondence, correspondence
from firth.ca.illustrative import (
    Quantities,
    supplementary_quantities,
    supplementary_records,
    supplementary_variables,
)
from firth.ca.joint import Joint
from firth.ca.multiple import MultipleCorrespondence, multiple_correspondence
from firth.ca.nonlinear import NonlinearCorrespondence, nonlinear_correspondence
from firth.ca.side import CategorySide, Side
from firth.ca.summary import summary
from firth.ca.supplementary import supplementary_columns, supplementary_rows

__all__ = [
    "CategorySide",
    "Correspondence",
    "Joint",
    "MultipleCorrespondence",
    "NonlinearCorrespondence",
    "Quantities",
    "Side",
    "correspondence",
    "multiple_correspondence",
    "nonlinear_correspondence",
    "summary",
    "supplementary_columns",
    "supplementary_quantities",
    "supplementary_records",
    "supplementary_rows",
    "supplementary_variables",
]
