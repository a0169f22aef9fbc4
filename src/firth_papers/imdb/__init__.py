"""Haji Soleimani 2019, section 7.2: sentiment of film reviews from document vectors."""

from firth_papers.imdb.comparison import compare, run
from firth_papers.imdb.settings import Settings

__all__ = ["Settings", "compare", "run"]
