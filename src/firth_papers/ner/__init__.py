"""Stratos, Collins & Hsu 2015: names in text, found with the help of word vectors and clusters."""

from firth_papers.ner.comparison import Settings, compare, run

__all__ = ["Settings", "compare", "run"]
