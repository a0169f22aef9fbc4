"""What is tried: every combination of a few values for each setting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, get_args

from firth.counting import make_window
from firth.counting.windows import Weights
from firth.errors import InputError
from firth.factorize.coordinates import check_exponent
from firth.recipes import NamedRecipe, named_recipe
from firth.recipes.postprocess import check_steps
from firth.tune.configuration import Configuration

WINDOWS = (5, 10)
WEIGHTS = ("harmonic", "flat")


@dataclass(frozen=True)
class Choices:
    """The values that are tried, in all combinations.

    Attributes
    ----------
    recipes : tuple of str
        Names of recipes.
    windows, weights : tuple, optional
        Sizes of the window and weights by distance; by default 5 and 10, harmonic and flat, or those that a
        recipe asks for itself.
    exponents : tuple of float
        Powers of the spectrum.
    dims : tuple of int
        Lengths of a vector.
    options : mapping of str to tuple
        Values for options of recipes, each tried with the recipes that have it.
    post : tuple of tuple of str
        What is done to the vectors afterwards: a tuple of steps (see `firth.recipes.postprocess`) for each
        choice.

    Examples
    --------
    >>> found = Choices(recipes=("ppmi", "svd"), windows=(5,), weights=("flat",), exponents=(0.5,), dims=(9,))
    >>> [one.name for one in found.configurations()]
    ['ppmi, window 5 flat, exponent 0.5, dim 9', 'svd, window 5 flat, exponent 0.5, dim 9']
    """

    recipes: tuple[str, ...] = ("eigenword", "ppmi")
    windows: tuple[int, ...] | None = None
    weights: tuple[str, ...] | None = None
    exponents: tuple[float, ...] = (0.0, 0.25, 0.5, 1.0)
    dims: tuple[int, ...] = (100, 300)
    options: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    post: tuple[tuple[str, ...], ...] = ((),)

    def __post_init__(self) -> None:
        """Refuse what could not be computed, before any text is read."""
        for name in ("recipes", "windows", "weights", "exponents", "dims", "post"):
            values = getattr(self, name)
            if values is not None and len(values) == 0:
                raise InputError(f"{name} is empty; give one value or more to try.")
        recipes = [named_recipe(name) for name in self.recipes]
        for recipe in recipes:
            _refuse_supervised(recipe)
        for name, values in self.options.items():
            _check_option(name, values, recipes)
        for steps in self.post:
            check_steps(steps)
        for exponent in self.exponents:
            check_exponent(exponent)
        for dim in self.dims:
            if dim < 1:
                raise InputError(f"dim is {dim}; it must be at least 1.")
        for window in self.windows or ():
            make_window(window)
        for weights in self.weights or ():
            if weights not in get_args(Weights):
                raise InputError(f"weights is {weights!r}; choose among {', '.join(get_args(Weights))}.")

    def configurations(self) -> list[Configuration]:
        """All combinations, each once."""
        found = (one for name in self.recipes for one in self._of(named_recipe(name)))
        return list(dict.fromkeys(found))

    def _of(self, recipe: NamedRecipe) -> Iterable[Configuration]:
        own = sorted(name for name in self.options if name in recipe.all_options)
        given = [[(name, value) for value in self.options[name]] for name in own]
        wanted = recipe.counting
        windows = self.windows or ((wanted["window"],) if "window" in wanted else WINDOWS)
        weights = self.weights or ((wanted.get("weights", "harmonic"),) if "window" in wanted else WEIGHTS)
        for options, window, weight, dim, exponent, steps in product(
            product(*given), windows, weights, self.dims, self.exponents, self.post
        ):
            yield Configuration(recipe.name, window, weight, float(exponent), dim, options, tuple(steps))


def _refuse_supervised(recipe: NamedRecipe) -> None:
    if "pairs" in recipe.all_options:
        raise InputError(
            f"recipe {recipe.name!r} learns from scored pairs, and here pairs are what it is scored on; "
            "choose others."
        )


def _check_option(name: str, values: tuple[Any, ...], recipes: list[NamedRecipe]) -> None:
    if not values:
        raise InputError(f"option {name!r} has no values; give one or more to try.")
    if not any(name in recipe.all_options for recipe in recipes):
        known = list(dict.fromkeys(option for recipe in recipes for option in recipe.all_options))
        listed = ", ".join(recipe.name for recipe in recipes)
        raise InputError(
            f"no recipe of {listed} has an option {name!r}; their options are {', '.join(known)}."
        )
