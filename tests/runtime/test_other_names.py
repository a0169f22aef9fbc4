"""Arguments by the names of other libraries are answered with ours, by every function and every estimator."""

from __future__ import annotations

import inspect

import pandas as pd
import pytest

import firth
from firth import estimators
from firth.errors import UnknownArgumentError

TEXTS = ["tea with milk", "milk in the tea", "goal by the team", "the team in goal"] * 2
CORPUS = firth.encode_texts(TEXTS, min_count=1)
COUNTS = firth.count(CORPUS, window=2)
WORDS = firth.embed(COUNTS, recipe="ppmi", dim=2)
TABLE = [[3, 1, 2], [1, 4, 2], [2, 2, 7]]
CA = firth.correspondence(TABLE)

# What is called, with an argument by another name, and what is said.
CALLS = {
    "embed, gensim's size": (lambda: firth.embed(TEXTS, vector_size=3), "here it is called 'dim'."),
    "embed, workers": (lambda: firth.embed(TEXTS, workers=2), "here it is called 'threads'."),
    "embed, jobs": (lambda: firth.embed(TEXTS, n_jobs=2), "here it is called 'threads'."),
    "embed, seed": (lambda: firth.embed(TEXTS, random_state=0), "here it is called 'seed'."),
    "embed, verbose": (lambda: firth.embed(TEXTS, verbose=1), "called 'progress', a function that is told"),
    "embed, samples": (
        lambda: firth.embed(TEXTS, negative=5),
        "nothing is sampled; recipe='sppmi' with shift=5",
    ),
    "embed, skip-gram": (lambda: firth.embed(TEXTS, sg=1), "the method is chosen by recipe"),
    "embed, iterations": (
        lambda: firth.embed(TEXTS, iter=5),
        "count and factorize instead of training in steps",
    ),
    "embed, nothing like it": (
        lambda: firth.embed(TEXTS, ngram_range=2),
        "help(firth.embed) says what it takes.",
    ),
    "neighbors, topn": (lambda: firth.neighbors(WORDS, "tea", topn=3), "here it is called 'top'."),
    "neighbors, n": (lambda: WORDS.neighbors("tea", n=3), "here it is called 'top'."),
    "neighbors, k": (lambda: WORDS.neighbors("tea", k=3), "here it is called 'top'."),
    "encode": (lambda: firth.encode_texts(TEXTS, min_df=2), "here it is called 'min_count'."),
    "encode, seed": (
        lambda: firth.encode_texts(TEXTS, random_state=0),
        "nothing in it is random, so leave it out.",
    ),
    "count": (lambda: firth.count(CORPUS, window_size=2), "here it is called 'window'."),
    "count, nothing like it": (lambda: firth.count(CORPUS, stop=2), "it takes corpus, window, weights,"),
    "ca": (lambda: firth.correspondence(TABLE, n_components=1), "here it is called 'axes'."),
    "ca, FactoMineR": (lambda: firth.correspondence(TABLE, ncp=1), "here it is called 'axes'."),
    "ca, seed": (lambda: firth.correspondence(TABLE, random_state=1), "here it is called 'seed'."),
    "mca": (lambda: firth.multiple_correspondence(TABLE, n_jobs=1), "here it is called 'threads'."),
    "decompose": (
        lambda: firth.decompose(firth.associate(COUNTS), n_components=1),
        "here it is called 'dim'.",
    ),
    "senses": (lambda: firth.induce(COUNTS, ["tea"], n_jobs=1), "here it is called 'threads'."),
    "evaluate": (lambda: firth.evaluate_similarity(WORDS, [], verbose=1), "it takes embedding, pairs,"),
    "tune": (lambda: firth.tune.tune("a", "b", random_state=1), "here it is called 'seed'."),
    "estimator, gensim": (
        lambda: firth.WordVectors(vector_size=9),
        "here it is called 'n_components' and comes first.",
    ),
    "estimator, ours": (
        lambda: firth.CorrespondenceAnalysis(dim=2),
        "here it is called 'n_components' and comes first.",
    ),
    "estimator, threads": (
        lambda: firth.SIF(WORDS, threads=2),
        "SIF has no argument 'threads'; here it is called 'n_jobs'.",
    ),
    "estimator, seed": (lambda: firth.Doc2VecC(9, seed=2), "here it is called 'random_state'."),
    "estimator, without one": (
        lambda: firth.SIF(WORDS, random_state=2),
        "nothing in it is random, so leave it out.",
    ),
}


