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
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
