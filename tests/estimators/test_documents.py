"""Documents in scikit-learn: one interface for all, and empty documents nowhere but at 0."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler
from sklearn.svm import LinearSVC
from sklearn.utils import estimator_checks

from firth.core import Embedding, Vocabulary
from firth.errors import InputError
from firth.estimators import (
    SIF,
    BagOfWords,
    Doc2Vec,
    Doc2VecC,
    NonlinearCA,
    PowerMeans,
    WordMeans,
    WordVectors,
)

RNG = np.random.default_rng(0)
THEMES = {"drink": ["tea", "milk", "cup", "water"], "sport": ["goal", "ball", "team", "match"]}
LABELS = list(THEMES) * 20
TEXTS = [" ".join(RNG.choice([*THEMES[label], "the", "of"], 20)) for label in LABELS]
COUNTS = {"the": 80, "of": 70} | {word: 40 for words in THEMES.values() for word in words}
EMBEDDING = Embedding(np.eye(10) + RNG.normal(0, 0.1, (10, 10)), Vocabulary.from_counts(COUNTS))

EVERY = [
    BagOfWords(),
    BagOfWords(weighting="tfidf", longest=2, min_documents=2),
    WordMeans(EMBEDDING),
    SIF(EMBEDDING),
    PowerMeans(EMBEDDING),
    WordVectors(4, min_count=1, pooling="mean"),
    WordVectors(4, min_count=1, pooling="sif"),
    WordVectors(4, min_count=1, pooling="power-means"),
    Doc2Vec(6, epochs=100, min_count=1),
    Doc2VecC(6, epochs=30, min_count=1),
]
every = pytest.mark.parametrize("estimator", EVERY, ids=lambda one: type(one).__name__)


CONTRACT = [
    estimator_checks.check_estimator_cloneable,
    estimator_checks.check_estimator_repr,
    estimator_checks.check_valid_tag_types,
    estimator_checks.check_no_attributes_set_in_init,
    estimator_checks.check_get_params_invariance,
    estimator_checks.check_set_params,
]
"""What scikit-learn asks of every estimator, whatever its input; other checks give arrays of numbers."""


@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__)
@every
def test_the_contract_of_scikit_learn(estimator, check):
    check(type(estimator).__name__, clone(estimator))


def dense(found):
    return found if isinstance(found, np.ndarray) else found.toarray()


@every
def test_strings_and_their_tokens_give_the_same(estimator):
    from_texts = clone(estimator).fit(TEXTS)
    from_tokens = clone(estimator).fit([text.split() for text in TEXTS])
    expected = dense(from_texts.transform(TEXTS[:5]))
    assert np.array_equal(dense(from_tokens.transform([text.split() for text in TEXTS[:5]])), expected)


@every
def test_empty_and_unheard_of_documents_are_at_zero(estimator):
    fitted = clone(estimator).fit([*TEXTS, ""])
    found = dense(fitted.transform(["", "nothing known", "tea of the cup", []][:3]))
    assert np.isfinite(found).all()
    assert not found[:2].any()
    assert found[2].any()


@every
def test_a_row_for_each_document_and_a_name_for_each_column(estimator):
    fitted = clone(estimator)
    found = fitted.fit_transform(TEXTS)
    assert found.shape == (40, len(fitted.get_feature_names_out()))


@every
def test_what_is_no_list_of_documents_is_refused(estimator):
    fitted = clone(estimator).fit(TEXTS)
    with pytest.raises(InputError, match="there are no documents; give at least one"):
        fitted.transform([])
    with pytest.raises(InputError, match="one string was given"):
        fitted.transform("tea")


@every
def test_the_same_bytes_every_time_and_for_any_number_of_threads(estimator):
    one, other = (
        dense(clone(estimator).set_params(n_jobs=threads).fit_transform(TEXTS)) for threads in (1, 3)
    )
    assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize(
    "estimator", [*EVERY, make_pipeline(BagOfWords(), NonlinearCA(4))], ids=lambda one: type(one).__name__
)
def test_documents_are_classified_in_a_pipeline(estimator):
    model = make_pipeline(clone(estimator), MaxAbsScaler(), LinearSVC())
    assert cross_val_score(model, TEXTS, LABELS, cv=3).mean() > 0.8


@pytest.mark.parametrize("longest", [1, 2])
def test_tfidf_is_scikit_learns(longest):
    theirs = TfidfVectorizer(tokenizer=str.split, token_pattern=None, ngram_range=(1, longest))
    ours = BagOfWords(weighting="tfidf", longest=longest)
    expected, found = theirs.fit_transform(TEXTS), ours.fit_transform(TEXTS)
    order = [theirs.vocabulary_[name] for name in ours.get_feature_names_out()]
    assert np.allclose(found.toarray(), expected.toarray()[:, order])


def test_sif_takes_off_what_documents_have_in_common():
    sif = SIF(EMBEDDING, a=0.01, n_removed=2)
    found = sif.fit_transform(TEXTS)
    assert np.allclose(found @ sif.common_.T, 0)
    assert np.allclose(sif.transform(TEXTS), found)
    shares = EMBEDDING.vocabulary.counts / EMBEDDING.vocabulary.counts.sum()
    assert np.allclose(sif.weights_, 0.01 / (0.01 + shares))


def test_choices_that_there_are_not_are_refused():
    with pytest.raises(InputError, match="weighting is 'idf'; choose counts or tfidf"):
        BagOfWords(weighting="idf").fit(TEXTS)
    with pytest.raises(InputError, match="no word is in 99 of the 40 documents; give more text, or lower"):
        BagOfWords(min_documents=99).fit(TEXTS)
    with pytest.raises(InputError, match="embedding is a dict; give word vectors"):
        WordMeans({"tea": [1.0]}).fit(TEXTS)
