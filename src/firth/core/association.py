"""Association: the matrix to factorize, with the masses it was made from."""

from __future__ import annotations

from dataclasses import dataclass, field

from firth.core.operator import SparseLowRank
from firth.core.recipe import Recipe
from firth.core.vocabulary import Vocabulary
from firth.runtime.arrays import Array
from firth.runtime.pickling import Portable


@dataclass(frozen=True, eq=False)
class Association(Portable):
    """A matrix of associations, the names of its rows and columns, and the masses behind it.

    Attributes
    ----------
    operator : SparseLowRank
        M = S − L Rᵀ.
    row_masses, column_masses : array
        Shares of the counts; each sums to 1.
    rows, columns : Vocabulary
    recipe : Recipe
        How it was made, the counting included.
    """

    operator: SparseLowRank
    row_masses: Array
    column_masses: Array
    rows: Vocabulary
    columns: Vocabulary
    recipe: Recipe = field(default_factory=Recipe)

    def __repr__(self) -> str:
        """The shape and the recipe."""
        made = self.recipe["association"].get("recipe")
        return f"Association: {len(self.rows):,} × {len(self.columns):,}{f', {made}' if made else ''}"
