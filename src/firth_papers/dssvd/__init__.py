"""Niitsuma & Lee 2018, figures 2–3: time and memory of correspondence analysis against the size of a text."""

from firth_papers.dssvd.comparison import Settings, compare, run

__all__ = ["Settings", "compare", "run"]
