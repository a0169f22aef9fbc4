"""Files: firth's own format, the formats of word2vec and GloVe, and gensim's KeyedVectors."""

from firth.store.formats import (
    COUNTS,
    FORMATS,
    embedding_kind,
    kind_of,
    load,
    load_counts,
    load_embedding,
    save,
)
from firth.store.gensim import from_gensim, to_gensim

__all__ = [
    "COUNTS",
    "FORMATS",
    "embedding_kind",
    "from_gensim",
    "kind_of",
    "load",
    "load_counts",
    "load_embedding",
    "save",
    "to_gensim",
]
