"""Recipes: every named way from counts to vectors."""

from firth.recipes.embed import embed
from firth.recipes.fits import DESCENT, EIGEN, SPHERE, SVD, Fit
from firth.recipes.postprocess import STEPS, postprocess
from firth.recipes.recipe import NamedRecipe
from firth.recipes.registry import DEFAULT_RECIPE, RECIPES, associate, named_recipe, register_recipe

__all__ = [
    "DEFAULT_RECIPE",
    "DESCENT",
    "EIGEN",
    "RECIPES",
    "SPHERE",
    "STEPS",
    "SVD",
    "Fit",
    "NamedRecipe",
    "associate",
    "embed",
    "named_recipe",
    "postprocess",
    "register_recipe",
]
