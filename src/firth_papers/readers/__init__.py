"""Readers of data sets that only experiments use."""

from firth_papers.readers.conll import TaggedSentence, read_conll
from firth_papers.readers.emotions import read_emotions
from firth_papers.readers.imdb import Reviews, read_imdb
from firth_papers.readers.reuters import read_reuters

__all__ = ["Reviews", "TaggedSentence", "read_conll", "read_emotions", "read_imdb", "read_reuters"]
