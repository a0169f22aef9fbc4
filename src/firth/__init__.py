"""Counts into geometry: embeddings of words, documents and categories from text and tables.

text → ids → Counts → Association → Factors → Embedding; each arrow is one function:

>>> import firth
>>> corpus = firth.encode_texts(["tea or coffee", "coffee or tea", "tea and milk"], min_count=1)
>>> counts = firth.count(corpus, window=2)
>>> embedding = firth.embed(counts, recipe="ppmi", dim=2)
>>> embedding.vectors.shape
(5, 2)
"""

import lazy_loader

__version__ = "0.1.0"

# The public names stand once, in __init__.pyi; each is imported when it is first used.
_public, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> object:
    """A public name, or a sentence about one that other libraries have."""
    try:
        return _public(name)
    except AttributeError as error:
        if name not in _OTHER_NAMES:
            raise
        from firth.errors import UnknownAttributeError

        raise UnknownAttributeError(f"firth has no {name!r}; {_OTHER_NAMES[name]}.") from error


_OTHER_NAMES = {
    **dict.fromkeys(
        ("Word2Vec", "word2vec", "FastText", "GloVe"), "firth.embed(texts) makes vectors of words"
    ),
    **dict.fromkeys(("train", "fit"), "firth.embed(texts) makes vectors of words"),
    **dict.fromkeys(("KeyedVectors", "load_word2vec_format"), "firth.load_embedding opens files of vectors"),
    "CA": "use firth.correspondence(table), or firth.CorrespondenceAnalysis",
    "MCA": "use firth.multiple_correspondence(records), or firth.MultipleCorrespondenceAnalysis",
    "mca": "use firth.multiple_correspondence(records), or firth.MultipleCorrespondenceAnalysis",
    "PCA": "use firth.CenteredPCA",
    "most_similar": "use firth.neighbors(embedding, 'tea'), or embedding.most_similar",
    "plot": "pictures are in firth.plots",
    "read_csv": "use firth.datasets.read_table, or pandas",
    "read_table": "it is firth.datasets.read_table",
}
