"""The document vectors of tables 7.10–7.12 by the names that they have there, and ours besides."""

from __future__ import annotations

from typing import Any

from firth_papers.documents import (
    MEAN,
    POWER,
    SIF_NAME,
    Cabinet,
    Material,
    Method,
    Words,
    fitted,
    mean_methods,
    unfitted,
)
from firth_papers.imdb.settings import Settings

CA, NLCA = "CA x*", "NLCA x*"
OURS = (CA, NLCA, MEAN, SIF_NAME, POWER)


def all_methods(settings: Settings, cabinet: Cabinet, threads: int | None = None) -> list[Method]:
    """In the order of the table, ours after them."""
    means = mean_methods(
        Words(dim=settings.dim, seed=settings.seed),
        cabinet,
        teaching=lambda material: material.teaching,
        counted=lambda material: material.teaching[: material.learnt],
        threads=threads,
    )
    return [
        *_tables(settings, threads),
        _doc2vec(settings, threads),
        _doc2vecc(settings, threads),
        *(_nonlinear(name, beta, settings, threads) for name, beta in ((CA, 1.0), (NLCA, settings.beta))),
        *means,
    ]


def _tables(settings: Settings, threads: int | None) -> list[Method]:
    from firth.estimators import BagOfWords

    made = []
    for weighting, title in (("counts", "BOW"), ("tfidf", "TFIDF")):
        for longest, terms in ((1, "unigram"), (2, "uni + bi")):
            how: dict[str, Any] = {"weighting": weighting, "longest": longest, "min_documents": 2}
            made.append(fitted(f"{title} ({terms})", BagOfWords(**how, n_jobs=threads), how, others=False))
    return made


def _doc2vec(settings: Settings, threads: int | None) -> Method:
    how: dict[str, Any] = {"n_components": 100, "epochs": settings.doc2vec_epochs}

    def make(material: Material) -> Any:
        from firth.estimators import Doc2Vec

        learner = Doc2Vec(**how, random_state=settings.seed, n_jobs=threads)
        return learner.fit_transform([*material.documents, *material.others])[: len(material.documents)]

    return unfitted("Doc2Vec", make, how)


def _doc2vecc(settings: Settings, threads: int | None) -> Method:
    from firth.estimators import Doc2VecC

    how: dict[str, Any] = {"n_components": 100, "epochs": settings.doc2vecc_epochs}
    return fitted("Doc2VecC", Doc2VecC(**how, random_state=settings.seed, n_jobs=threads), how)


def _nonlinear(name: str, beta: float, settings: Settings, threads: int | None) -> Method:
    from firth.estimators.document_kinds import nonlinear_documents

    how: dict[str, Any] = {"beta": beta, "longest": settings.longest, "min_documents": settings.min_documents}
    transformer = nonlinear_documents(settings.factors, **how, seed=settings.seed, threads=threads)
    return fitted(name, transformer, {**how, "factors": settings.factors}, others=False)
