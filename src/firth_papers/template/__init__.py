"""Stratos, Collins & Hsu 2015: a transform and a scale of counts before the singular value decomposition."""

from firth_papers.template.comparison import Settings, compare, run

__all__ = ["Settings", "compare", "run"]
