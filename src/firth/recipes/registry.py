"""The registry: recipes by name, those of the catalogue and those that users add."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from firth.core import Association, Counts
from firth.errors import InputError
from firth.recipes.catalogue import CATALOGUE
from firth.recipes.recipe import NamedRecipe, require_counts

DEFAULT_RECIPE = "eigenword"

_RECIPES: dict[str, NamedRecipe] = {recipe.name: recipe for recipe in CATALOGUE}

RECIPES: Mapping[str, NamedRecipe] = MappingProxyType(_RECIPES)
"""All recipes by name, in the order they were registered."""


def register_recipe(recipe: NamedRecipe) -> None:
    """Add a recipe of your own, to be used by name like the others.

    Parameters
    ----------
    recipe : NamedRecipe
        Its name must be new.

    Examples
    --------
    >>> from firth.association import template
    >>> register_recipe(NamedRecipe("cube-root", "SVD of roots.", "mine", template, {"transform": 1 / 3}))
    >>> RECIPES["cube-root"].all_options["transform"] == 1 / 3
    True
    """
    if recipe.name in _RECIPES:
        raise InputError(f"there is a recipe {recipe.name!r} already; choose another name.")
    _RECIPES[recipe.name] = recipe


def named_recipe(name: str) -> NamedRecipe:
    """The recipe of that name; an unknown one is refused with a list of all."""
    if name not in _RECIPES:
        alike = get_close_matches(name, _RECIPES)
        meant = f"did you mean {' or '.join(alike)}? All are" if alike else "choose one of"
        raise InputError(f"there is no recipe {name!r}; {meant} {', '.join(_RECIPES)}.")
    return _RECIPES[name]


def associate(
    counts: Counts,
    recipe: str = DEFAULT_RECIPE,
    *,
    dtype: DTypeLike = np.float32,
    threads: int | None = None,
    **options: Any,
) -> Association:
    """Counts → Association, by the name of a recipe and its options.

    Parameters
    ----------
    counts : Counts
        Which words stand near which.
    recipe : str
        The name of a recipe; `firth.RECIPES` has them all.
    dtype : data type
        That of the matrix.
    threads : int, optional
        The number of threads. The result does not depend on it.
    **options
        Options of the recipe, such as ``shift=5``.

    Returns
    -------
    Association

    Examples
    --------
    >>> from firth.counting import count
    >>> from firth.text import encode_texts
    >>> counts = count(encode_texts(["a b a c", "b a b"], min_count=1), window=1)
    >>> associate(counts, "sppmi", shift=2).operator.shape
    (3, 3)
    """
    chosen = named_recipe(recipe)
    require_counts(counts)
    return chosen.association(counts, chosen.settle(options), dtype=dtype, threads=threads)
