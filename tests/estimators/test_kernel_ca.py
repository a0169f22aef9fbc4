"""KernelCA is what [NiitsumaLee2018] defines, with kernels of every kind."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.sparse.linalg import aslinearoperator
from sklearn.base import clone

from firth.association.kernel import kernel_association
from firth.counting import counts_from_table
from firth.errors import InputError
from firth.estimators.kernel_ca import KernelCA
from firth.factorize import decompose

FISHER = np.array(
    [[326, 38, 241, 110, 3], [688, 116, 584, 188, 4], [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]]
)


def test_the_defaults_are_correspondence_analysis():
    p = FISHER / FISHER.sum()
    r, c = p.sum(1), p.sum(0)
    u, values, _ = np.linalg.svd((p - np.outer(r, c)) / np.sqrt(np.outer(r, c)))
    kca = KernelCA(n_components=3)
    coordinates = kca.fit_transform(sparse.csr_array(FISHER))
    assert np.allclose(kca.singular_values_, values[:3])
    assert np.allclose(np.abs(coordinates), np.abs(u[:, :3] * values[:3] / np.sqrt(r)[:, None]))


FACTOR = np.random.default_rng(0).random((5, 3))
CHOICES = [
    {},
    {"row_kernel": "identity", "column_kernel": "identity"},
    {"difference": "log_ratio", "k": 2.0},
    {"difference": "glove", "column_bias": np.arange(5.0), "row_kernel": "identity"},
    {"column_kernel": FACTOR},
    {"column_kernel": sparse.csr_array(FACTOR)},
    {"column_kernel": np.arange(1.0, 6)},
]


@pytest.mark.parametrize("choices", CHOICES, ids=lambda choices: "-".join(choices) or "defaults")
def test_fitted_rows_given_again_land_on_themselves(choices):
    kca = KernelCA(n_components=2, **choices)
    placed = kca.fit_transform(FISHER)
    assert np.allclose(kca.transform(FISHER[1:3]), placed[1:3])
    options = {{"row_kernel": "rows", "column_kernel": "columns"}.get(k, k): v for k, v in choices.items()}
    association = kernel_association(counts_from_table(FISHER), **options)
    factors = decompose(association, 2)
    scale = 1 if choices.get("row_kernel") == "identity" else 1 / np.sqrt(association.row_masses)[:, None]
    assert np.allclose(placed, factors.left * factors.values * scale)


def test_output_can_be_a_frame_with_names():
    frame = pd.DataFrame(FISHER, columns=list("abcde"))
    kca = KernelCA().set_output(transform="pandas").fit(frame)
    assert (
        list(kca.transform(frame).columns) == list(kca.get_feature_names_out()) == ["kernelca0", "kernelca1"]
    )


def test_same_random_state_same_bytes():
    table = np.random.default_rng(0).poisson(1.0, (60, 40)) + 1
    one, other = (KernelCA(solver="krylov", random_state=3).fit_transform(table) for _ in range(2))
    assert one.tobytes() == other.tobytes()


ROW_FACTOR = np.random.default_rng(1).random((4, 3))


def by_definition(row_factor: np.ndarray, column_factor: np.ndarray) -> np.ndarray:
    """Inner products of the rows of A_r U Σ; they do not depend on signs."""
    p = FISHER / FISHER.sum()
    u, values, _ = np.linalg.svd(row_factor.T @ (p - np.outer(p.sum(1), p.sum(0))) @ column_factor)
    placed = row_factor @ u[:, :2] * values[:2]
    return placed @ placed.T


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array, sparse.coo_matrix, aslinearoperator])
@pytest.mark.parametrize("column_kernel", ["identity", FACTOR], ids=["identity", "factor"])
def test_rows_may_have_a_kernel_of_their_own(kind, column_kernel):
    kca = KernelCA(row_kernel=kind(ROW_FACTOR), column_kernel=column_kernel)
    placed = kca.fit_transform(FISHER)
    expected = by_definition(ROW_FACTOR, np.eye(5) if isinstance(column_kernel, str) else column_kernel)
    assert np.allclose(placed @ placed.T, expected)
    assert placed is kca.row_coordinates_


def test_a_vector_is_the_diagonal_of_the_kernel_of_the_rows():
    weights = np.array([1.0, 2.0, 3.0, 4.0])
    placed = KernelCA(row_kernel=weights, column_kernel="identity").fit_transform(FISHER)
    assert np.allclose(placed @ placed.T, by_definition(np.diag(np.sqrt(weights)), np.eye(5)))
    masses = FISHER.sum(1) / FISHER.sum()
    assert np.allclose(
        KernelCA(row_kernel=1 / masses).fit_transform(FISHER), KernelCA().fit_transform(FISHER)
    )


def test_rows_with_equal_kernels_fall_together():
    groups = sparse.csr_array([[1.0, 0], [1, 0], [0, 1], [0, 1]])
    placed = KernelCA(n_components=1, row_kernel=groups).fit_transform(FISHER)
    assert np.allclose(placed[[0, 2]], placed[[1, 3]])
    assert not np.allclose(placed[0], placed[2])


def test_a_factor_places_rows_without_counts_by_those_they_go_with():
    table = np.vstack([FISHER, np.zeros(5)])
    groups = np.vstack([np.eye(4), [0, 0, 0.5, 0.5]])
    placed = KernelCA(row_kernel=groups, column_kernel="identity").fit_transform(table)
    assert np.allclose(placed[4], (placed[2] + placed[3]) / 2)
    assert placed[4].any()


@pytest.mark.parametrize("kernel", [ROW_FACTOR, np.ones(4)], ids=["factor", "diagonal"])
def test_a_kernel_of_the_rows_fitted_says_nothing_of_new_rows(kernel):
    kca = clone(KernelCA(row_kernel=kernel)).fit(FISHER)
    with pytest.raises(
        InputError, match=r"that of the 4 rows fitted.*take row_coordinates_, or choose identity"
    ):
        kca.transform(FISHER)


def test_bad_input_gets_one_sentence():
    with pytest.raises(InputError, match="kernel of the rows is 'gaussian'; choose identity or inverse-mass"):
        KernelCA(row_kernel="gaussian").fit(FISHER)
    with pytest.raises(InputError, match=r"rows has shape \(4, 3\); its first side must be the 3 rows"):
        KernelCA(row_kernel=ROW_FACTOR).fit(FISHER[:3])
