"""Factors → positions, with the statistics that go with them."""

from firth.coordinates.embedding import DEFAULT_RECIPE, embed
from firth.coordinates.multiple import (
    MultipleCorrespondence,
    multiple_correspondence,
    supplementary_variables,
)
from firth.coordinates.nonlinear import NonlinearCorrespondence, nonlinear_correspondence
from firth.coordinates.postprocess import STEPS, postprocess
from firth.coordinates.scale import scaled_coordinates
from firth.coordinates.simple import Correspondence, Side, correspondence
from firth.coordinates.summary import summary
from firth.coordinates.supplementary import supplementary_columns, supplementary_rows

__all__ = [
    "DEFAULT_RECIPE",
    "STEPS",
    "Correspondence",
    "MultipleCorrespondence",
    "NonlinearCorrespondence",
    "Side",
    "correspondence",
    "embed",
    "multiple_correspondence",
    "nonlinear_correspondence",
    "postprocess",
    "scaled_coordinates",
    "summary",
    "supplementary_columns",
    "supplementary_rows",
    "supplementary_variables",
]
