"""Counts → Association."""

from firth.association.covariance import (
    categorical_correlation,
    categorical_covariance,
    correlation_matrix,
    covariance_matrix,
    gini,
)
from firth.association.kernel import kernel_association
from firth.association.nonlinear import nonlinear_quotient
from firth.association.pair_supervision import tuning_from_pairs
from firth.association.quotient import quotient
from firth.association.quotient_functions import QuotientFunction, logarithm, power, presence
from firth.association.supervision import supervised_association
from firth.association.template import smoothed_ppmi, template

__all__ = [
    "QuotientFunction",
    "categorical_correlation",
    "categorical_covariance",
    "correlation_matrix",
    "covariance_matrix",
    "gini",
    "kernel_association",
    "logarithm",
    "nonlinear_quotient",
    "power",
    "presence",
    "quotient",
    "smoothed_ppmi",
    "supervised_association",
    "template",
    "tuning_from_pairs",
]
