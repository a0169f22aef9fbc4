"""KernelCA keeps scikit-learn's contract and agrees with the arrows it calls."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from firth.association.kernel import kernel_association
from firth.counting import counts_from_table
from firth.errors import EmptyRowsError, InputError
from firth.estimators.kernel_ca import KernelCA
from firth.factorize import decompose

FISHER = np.array(
    [[326, 38, 241, 110, 3], [688, 116, 584, 188, 4], [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]]
)
EMPTY = "its data has empty rows or columns, which inverse masses cannot scale and refuse by name"
CHECKS_WITH_EMPTY_ROWS = dict.fromkeys(
    ("check_estimators_dtypes", "check_estimator_sparse_tag", "check_estimator_sparse_array",
     "check_estimator_sparse_matrix"), EMPTY,
)  # fmt: skip


@parametrize_with_checks(
    [KernelCA(n_components=1), KernelCA(n_components=1, row_kernel="identity", column_kernel="identity")],
    expected_failed_checks=lambda e: CHECKS_WITH_EMPTY_ROWS if e.row_kernel == "inverse-mass" else {},
)
def test_the_contract_of_scikit_learn(estimator, check):
    check(estimator)


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


def test_it_works_between_a_vectorizer_and_a_classifier():
    texts = ["tea milk tea", "milk tea cup", "goal ball team", "ball team goal goal"] * 5
    labels = [0, 0, 1, 1] * 5
    model = make_pipeline(CountVectorizer(), KernelCA(difference="log_ratio"), LinearSVC())
    assert clone(model).fit(texts, labels).score(texts, labels) == 1.0


def test_bad_input_gets_one_sentence():
    with pytest.raises(InputError, match="row_kernel is 'gaussian'; choose identity or inverse-mass"):
        KernelCA(row_kernel="gaussian").fit(FISHER)
    with pytest.raises(EmptyRowsError, match=r"1 of 2 rows have no counts \(first: row 1\)"):
        KernelCA().fit(FISHER).transform(FISHER[:2] * [[1], [0]])
    with pytest.raises(EmptyRowsError, match="columns have no counts"):
        KernelCA().fit(FISHER * [1, 1, 0, 1, 1])
