"""Files: firth's own format, the formats of word2vec and GloVe, and gensim's KeyedVectors."""

from firth.runtime.atomic import refuse_unwritable, whole_file
from firth.store.caching import cached_counts, content_digest
from firth.store.formats import FORMATS, kind_of, load, load_counts, load_embedding, save
from firth.store.keyed_vectors import from_gensim, to_gensim

__all__ = [
    "FORMATS",
    "cached_counts",
    "content_digest",
    "from_gensim",
    "kind_of",
    "load",
    "load_counts",
    "load_embedding",
    "refuse_unwritable",
    "save",
    "to_gensim",
    "whole_file",
]
