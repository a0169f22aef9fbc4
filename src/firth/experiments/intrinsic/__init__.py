"""Haji Soleimani 2019: word vectors on sets of word pairs, and the use of negative examples."""

from firth.experiments.intrinsic.algorithms import Settings
from firth.experiments.intrinsic.comparison import compare, run

__all__ = ["Settings", "compare", "run"]
