"""Readers of data sets that only experiments use."""

from firth_papers.readers.conll import TaggedSentence, read_conll
from firth_papers.readers.emotions import read_emotions
from firth_papers.readers.images import ImageSet, read_image_sets
from firth_papers.readers.imdb import Reviews, read_imdb
from firth_papers.readers.reuters import read_reuters
from firth_papers.readers.semeval13 import Task13, read_task13

__all__ = [
    "ImageSet",
    "Reviews",
    "TaggedSentence",
    "Task13",
    "read_conll",
    "read_emotions",
    "read_image_sets",
    "read_imdb",
    "read_reuters",
    "read_task13",
]
