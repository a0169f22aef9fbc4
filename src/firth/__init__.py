"""Counts into geometry: embeddings of words, documents and categories from text and tables."""

__version__ = "0.1.0"
