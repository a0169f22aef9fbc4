"""Terms of documents, against scikit-learn's."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer

from firth.documents import find_terms, tokenize_documents, word_table
from firth.errors import InputError

RNG = np.random.default_rng(5)


@pytest.mark.parametrize("longest", [1, 2])
@pytest.mark.parametrize("least", [1, 2])
def test_terms_are_counted_as_scikit_learn_counts_them(longest, least):
    texts = [" ".join(RNG.choice(list("abcdefgh"), size)) for size in (0, 1, 2, 9, 30, 4)]
    bag = CountVectorizer(tokenizer=str.split, token_pattern=None, ngram_range=(1, longest), min_df=least)
    expected = bag.fit_transform(texts)
    documents = tokenize_documents(texts)
    terms = find_terms(documents, longest=longest, min_documents=least)
    assert sorted(terms.names) == sorted(bag.get_feature_names_out())
    order = [bag.vocabulary_[name] for name in terms.names]
    assert np.array_equal(terms.table(documents).toarray(), expected.toarray()[:, order])
    others = ["a b zz c d", "zz", "h g f"]
    found = terms.table(tokenize_documents(others)).toarray()
    assert np.array_equal(found, bag.transform(others).toarray()[:, order])


def test_terms_of_nothing():
    documents = tokenize_documents(["", ""])
    assert find_terms(documents, longest=2).table(documents).shape == (2, 0)
    with pytest.raises(InputError, match=r"longest is 3; terms are words \(1\) or"):
        find_terms(documents, longest=3)
    with pytest.raises(InputError, match="min_documents is 0; it must be at least 1"):
        find_terms(documents, min_documents=0)


def test_tables_are_sparse_with_indices_that_learners_accept():
    table = word_table(tokenize_documents(["the cat the cat", ""]), {"the": 0, "cat": 1, "café": 2})
    assert isinstance(table, sparse.csr_array)
    assert table.indices.dtype == table.indptr.dtype == np.int32
