"""Haji Soleimani 2019: word vectors on sets of word pairs, and the use of negative examples."""

from firth_papers.intrinsic.algorithms import Settings
from firth_papers.intrinsic.comparison import compare, run

__all__ = ["Settings", "compare", "run"]
