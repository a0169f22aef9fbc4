"""The registry: every named way from counts to a matrix, one line each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import DTypeLike

from firth.association.quotient import quotient
from firth.association.template import template
from firth.core import Association, Counts
from firth.errors import InputError

_FIXED = {"counts", "dtype", "threads"}


@dataclass(frozen=True)
class NamedRecipe:
    """How counts become a matrix, and how its factors become vectors.

    options: what is passed to `associate` on top of its own defaults. kind: svd or eigen. exponent: of the
    spectrum, in U Σ^exponent; those of the registry are the best of 0, ½ and 1 on eleven similarity sets
    (docs/recipes.md). by_masses: divide by the roots of the row masses, as correspondence analysis
    does. measure: how its vectors are compared.
    """

    name: str
    sentence: str
    source: str
    associate: Callable[..., Association]
    options: Mapping[str, Any] = field(default_factory=dict)
    kind: Literal["svd", "eigen"] = "svd"
    exponent: float = 0.5
    by_masses: bool = False
    measure: Literal["cosine", "dot"] = "cosine"

    @property
    def all_options(self) -> dict[str, Any]:
        """Every option of the recipe with the value it has when none is given."""
        parameters = inspect.signature(self.associate).parameters.values()
        return {p.name: p.default for p in parameters if p.name not in _FIXED} | dict(self.options)

    def settle(self, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Every option with its value, those given included; one the recipe does not have is refused."""
        known = self.all_options
        for name in options or {}:
            if name not in known:
                raise InputError(f"recipe {self.name!r} has no option {name!r}; it has {', '.join(known)}.")
        return known | dict(options or {})


_RECIPES: dict[str, NamedRecipe] = {}

RECIPES: Mapping[str, NamedRecipe] = MappingProxyType(_RECIPES)
"""All recipes by name, in the order they were registered."""


def register_recipe(recipe: NamedRecipe) -> None:
    """Add a recipe of one's own, to be used by name like the others.

    >>> register_recipe(NamedRecipe("cube-root", "SVD of roots.", "mine", template, {"transform": 1 / 3}))
    >>> RECIPES["cube-root"].all_options["transform"] == 1 / 3
    True
    """
    if recipe.name in _RECIPES:
        raise InputError(f"there is a recipe {recipe.name!r} already; choose another name.")
    _RECIPES[recipe.name] = recipe


def named_recipe(name: str) -> NamedRecipe:
    """The recipe of that name; an unknown one raises and lists them all."""
    if name not in _RECIPES:
        raise InputError(f"there is no recipe {name!r}; choose one of {', '.join(_RECIPES)}.")
    return _RECIPES[name]


def associate(
    counts: Counts,
    recipe: str = "eigenword",
    *,
    dtype: DTypeLike = np.float32,
    threads: int | None = None,
    **options: Any,
) -> Association:
    """Counts → Association, by a recipe's name and options of one's own.

    >>> from firth.counting import count
    >>> from firth.text import encode_texts
    >>> counts = count(encode_texts(["a b a c", "b a b"], min_count=1), window=1)
    >>> associate(counts, "sppmi", shift=2).operator.shape
    (3, 3)
    """
    chosen = named_recipe(recipe)
    values = chosen.settle(options)
    if counts.matrix.nnz == 0:
        raise InputError("the table of counts is empty; no two words stand within a window of each other.")
    association = chosen.associate(counts, dtype=dtype, threads=threads, **values)
    how = counts.how.then("association", recipe=recipe, **values)
    return replace(association, recipe=how)


_STRATOS = "Stratos, Collins & Hsu 2015"
_SOLEIMANI = "Haji Soleimani 2019"
_LEVY = "Levy & Goldberg 2014; Levy, Goldberg & Dagan 2015"
_QI = "Qi et al. 2024"

for _recipe in (
    NamedRecipe("svd", "SVD of the counts themselves.", _SOLEIMANI, template, exponent=0.0),
    NamedRecipe(
        "svd-log", "SVD of log(1 + counts).", _SOLEIMANI,
        template, {"transform": "log"}, exponent=0.0,
    ),
    NamedRecipe(
        "svd-sqrt", "SVD of the roots of the counts.", _SOLEIMANI,
        template, {"transform": "sqrt"}, exponent=0.0,
    ),
    NamedRecipe(
        "ppmi", "Positive pointwise mutual information, contexts smoothed.", _LEVY,
        template, {"scale": "pmi", "alpha": 0.75},
    ),
    NamedRecipe(
        "sppmi", "Positive PMI shifted down by log k, as k negative samples do.", _LEVY,
        template, {"scale": "pmi", "alpha": 0.75, "shift": 5.0},
    ),
    NamedRecipe(
        "svd-ns", "PMI above a threshold below zero, so that mild repulsion counts.", _SOLEIMANI,
        template, {"scale": "pmi", "threshold": -2.5},
    ),
    NamedRecipe(
        "eigenword", "Eigenvectors of thresholded PMI with the largest eigenvalues.", _SOLEIMANI,
        template, {"scale": "pmi", "threshold": -2.5}, kind="eigen",
    ),
    NamedRecipe(
        "sqrt-cca", "Canonical correlations of the roots of counts.", _STRATOS,
        template, {"transform": "sqrt", "scale": "cca", "alpha": 0.75}, exponent=0.0,
    ),
    NamedRecipe(
        "ca", "Correspondence analysis.", "Benzécri 1973; Niitsuma & Lee 2018",
        quotient, {"power": 1.0}, exponent=0.0, by_masses=True,
    ),
    NamedRecipe(
        "root-ca", "Correspondence analysis of the roots of counts.", _QI,
        quotient, {"power": 0.5}, exponent=0.0, by_masses=True,
    ),
    NamedRecipe(
        "rootroot-ca", "Correspondence analysis of the fourth roots of counts.", _QI,
        quotient, {"power": 0.25}, exponent=0.0, by_masses=True,
    ),
):  # fmt: skip
    register_recipe(_recipe)
