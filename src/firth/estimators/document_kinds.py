"""Kinds of document vectors by name, with the settings that were measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from firth.association import power
from firth.core import Embedding
from firth.errors import InputError
from firth.estimators.bag_of_words import BagOfWords
from firth.estimators.doc2vec import Doc2Vec, Doc2VecC
from firth.estimators.nonlinear_ca import NonlinearCA
from firth.estimators.word_means import SIF, PowerMeans, WordMeans


def nonlinear_documents(
    dim: int, *, beta: float, longest: int, min_documents: int, seed: int = 0, threads: int | None = None
) -> Any:
    """Documents at the centers of gravity of their words, of length 1; β = 1 is correspondence analysis.

    >>> made = nonlinear_documents(1, beta=0.75, longest=1, min_documents=1)
    >>> abs(made.fit_transform(["tea milk", "tea", "king"])).round(6).ravel().tolist()
    [1.0, 1.0, 1.0]
    """
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import Normalizer

    words = BagOfWords(longest=longest, min_documents=min_documents, n_jobs=threads)
    analysis = NonlinearCA(dim, function=power(beta), tol=None, random_state=seed, n_jobs=threads)
    return make_pipeline(words, analysis, Normalizer())


@dataclass(frozen=True)
class DocumentChoices:
    """What kinds of document vectors depend on.

    Parameters
    ----------
    documents : int
        How many documents they learn from.
    dim : int, optional
        The number of columns of dense vectors that learn; 200 unless given, or a quarter of the documents
        where they are few.
    min_documents : int, optional
        A word or pair must be in so many documents; 2 unless given, and for CA and NLCA one in a thousand.
    words : Embedding, optional
        The word vectors that means are made of.
    seed : int
        The random seed; the same seed gives the same bytes.
    threads : int, optional
        The number of threads. Results do not depend on it.
    """

    documents: int
    dim: int | None = None
    min_documents: int | None = None
    words: Embedding | None = None
    seed: int = 0
    threads: int | None = None

    @property
    def columns(self) -> int:
        """Of dense vectors."""
        return self.dim if self.dim is not None else max(1, min(200, self.documents // 4))

    def least(self, usual: int = 2) -> int:
        """In how many documents a term must be."""
        return self.min_documents if self.min_documents is not None else usual


Make = Callable[[DocumentChoices], Any]


def _table(weighting: Any) -> Make:
    def make(choices: DocumentChoices) -> Any:
        return BagOfWords(
            weighting=weighting, longest=2, min_documents=choices.least(), n_jobs=choices.threads
        )

    return make


def _analysis(beta: float) -> Make:
    def make(choices: DocumentChoices) -> Any:
        return nonlinear_documents(
            choices.columns,
            beta=beta,
            longest=2,
            min_documents=choices.least(max(2, choices.documents // 1000)),
            seed=choices.seed,
            threads=choices.threads,
        )

    return make


def _means(name: str, kind: Any) -> Make:
    def make(choices: DocumentChoices) -> Any:
        if choices.words is None:
            raise InputError(
                f"{name} vectors are made of word vectors; give some that firth embed "
                "made, with embedding=FILE."
            )
        return kind(choices.words, n_jobs=choices.threads)

    return make


def _learned(kind: Any) -> Make:
    def make(choices: DocumentChoices) -> Any:
        return kind(choices.columns, random_state=choices.seed, n_jobs=choices.threads)

    return make


DOCUMENT_KINDS: Mapping[str, Make] = MappingProxyType(
    {
        "counts": _table("counts"),
        "tfidf": _table("tfidf"),
        "ca": _analysis(1.0),
        "nlca": _analysis(0.75),
        "mean": _means("mean", WordMeans),
        "sif": _means("sif", SIF),
        "power-means": _means("power-means", PowerMeans),
        "doc2vecc": _learned(Doc2VecC),
        "doc2vec": _learned(Doc2Vec),
    }
)
"""Name → how a transformer is made. Tables, CA and NLCA are of words and pairs of words."""

OF_WORDS = ("mean", "sif", "power-means")
"""Those that are made of word vectors."""


def document_vectors(name: str, choices: DocumentChoices) -> Any:
    """A transformer of documents by its name.

    Parameters
    ----------
    name : str
        counts, tfidf, ca, nlca, mean, sif, power-means, doc2vecc or doc2vec.
    choices : DocumentChoices

    Returns
    -------
    transformer
        Not yet fitted.

    Examples
    --------
    >>> from firth.estimators.document_kinds import DocumentChoices
    >>> document_vectors("tfidf", DocumentChoices(3)).fit_transform(["a tea", "tea", "a cup"]).shape
    (3, 2)
    """
    if name not in DOCUMENT_KINDS:
        alike = get_close_matches(name, DOCUMENT_KINDS)
        meant = f"did you mean {' or '.join(alike)}? All are" if alike else "choose among"
        raise InputError(f"there are no vectors {name!r}; {meant} {', '.join(DOCUMENT_KINDS)}.")
    return DOCUMENT_KINDS[name](choices)
