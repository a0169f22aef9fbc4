"""A text is read and counted once, and its vectors are made once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firth.counting import count
from firth.datasets import read
from firth.runtime.run import Run
from firth.text import encode, encode_texts
from firth_papers.engine.experiment import Context
from firth_papers.engine.models import spectral
from firth_papers.engine.text import text_of_documents, text_of_file, wikipedia
from firth_papers.template import Settings

COUNTING = {"window": 2, "weights": "flat"}


def refuse():
    raise AssertionError("the text was read again")


def test_a_text_is_counted_once(word_data, tmp_path):
    path = read("wiki100m", word_data)
    text = text_of_file(path, tmp_path, Run())
    counts, direct = text.counts(**COUNTING), count(encode(path), **COUNTING)
    assert (counts.matrix != direct.matrix).nnz == 0
    again = replace(text_of_file(path, tmp_path, Run()), encode=refuse)
    assert (again.counts(**COUNTING).matrix != direct.matrix).nnz == 0
    with pytest.raises(AssertionError, match="read again"):
        again.counts(window=3, weights="flat")
    with pytest.raises(AssertionError, match="read again"):
        replace(text_of_file(path, tmp_path, Run(), min_count=6), encode=refuse).counts(**COUNTING)


def test_the_beginning_of_a_text_is_a_text_of_its_own(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("tea milk " * 100_000 + "cup tea " * 20_000)
    whole, part = (text_of_file(path, tmp_path, Run(), megabytes=megabytes) for megabytes in (None, 1))
    assert whole.recipe.digest != part.recipe.digest
    assert whole.corpus.tokens == 240_000
    assert part.corpus.tokens == 200_000 + 2 * 100_000 // 8
    described = part.described(**COUNTING)
    assert described["tokens"] == part.corpus.tokens
    assert (described["words"], described["cells"]) == (3, part.counts(**COUNTING).matrix.nnz)


def test_the_text_that_is_asked_for_is_found_and_not_read(word_data, tmp_path):
    context = Context(Settings(seed=3), tmp_path, word_data, threads=1)
    text = wikipedia(context, megabytes=1, min_count=7)
    assert (text.name, text.folder, text.run) == ("wiki100m.txt.xz", tmp_path, context.run)
    assert (text.recipe["text"]["megabytes"], text.recipe["text"]["min_count"]) == (1, 7)
    assert (context.run.seed, context.run.threads) == (3, 1)
    assert list(tmp_path.iterdir()) == []


def test_documents_are_texts_or_tokens_as_they_are(tmp_path):
    texts = text_of_documents(["Tea, or coffee", "coffee"], tmp_path, Run(), min_count=1)
    tokens = text_of_documents([["Tea,", "or"], ["or"]], tmp_path, Run(), min_count=1)
    words = encode_texts(["Tea, or coffee", "coffee"], min_count=1).vocabulary.tokens
    assert texts.corpus.vocabulary.tokens == words
    assert tokens.corpus.vocabulary.tokens == ("or", "Tea,")
    assert texts.recipe.digest != tokens.recipe.digest


def test_kept_vectors_are_not_made_again_unless_they_are_spoiled(word_data, tmp_path):
    text = text_of_file(read("wiki100m", word_data), tmp_path, Run())
    model = spectral("ppmi", "ppmi", counting=COUNTING, dim=4, run=Run(), keep=True)

    def make(_):
        raise AssertionError("made again")

    embedding, seconds = text.made(model)
    found, told = text.made(replace(model, make=make))
    assert (found.vectors == embedding.vectors).all()
    assert told == seconds
    (vectors,) = (tmp_path / "vectors").glob("ppmi-*.safetensors")
    vectors.write_bytes(vectors.read_bytes()[:100])
    with pytest.raises(AssertionError, match="made again"):
        text.made(replace(model, make=make))
    assert len(text.vectors(model)) == len(text.counts(**COUNTING).rows)
