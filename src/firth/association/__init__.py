"""Counts → Association."""

from firth.association.covariance import (
    categorical_correlation,
    categorical_covariance,
    correlation_matrix,
    covariance_matrix,
    gini,
)
from firth.association.kernel import kernel_association
from firth.association.lsi import lsi_weighting
from firth.association.nonlinear import logarithm, nonlinear_quotient, power, presence
from firth.association.quotient import quotient
from firth.association.recipes import RECIPES, NamedRecipe, associate, named_recipe, register_recipe
from firth.association.supervision import supervised_association
from firth.association.template import template
from firth.association.tuning import tuning_from_pairs

__all__ = [
    "RECIPES",
    "NamedRecipe",
    "associate",
    "categorical_correlation",
    "categorical_covariance",
    "correlation_matrix",
    "covariance_matrix",
    "gini",
    "kernel_association",
    "logarithm",
    "lsi_weighting",
    "named_recipe",
    "nonlinear_quotient",
    "power",
    "presence",
    "quotient",
    "register_recipe",
    "supervised_association",
    "template",
    "tuning_from_pairs",
]
