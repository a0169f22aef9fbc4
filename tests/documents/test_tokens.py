import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.documents import tokenize_documents
from firth.documents import tokens as tokens_module
from firth.errors import InputError
from firth.text.tokenize import tokenize

TEXTS = ["The cat isn't here.", "", "  \n", "Café CAFÉ 2 cats!", "the cat the cat", "’tis ½ done\nthe end"]
RNG = np.random.default_rng(5)


def lists_of(documents):
    parts = np.split(documents.ids, documents.starts[1:-1])
    return [[documents.words[i] for i in part] for part in parts]


def test_texts_have_the_tokens_that_tokenize_finds_and_keep_their_places():
    assert lists_of(tokenize_documents(TEXTS)) == [tokenize(text) for text in TEXTS]


def test_the_size_of_chunks_and_the_number_of_threads_do_not_matter(monkeypatch):
    monkeypatch.setattr(tokens_module, "_CHUNK", 20)
    for threads in (1, 3):
        assert lists_of(tokenize_documents(TEXTS * 4, threads=threads)) == [tokenize(t) for t in TEXTS * 4]


@given(st.lists(st.text(max_size=12), max_size=6))
def test_any_texts(texts):
    assert (lists_of(tokenize_documents(texts)) if texts else []) == [tokenize(text) for text in texts]


def test_lists_of_tokens_are_taken_as_they_are():
    documents = tokenize_documents([["New York", "is"], [], np.array(["is"])])
    assert documents.words == ("New York", "is")
    assert documents.starts.tolist() == [0, 2, 2, 3]


@pytest.mark.parametrize(
    ("documents", "says"),
    [
        ("a text", "one string was given where documents are expected"),
        (7, "a int was given where documents are expected; give a list of strings"),
        (["a", None], "document number 2 is missing (None); each document keeps its row, so write ''"),
        ([["a", 3]], "document number 1 has 3 as a token; tokens are strings"),
    ],
)
def test_what_is_no_document_is_refused(documents, says):
    with pytest.raises(InputError) as caught:
        tokenize_documents(documents)
    assert says in str(caught.value)


def test_documents_are_put_in_another_order():
    texts = [" ".join(RNG.choice(list("abcdef"), RNG.integers(0, 5))) for _ in range(30)]
    order = RNG.permutation(30)[:20]
    found, wanted = tokenize_documents(texts).reordered(order), [texts[place].split() for place in order]
    words = np.array(found.words, dtype=object)
    assert [part.tolist() for part in np.split(words[found.ids], found.starts[1:-1])] == wanted
    assert found.starts[-1] == len(found.ids)
