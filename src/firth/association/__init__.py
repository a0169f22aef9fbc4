"""Counts → Association."""

from firth.association.quotient import quotient
from firth.association.recipes import RECIPES, NamedRecipe, associate, named_recipe, register_recipe
from firth.association.template import template

__all__ = ["RECIPES", "NamedRecipe", "associate", "named_recipe", "quotient", "register_recipe", "template"]
