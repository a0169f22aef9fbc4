"""The algorithms of the thesis, by the names that its tables give them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from firth_papers.intrinsic import paper
from firth_papers.words import Form, Model, learned, spectral

U, ROOT, WEIGHTED = Form(), Form(exponent=0.5), Form(exponent=1.0)
"""U, U Σ^½ and U Σ."""

Entry = tuple[str, Form]
"""A model's name and the form of its vectors."""


@dataclass(frozen=True)
class Settings:
    """How much is done. thresholds: of PMI, in bits. rounds: of those that learn from the text.

    megabytes: of text; None for all of it.
    """

    dim: int = paper.DIM
    thresholds: tuple[float, ...] = (-10, -8, -6, -5, -4, -3.5, -3, -2.5, -2, -1.5, -1, -0.5, 0, 1, 2)
    window: int = 10
    learned_window: int = 5
    rounds: int = 5
    min_count: int = 5
    megabytes: int | None = None
    seed: int = 0

    @property
    def counting(self) -> dict[str, Any]:
        """Arguments of `firth.count`."""
        return {"window": self.window, "weights": "harmonic"}


QUICK = Settings(dim=50, thresholds=(-6, -3, -2.5, -1, 0, 1), rounds=2, megabytes=3)

TABLES_6: dict[str, Entry] = {
    "SVD": ("svd", U),
    "SVD-Sqrt": ("svd-sqrt", U),
    "SVD-Log": ("svd-log", U),
    "SVD-PPMI": ("ppmi", U),
    "SVD-SPPMI": ("sppmi", U),
    "GloVe": ("glove-20", U),
    "Word2Vec": ("sgns-10", U),
    "FastText": ("fasttext-10", U),
    "SVD-NS": ("svd-ns-3", U),
    "EigenWord": ("eigenword-3", U),
    "KUBWE": ("kubwe", WEIGHTED),
}
"""Tables 6.3 to 6.5."""

TABLE_4: dict[str, Entry] = {
    "SVD": ("svd", U),
    "SVD-L": ("svd-log", U),
    "SVD-S": ("svd-sqrt", U),
    "PPMI-SVD-US": ("ppmi", WEIGHTED),
    "PPMI-SVD-Us": ("ppmi", ROOT),
    "PPMI-SVD-U": ("ppmi", U),
    "SPPMI-SVD-Us": ("sppmi", ROOT),
    "SPPMI-SVD-U": ("sppmi", U),
    "GloVe": ("glove-100", U),
    "CBOW": ("cbow-5", U),
    "SGNS": ("sgns-5", U),
    "SVD-NS": ("svd-ns-2.5", U),
}
"""Table 4.1."""

PICTURED = ("EigenWord", "Word2Vec", "GloVe", "FastText")
"""Those of tables 6.3 to 6.5 that figure 4.2 shows."""

SWEPT = {"SVD-NS": "svd-ns", "EigenWord": "eigenword"}
"""What thresholds of PMI are tried with, and its recipe."""


def threshold_name(recipe: str, threshold: float) -> str:
    """The name of the model at a threshold.

    >>> threshold_name("svd-ns", -2.5), threshold_name("eigenword", 0)
    ('svd-ns-2.5', 'eigenword+0')
    """
    return f"{recipe}{threshold:+g}"


def in_bits(threshold: float) -> str:
    """A threshold as it is shown.

    >>> in_bits(-2.5)
    '−2.5'
    """
    return f"{threshold:g}".replace("-", "−")


def all_models(settings: Settings, threads: int | None) -> list[Model]:
    """Every model of the tables and of the sweep over thresholds, once."""

    def factorized(
        name: str, recipe: str, forms: tuple[Form, ...], keep: bool = True, **options: Any
    ) -> Model:
        return spectral(
            name,
            recipe,
            counting=settings.counting,
            dim=settings.dim,
            seed=settings.seed,
            threads=threads,
            options=options,
            forms=forms,
            keep=keep,
        )

    def trained(name: str, algorithm: str, negative: int) -> Model:
        return learned(
            name,
            algorithm,
            threads=threads,
            dim=settings.dim,
            window=settings.learned_window,
            epochs=settings.rounds,
            negative=negative,
            seed=settings.seed,
        )

    tabled = {name for name, _ in (*TABLES_6.values(), *TABLE_4.values())}
    swept = [
        factorized(name, recipe, (U, ROOT), name in tabled, threshold=threshold)
        for recipe in SWEPT.values()
        for threshold in sorted({*settings.thresholds, -3.0, paper.BEST_THRESHOLD})
        for name in [threshold_name(recipe, threshold)]
    ]
    return [
        factorized("svd", "svd", (U,)),
        factorized("svd-sqrt", "svd-sqrt", (U,)),
        factorized("svd-log", "svd-log", (U,)),
        factorized("ppmi", "ppmi", (U, ROOT, WEIGHTED), alpha=1.0),
        factorized("sppmi", "sppmi", (U, ROOT), alpha=1.0, shift=5.0),
        *swept,
        factorized("glove-20", "glove", (U,), x_max=20.0),
        factorized("glove-100", "glove", (U,), x_max=100.0),
        trained("cbow-5", "cbow", 5),
        trained("sgns-5", "sgns", 5),
        trained("sgns-10", "sgns", 10),
        trained("fasttext-10", "fasttext", 10),
        factorized("kubwe", "kubwe", (WEIGHTED,), mode="far-field"),
    ]


def tabled_models(settings: Settings, threads: int | None) -> dict[str, tuple[Model, Form]]:
    """The models of tables 6.3 to 6.5 by the names that they have there, with the form of their vectors."""
    models = {model.name: model for model in all_models(settings, threads)}
    return {title: (models[name], form) for title, (name, form) in TABLES_6.items()}
