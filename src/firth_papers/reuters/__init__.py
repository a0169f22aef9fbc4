"""Picca, Curdy & Bavaud 2006: categories of Reuters stories from non-linear correspondence analysis."""

from firth_papers.reuters.comparison import Settings, compare, run

__all__ = ["Settings", "compare", "run"]
