"""Haji Soleimani 2019, section 7.1: how strong an emotion is, from the vectors of tweets."""

from firth_papers.ei_reg.comparison import compare, run
from firth_papers.ei_reg.settings import Settings

__all__ = ["Settings", "compare", "run"]
