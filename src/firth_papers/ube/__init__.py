"""Haji Soleimani 2019, chapter 2: images on the unit ball, and how well their classes come apart there."""

from firth_papers.ube.comparison import Settings, compare, run

__all__ = ["Settings", "compare", "run"]
