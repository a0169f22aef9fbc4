"""The vectors of tables 7.3–7.6 by the names that they have there, and ours besides."""

from __future__ import annotations

from typing import Any

from firth_papers.documents import Cabinet, Material, Method, Words, mean_methods, unfitted
from firth_papers.ei_reg.settings import Settings
from firth_papers.engine.text import Document

CA, NLCA = "CA x*", "NLCA x*"


def word_tables(threads: int | None = None) -> dict[str, Any]:
    """Name → transformer; each is fitted to the tweets learnt from in every run."""
    from firth.estimators import BagOfWords

    made = {}
    for weighting, title in (("counts", "BOW"), ("tfidf", "TFIDF")):
        for longest, terms in ((1, "unigram"), (2, "uni + bi")):
            how: dict[str, Any] = {"weighting": weighting, "longest": longest, "min_documents": 2}
            made[f"{title} ({terms})"] = BagOfWords(**how, n_jobs=threads)
    return made


def learned_vectors(settings: Settings, cabinet: Cabinet, threads: int | None = None) -> list[Method]:
    """Vectors that learn from the corpus alone."""
    from firth.estimators import Doc2Vec, Doc2VecC
    from firth.estimators.document_kinds import nonlinear_documents

    how: dict[str, Any] = {"epochs": settings.epochs, "min_count": settings.min_count}
    own: dict[str, Any] = {"random_state": settings.seed, "n_jobs": threads}
    made = [
        _from_others("Doc2Vec", Doc2Vec(settings.dim, **how, **own), {"dim": settings.dim, **how}),
        _from_others("Doc2VecC", Doc2VecC(settings.dim, **how, **own), {"dim": settings.dim, **how}),
    ]
    for name, beta in ((CA, 1.0), (NLCA, settings.beta)):
        chosen: dict[str, Any] = {"beta": beta, "min_documents": settings.min_count}
        transformer = nonlinear_documents(
            settings.factors, **chosen, longest=1, seed=settings.seed, threads=threads
        )
        made.append(_from_others(name, transformer, {**chosen, "factors": settings.factors}))
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
