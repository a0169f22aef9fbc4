"""Correspondence analysis: simple, multiple and nonlinear, with the statistics that go with it."""

from firth.ca.correspondence import Correspondence, correspondence
from firth.ca.ellipses import Ellipses
from firth.ca.group_ellipses import group_ellipses
from firth.ca.illustrative import (
    Quantities,
    supplementary_quantities,
    supplementary_records,
    supplementary_variables,
)
from firth.ca.joint import Joint
from firth.ca.malinvaud import MalinvaudTest, malinvaud
from firth.ca.multiple import MultipleCorrespondence, multiple_correspondence
from firth.ca.nonlinear import NonlinearCorrespondence, nonlinear_correspondence
from firth.ca.number_of_axes import AxisAdvice, broken_stick, number_of_axes
from firth.ca.side import CategorySide, Side
from firth.ca.stability import confidence_ellipses
from firth.ca.summary import summary
from firth.ca.supplementary import supplementary_columns, supplementary_rows

__all__ = [
    "AxisAdvice",
    "CategorySide",
    "Correspondence",
    "Ellipses",
    "Joint",
    "MalinvaudTest",
    "MultipleCorrespondence",
    "NonlinearCorrespondence",
    "Quantities",
    "Side",
    "broken_stick",
    "confidence_ellipses",
    "correspondence",
    "group_ellipses",
    "malinvaud",
    "multiple_correspondence",
    "nonlinear_correspondence",
    "number_of_axes",
    "summary",
    "supplementary_columns",
    "supplementary_quantities",
    "supplementary_records",
    "supplementary_rows",
    "supplementary_variables",
]
