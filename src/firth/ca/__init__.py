"""Correspondence analysis: simple, multiple and nonlinear, with the statistics that go with it."""

from firth.ca.correspondence import Correspondence, correspondence
from firth.ca.multiple import MultipleCorrespondence, multiple_correspondence, supplementary_variables
from firth.ca.nonlinear import NonlinearCorrespondence, nonlinear_correspondence
from firth.ca.side import Side
from firth.ca.summary import summary
from firth.ca.supplementary import supplementary_columns, supplementary_rows

__all__ = [
    "Correspondence",
    "MultipleCorrespondence",
    "NonlinearCorrespondence",
    "Side",
    "correspondence",
    "multiple_correspondence",
    "nonlinear_correspondence",
    "summary",
    "supplementary_columns",
    "supplementary_rows",
    "supplementary_variables",
]
