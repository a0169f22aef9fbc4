"""The vectors of tables 7.3–7.6 by the names that they have there, and ours besides."""

from __future__ import annotations

from typing import Any

from firth.association.nonlinear import power
from firth.experiments.documents import Cabinet, Material, Method, Words, unfitted
from firth.experiments.documents.material import digest_of
from firth.experiments.ei_reg.settings import Settings

CA, NLCA, MEAN, SIF_NAME, POWER = "CA x*", "NLCA x*", "mean of words", "SIF", "power means"


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
        words = BagOfWords(min_documents=settings.min_count, threads=threads)
        analysis = NonlinearCA(settings.factors, f=power(beta), tolerance=None, **own)
        chosen = {"beta": beta, "factors": settings.factors, "min_documents": settings.min_count}
        made.append(_from_others(name, make_pipeline(words, analysis, Normalizer()), chosen))
    return [*made, *_means(settings, cabinet, threads)]


def _from_others(name: str, transformer: Any, settings: dict[str, Any]) -> Method:
    def make(material: Material) -> Any:
        import warnings

        from firth.estimators import EmptyRowsWarning

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", EmptyRowsWarning)  # many tweets are links alone
            return transformer.fit(list(material.others)).transform(list(material.documents))

    return unfitted(name, make, settings)


def _means(settings: Settings, cabinet: Cabinet, threads: int | None) -> list[Method]:
    how: dict[str, Any] = {"dim": settings.dim, "window": settings.window, "min_count": settings.min_count}
    words = Words(**how, steps=("unit",), seed=settings.seed)
    how |= {"recipe": words.recipe, "steps": words.steps}

    def made(kind: str) -> Any:
        def make(material: Material) -> Any:
            from firth.estimators import SIF, PowerMeans, WordMeans

            texts = list(material.others)
            digest = digest_of(texts, material.labels.values[:0])
            vectors = cabinet.embedding(digest, lambda: words.of(texts, threads=threads), **how)
            kinds = {MEAN: WordMeans, SIF_NAME: SIF, POWER: PowerMeans}
            transformer = kinds[kind](vectors, threads=threads)
            return transformer.fit(texts).transform(list(material.documents))

        return make

    return [unfitted(kind, made(kind), how) for kind in (MEAN, SIF_NAME, POWER)]
