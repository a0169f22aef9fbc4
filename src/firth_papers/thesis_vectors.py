"""The word vectors of Haji Soleimani's thesis (2019) by the names that its tables give them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from firth_papers.engine.models import Form, Model, learned, spectral
from firth_papers.engine.printed import printed

if TYPE_CHECKING:
    from firth.runtime.run import Run

U, ROOT, WEIGHTED = Form(), Form(exponent=0.5), Form(exponent=1.0)
"""U, U Σ^½ and U Σ."""

Entry = tuple[str, Form]
"""The name of a model, and the form of its vectors."""

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

BEST_THRESHOLD: float = printed("intrinsic")["best_threshold"]
"""Where figure 4.1 has its peak, in bits."""

SWEPT = {"SVD-NS": "svd-ns", "EigenWord": "eigenword"}
"""What thresholds of PMI are tried with, and its recipe."""


def threshold_name(recipe: str, threshold: float) -> str:
    """The name of the model at a threshold.

    >>> threshold_name("svd-ns", -2.5), threshold_name("eigenword", 0)
    ('svd-ns-2.5', 'eigenword+0')
    """
    return f"{recipe}{threshold:+g}"


def thesis_models(
    run: Run,
    *,
    dim: int = 100,
    window: int = 10,
    learned_window: int = 5,
    epochs: int = 5,
    thresholds: Sequence[float] = (),
) -> dict[str, Model]:
    """Every model of the tables and of a sweep over thresholds of PMI, in bits, by its name.

    learned_window, epochs: of those that learn from the text itself.
    """

    def factorized(
        name: str, recipe: str, forms: tuple[Form, ...], keep: bool = True, **options: Any
    ) -> Model:
        return spectral(
            name,
            recipe,
            counting={"window": window, "weights": "harmonic"},
            dim=dim,
            run=run,
            options=options,
            forms=forms,
            keep=keep,
        )

    how: dict[str, Any] = {"dim": dim, "window": learned_window, "epochs": epochs, "run": run}
    tabled = {name for name, _ in (*TABLES_6.values(), *TABLE_4.values())}
    swept = [
        factorized(name, recipe, (U, ROOT), name in tabled, threshold=threshold)
        for recipe in SWEPT.values()
        for threshold in sorted({*thresholds, -3.0, BEST_THRESHOLD})
        for name in [threshold_name(recipe, threshold)]
    ]
    models = [
        factorized("svd", "svd", (U,)),
        factorized("svd-sqrt", "svd-sqrt", (U,)),
        factorized("svd-log", "svd-log", (U,)),
        factorized("ppmi", "ppmi", (U, ROOT, WEIGHTED), alpha=1.0),
        factorized("sppmi", "sppmi", (U, ROOT), alpha=1.0, shift=5.0),
        *swept,
        factorized("glove-20", "glove", (U,), x_max=20.0),
        factorized("glove-100", "glove", (U,), x_max=100.0),
        learned("cbow-5", "cbow", negative=5, **how),
        learned("sgns-5", "sgns", negative=5, **how),
        learned("sgns-10", "sgns", negative=10, **how),
        learned("fasttext-10", "fasttext", negative=10, **how),
        factorized("kubwe", "kubwe", (WEIGHTED,), mode="far-field"),
    ]
    return {model.name: model for model in models}
