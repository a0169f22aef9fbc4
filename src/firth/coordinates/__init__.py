"""Factors → Embedding."""

from firth.coordinates.embedding import DEFAULT_RECIPE, embed
from firth.coordinates.scale import scaled_coordinates

__all__ = ["DEFAULT_RECIPE", "embed", "scaled_coordinates"]