@pytest.mark.parametrize(("call", "said"), CALLS.values(), ids=CALLS)
def test_an_argument_by_another_name_is_answered_with_ours(call, said):
    with pytest.raises(UnknownArgumentError) as refused:
        call()
    assert isinstance(refused.value, TypeError)
    assert said in str(refused.value)


TAKE_ANY = {"associate", "register_recipe", "clean_tweet"}


@pytest.mark.parametrize("name", [name for name in firth.__all__ if inspect.isfunction(getattr(firth, name))])
def test_every_public_function_answers_an_argument_that_it_does_not_have(name):
    if name in TAKE_ANY:
        return
    with pytest.raises(UnknownArgumentError, match=f"{name} has no argument 'n_estimators'"):
        getattr(firth, name)("x", n_estimators=3)


@pytest.mark.parametrize(
    "name", [name for name in estimators.__all__ if hasattr(getattr(estimators, name), "fit")]
)
def test_every_estimator_answers_an_argument_that_it_does_not_have_and_shows_those_that_it_has(name):
    estimator = getattr(estimators, name)
    with pytest.raises(UnknownArgumentError, match=f"{name} has no argument 'n_estimators'"):
        estimator(n_estimators=3)
    assert "n_jobs" in inspect.signature(estimator).parameters or name in ("Doc2Vec", "UnitBallEmbedding")


ATTRIBUTES = {
    "gensim's class": (lambda: firth.Word2Vec, "firth.embed(texts) makes vectors of words."),
    "prince's class": (lambda: firth.MCA, "firth.MultipleCorrespondenceAnalysis"),
    "neighbors": (lambda: firth.most_similar, "firth.neighbors(embedding, 'tea')"),
    "counts, shape": (
        lambda: COUNTS.shape,
        "a Counts has no 'shape'; use counts.matrix.shape, a sparse array.",
    ),
    "counts, vectors": (lambda: COUNTS.vectors, "firth.embed(counts) makes vectors of them."),
    "corpus": (lambda: CORPUS.token2id, "a Corpus has no 'token2id'; use corpus.vocabulary.index."),
    "ca, prince": (lambda: CA.row_coordinates, "use analysis.rows.principal, or analysis.rows.to_pandas()"),
    "ca, FactoMineR": (lambda: CA.eig, "use analysis.inertias and analysis.shares"),
    "ca, picture": (lambda: CA.plot, "use firth.plots.biplot(analysis)."),
    "a side": (lambda: CA.rows.coord, "a Side has no 'coord'; use principal, or standard for standard"),
    "a letter": (lambda: CA.rows.masess, "did you mean 'masses'?"),
}


@pytest.mark.parametrize(("asked", "said"), ATTRIBUTES.values(), ids=ATTRIBUTES)
def test_an_attribute_by_another_name_is_answered_with_ours(asked, said):
    with pytest.raises(AttributeError) as refused:
        asked()
    assert said in str(refused.value)


@pytest.mark.parametrize("thing", [WORDS, COUNTS, CORPUS, CA, CA.rows], ids=lambda one: type(one).__name__)
def test_no_name_that_a_type_has_is_among_the_others(thing):
    assert not set(type(thing).other_names) & {*dir(thing)}


def test_what_pandas_makes_of_counts_is_the_table():
    frame = pd.DataFrame.sparse.from_spmatrix(COUNTS.matrix, COUNTS.rows, COUNTS.columns)
    assert (
        frame.loc["tea", "milk"]
        == COUNTS.matrix.toarray()[list(COUNTS.rows).index("tea"), list(COUNTS.columns).index("milk")]
    )
