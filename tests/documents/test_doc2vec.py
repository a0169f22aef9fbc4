import os
import subprocess
import sys

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


def test_doc2vec_infers_the_same_bytes_in_every_process():
    """Python salts its hashes of texts anew in each process, and gensim would start from them."""
    pytest.importorskip("gensim.models.doc2vec", reason="gensim is not installed")
    program = (
        "from firth.documents import tokenize_documents, train_doc2vec\n"
        "model = train_doc2vec(tokenize_documents(['a b c', 'b c d'] * 9), dim=4, epochs=2, min_count=1)\n"
        "print((model.vectors.tobytes() + model.infer(tokenize_documents(['a d'])).tobytes()).hex())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program],
            env={**os.environ, "PYTHONHASHSEED": salt},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for salt in ("1", "2")
    }
    assert len(found) == 1
