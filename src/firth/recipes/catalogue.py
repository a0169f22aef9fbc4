"""The catalogue: every named way from counts to vectors, one entry each."""

from __future__ import annotations

from firth.association.kernel import kernel_association
from firth.association.nonlinear import power_quotient
from firth.association.pair_supervision import pair_supervision
from firth.association.quartic import quartic
from firth.association.quotient import quotient
from firth.association.template import smoothed_ppmi, template
from firth.association.thresholded_pmi import dominant_pmi, negative_pmi
from firth.recipes.fits import DESCENT, EIGEN, SPHERE
from firth.recipes.recipe import NamedRecipe

_STRATOS = "Stratos, Collins & Hsu 2015"
_SOLEIMANI = "Haji Soleimani 2019"
_LEVY = "Levy & Goldberg 2014; Levy, Goldberg & Dagan 2015"
_QI = "Qi et al. 2024"
_NIITSUMA = "Niitsuma & Lee 2018"

CATALOGUE = (
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
        "eigenword", "Eigenvectors of positive PMI with the largest eigenvalues.", _SOLEIMANI,
        template, {"scale": "pmi"}, fit=EIGEN,
    ),
    NamedRecipe(
        "eigenword-psd", "PMI above −2.5 with a diagonal that leaves no eigenvalue negative.", _SOLEIMANI,
        dominant_pmi, fit=EIGEN,
    ),
    NamedRecipe(
        "eigenword-unseen", "PMI above −2.5 with random negative values on pairs never seen.", _SOLEIMANI,
        negative_pmi, fit=EIGEN,
    ),
    NamedRecipe(
        "qwem", "What word2vec learns, to fourth order, in closed form.", "Karkada et al. 2025",
        quartic, fit=EIGEN,
    ),
    NamedRecipe(
        "positional", "Positive PMI with a context for each place around a word.",
        "Ling et al. 2015; Levy & Goldberg 2014",
        template, {"scale": "pmi", "alpha": 0.75}, counting={"contexts": "positional", "window": 2},
    ),
    NamedRecipe(
        "glove", "GloVe: logarithms of counts, fitted with biases by AdaGrad.", "Pennington et al. 2014",
        None, fit=DESCENT, exponent=1.0,
    ),
    NamedRecipe(
        "glove-pmi", "GloVe fitted to PMI, also of pairs that were never seen.", _SOLEIMANI,
        None, {"target": "pmi", "negatives": 1.0, "x_max": 10.0, "epochs": 10},
        fit=DESCENT, exponent=1.0,
    ),
    NamedRecipe(
        "kubwe", "Words on the unit ball, drawn together by positive PMI and pushed apart by all others.",
        _SOLEIMANI, smoothed_ppmi, fit=SPHERE, exponent=1.0,
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
    NamedRecipe(
        "nlca", "Non-linear correspondence analysis: a power of the quotients.", "Picca et al. 2006",
        power_quotient, {"beta": 0.5}, exponent=0.0, by_masses=True,
    ),
    NamedRecipe(
        "tailcut", "Correspondence analysis of what chance does not explain at a distance.", _NIITSUMA,
        quotient, exponent=1.0, by_masses=True, measure="dot",
        counting={"window": 24, "weights": "flat", "cut": "independence"},
    ),
    NamedRecipe(
        "flat", "Correspondence analysis of the counts of a wide window.", _NIITSUMA,
        quotient, exponent=1.0, by_masses=True, measure="dot",
        counting={"window": 24, "weights": "flat"},
    ),
    NamedRecipe(
        "skip", "Correspondence analysis of counts that fall with distance as word2vec's.", _NIITSUMA,
        quotient, exponent=1.0, by_masses=True, measure="dot",
        counting={"window": 24, "weights": "dynamic"},
    ),
    NamedRecipe(
        "kca", "Kernel correspondence analysis; unless told otherwise, that of skip-gram.", _NIITSUMA,
        kernel_association, {"difference": "log_ratio", "rows": "identity", "columns": "identity"},
    ),
    NamedRecipe(
        "sca", "Correspondence analysis tuned by pairs of words that people scored.", _NIITSUMA,
        pair_supervision, exponent=0.0, by_masses=True,
    ),
)  # fmt: skip
"""All recipes that come with firth, in the order in which they are listed."""
