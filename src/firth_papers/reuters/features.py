"""Documents as vectors, in every way that the experiment compares."""

from __future__ import annotations

import numpy as np

from firth.association.nonlinear import power
from firth.counting import counts_from_table
from firth.estimators.nonlinear_ca import NonlinearCA
from firth.factorize import decompose
from firth.runtime.arrays import Array, Sparse
from firth_papers.lsi import Weighting, lsi_weighting


def nonlinear_features(
    table: Sparse, beta: float, *, factors: int, seed: int, threads: int | None
) -> dict[str, Array]:
    """x and x* of all documents, from the power kernel."""
    analysis = NonlinearCA(factors, f=power(beta), random_state=seed, threads=threads).fit(table)
    return {"x*": analysis.transform(table), "x": analysis.document_coordinates_}


def features_from_part(
    table: Sparse, part: Array, beta: float, *, factors: int, seed: int, threads: int | None
) -> Array:
    """x* of all documents on axes that only a part of them made."""
    analysis = NonlinearCA(factors, f=power(beta), random_state=seed, threads=threads).fit(table[part])
    return np.asarray(analysis.transform(table))


def lsi_features(
    table: Sparse, weighting: Weighting, *, factors: int, seed: int, threads: int | None
) -> Array:
    """Documents γ u of latent semantic indexing, of length 1, as it compares them by cosine."""
    association = lsi_weighting(counts_from_table(table.T), weighting=weighting, threads=threads)
    found = decompose(association, factors, tolerance=1e-6, seed=seed, threads=threads)
    documents = found.right * found.values
    return np.asarray(documents / np.linalg.norm(documents, axis=1, keepdims=True))


def tfidf_features(table: Sparse) -> Sparse:
    """Counts weighted by scikit-learn's TF-IDF, all words, of length 1."""
    from sklearn.feature_extraction.text import TfidfTransformer

    weighted: Sparse = TfidfTransformer().fit_transform(table)
    return weighted
