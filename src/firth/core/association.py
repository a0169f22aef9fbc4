"""Association: the matrix to factorize, with the masses it was made from."""

from __future__ import annotations

from dataclasses import dataclass, field

from firth.core.operator import SparseLowRank
from firth.core.recipe import Recipe
from firth.core.vocabulary import Vocabulary
from firth.runtime.arrays import Array


@dataclass(frozen=True, eq=False)
class Association:
    """M = S − L Rᵀ, what its rows are called, and the masses (each summing to 1) behind it."""

    operator: SparseLowRank
    row_masses: Array
    column_masses: Array
    rows: Vocabulary
    columns: Vocabulary
    recipe: Recipe = field(default_factory=Recipe)
