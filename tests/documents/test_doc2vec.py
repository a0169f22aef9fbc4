import numpy as np
import pytest

from documents.topics import topics
from firth.documents import tokenize_documents, train_doc2vec
from firth.errors import InputError


def test_doc2vec_reads_documents_in_a_random_order(monkeypatch):
    """Sorted by class, as many collections are, they would get vectors that tell their place alone."""
    doc2vec = pytest.importorskip("gensim.models.doc2vec")
    read, train = [], doc2vec.Doc2Vec.train

    def spy(self, tagged, **how):
        read.extend(one.tags[0] for one in tagged)
        return train(self, tagged, **how)

    monkeypatch.setattr(doc2vec.Doc2Vec, "train", spy)
    train_doc2vec(tokenize_documents(topics()), dim=2, epochs=1, min_count=1)
    assert sorted(read) == list(range(60)) != read


def test_doc2vec_infers_the_same_vector_whatever_came_before():
    found = train_doc2vec(tokenize_documents(topics()), dim=6, epochs=3, min_count=1)
    alone = found.infer(tokenize_documents(["a1 a2 a3"]))
    after = found.infer(tokenize_documents(["b1 b2", "", "unheard of", "a1 a2 a3"]))
    assert np.array_equal(after[3], alone[0])
    assert not after[1:3].any()
    assert found.vectors.shape == (60, 6)
    with pytest.raises(InputError, match=r"no word occurs 9 times"):
        train_doc2vec(tokenize_documents(["a b"]), min_count=9)
    with pytest.raises(InputError, match=r"order is 'dm'; choose bag or order"):
        train_doc2vec(tokenize_documents(["a b"]), order="dm")
