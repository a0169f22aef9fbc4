"""CenteredPCA agrees with scikit-learn's PCA and smooths the worked example of [Ling5801Notes]."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.decomposition import PCA

from firth.errors import InputError, MemoryBudgetError
from firth.estimators import centered_pca
from firth.estimators.centered_pca import CenteredPCA
from firth.factorize.power import smoothed_counts

PASTA = np.array([[0, 1, 2], [1, 2, 3], [3, 3, 6], [0, 0, 1]])
RNG = np.random.default_rng(4)
TABLE = RNG.poisson(1.0, (50, 12)) * 1.6 ** -np.arange(12)


@pytest.mark.parametrize("solver", ["auto", "krylov", "power"])
def test_it_finds_what_pca_of_the_dense_table_finds(solver):
    ours = CenteredPCA(n_components=3, solver=solver, tol=1e-10)
    scores = ours.fit_transform(sparse.csr_array(TABLE))
    theirs = PCA(n_components=3, svd_solver="full").fit(TABLE)
    assert np.allclose(ours.explained_variance_, theirs.explained_variance_)
    assert np.allclose(ours.explained_variance_ratio_, theirs.explained_variance_ratio_)
    assert np.allclose(np.abs(scores), np.abs(theirs.transform(TABLE)), atol=1e-6)
    assert np.allclose(ours.mean_, TABLE.mean(0))


def test_smoothing_gives_the_worked_example():
    pca = CenteredPCA(n_components=2, solver="power").fit(sparse.csr_array(PASTA))
    exact = [[0.14, 1.08, 1.87], [0.88, 1.93, 3.12], [3.03, 3.02, 5.97], [-0.05, -0.02, 1.04]]
    assert np.allclose(pca.smooth(sparse.csr_array(PASTA)), exact, atol=5e-3)
    assert np.allclose(pca.smooth(PASTA), smoothed_counts(PASTA, pca.components_.T))
    assert np.allclose(pca.inverse_transform(pca.transform(PASTA)), pca.smooth(PASTA))


def test_the_signs_do_not_depend_on_the_solver():
    one, other = (CenteredPCA(2, solver=s, tol=1e-10).fit(TABLE).components_ for s in ("dense", "power"))
    assert np.allclose(one, other, atol=1e-6)


def test_output_can_be_a_frame():
    pca = CenteredPCA().set_output(transform="polars").fit(PASTA)
    assert pca.transform(PASTA).columns == ["centeredpca0", "centeredpca1"]


def test_bad_input_gets_one_sentence(monkeypatch):
    pca = CenteredPCA(n_components=2).fit(PASTA)
    with pytest.raises(InputError, match="they need 2 columns, one for each"):
        pca.inverse_transform(np.zeros((2, 3)))
    monkeypatch.setattr(centered_pca, "DENSE_LIMIT", 6)
    with pytest.raises(MemoryBudgetError, match="give at most 2 rows at a time"):
        pca.smooth(PASTA)
