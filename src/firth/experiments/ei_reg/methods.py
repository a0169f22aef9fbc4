"""The vectors of tables 7.3–7.6 by the names that they have there, and ours besides."""

from __future__ import annotations

from typing import Any

from firth.association.nonlinear import power
from firth.experiments.documents import Cabinet, Material, Method, Words, mean_methods, unfitted
from firth.experiments.documents.material import Document
from firth.experiments.ei_reg.settings import Settings

CA, NLCA = "CA x*", "NLCA x*"


def word_tables(threads: int | None = None) -> dict[str, Any]:
    """Name → transformer; each is fitted to the tweets learnt from in every run."""
    from firth.estimators import BagOfWords

    made = {}
    for weighting, title in (("counts", "BOW"), ("tfidf", "TFIDF")):
        for longest, terms in ((1, "unigram"), (2, "uni + bi")):
            how: dict[str, Any] = {"weighting": weighting, "longest": longest, "min_documents": 2}
            made[f"{title} ({terms})"] = BagOfWords(**how, threads=threads)
    return made


def learned_vectors(settings: Settings, cabinet: Cabinet, threads: int | None = None) -> list[Method]:
    """Vectors that learn from the corpus alone."""
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import Normalizer

    from firth.estimators import BagOfWords, Doc2Vec, Doc2VecC, NonlinearCA

    how: dict[str, Any] = {"epochs": settings.epochs, "min_count": settings.min_count}
    own: dict[str, Any] = {"random_state": settings.seed, "threads": threads}
    made = [
        _from_others("Doc2Vec", Doc2Vec(settings.dim, **how, **own), {"dim": settings.dim, **how}),
        _from_others("Doc2VecC", Doc2VecC(settings.dim, **how, **own), {"dim": settings.dim, **how}),
    ]
    for name, beta in ((CA, 1.0), (NLCA, settings.beta)):
        terms = BagOfWords(min_documents=settings.min_count, threads=threads)
        analysis = NonlinearCA(settings.factors, f=power(beta), tolerance=None, **own)
        chosen = {"beta": beta, "factors": settings.factors, "min_documents": settings.min_count}
        made.append(_from_others(name, make_pipeline(terms, analysis, Normalizer()), chosen))
    words = Words(
        dim=settings.dim,
        window=settings.window,
        min_count=settings.min_count,
        steps=("unit",),
        seed=settings.seed,
    )
    means = mean_methods(words, cabinet, teaching=_corpus, counted=_corpus, threads=threads)
    return [*made, *means]


def _corpus(material: Material) -> list[Document]:
    return list(material.others)


def _from_others(name: str, transformer: Any, settings: dict[str, Any]) -> Method:
    def make(material: Material) -> Any:
        import warnings

        from firth.estimators import EmptyRowsWarning

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", EmptyRowsWarning)  # many tweets are links alone
            return transformer.fit(_corpus(material)).transform(list(material.documents))

    return unfitted(name, make, settings)
