"""What all estimators promise: scikit-learn's contract, whole, and one rule for what has no counts."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from firth.association import power
from firth.errors import InputError
from firth.estimators import (
    CenteredPCA,
    CorrespondenceAnalysis,
    EmptyRowsWarning,
    KernelCA,
    MultipleCorrespondenceAnalysis,
    NonlinearCA,
    SemiSupervisedCA,
)

RNG = np.random.default_rng(4)
TABLE = RNG.poisson(1.5, (30, 12)) + np.eye(30, 12, dtype=int)
# Two rows and two columns more, all without counts.
WITH_EMPTY = np.zeros((32, 14), int)
WITH_EMPTY[1:31, 2:] = TABLE

PSI = np.zeros((14, 14))
PSI[2, 3] = PSI[3, 2] = -0.8
PSI[0, 4] = PSI[4, 0] = 2.0
FACTOR = RNG.random((14, 5))

# Choices for all 14 features, and the same for the 12 that have counts.
PAIRS = {
    "ca": (CorrespondenceAnalysis(), CorrespondenceAnalysis()),
    "nlca": (NonlinearCA(2), NonlinearCA(2)),
    "kca": (KernelCA(), KernelCA()),
    "kca identity": (KernelCA(row_kernel="identity"), KernelCA(row_kernel="identity")),
    "kca factor": (KernelCA(column_kernel=FACTOR), KernelCA(column_kernel=FACTOR[2:])),
    "kca log": (KernelCA(difference="log_ratio", k=2.0), KernelCA(difference="log_ratio", k=2.0)),
    "kca glove": (
        KernelCA(difference="glove", column_bias=np.arange(14.0)),
        KernelCA(difference="glove", column_bias=np.arange(2.0, 14)),
    ),
    "sca": (SemiSupervisedCA(), SemiSupervisedCA()),
    "sca tuned": (SemiSupervisedCA(tuning=PSI), SemiSupervisedCA(tuning=PSI[2:, 2:])),
}
BY_NAME = {
    "check_dataframe_column_names_consistency": "columns are matched by name; unknown ones are left out, "
    "with a warning"
}
NO_CATEGORIES = {
    "check_sample_weight_equivalence_on_dense_data": "numbers that are all different are no categories"
}
EXPECTED = {CorrespondenceAnalysis: BY_NAME, MultipleCorrespondenceAnalysis: NO_CATEGORIES}
each_pair = pytest.mark.parametrize(("wide", "narrow"), PAIRS.values(), ids=PAIRS)
OF_COUNTS = [CorrespondenceAnalysis(), NonlinearCA(2), KernelCA(), SemiSupervisedCA()]
of_counts = pytest.mark.parametrize("estimator", OF_COUNTS, ids=lambda estimator: type(estimator).__name__)


@pytest.mark.filterwarnings("ignore::firth.estimators.EmptyRowsWarning")
@parametrize_with_checks(
    [
        CorrespondenceAnalysis(n_components=1),
        MultipleCorrespondenceAnalysis(n_components=1),
        NonlinearCA(n_components=2),
        KernelCA(n_components=1),
        KernelCA(n_components=1, row_kernel="identity", column_kernel="identity"),
        SemiSupervisedCA(n_components=1),
        CenteredPCA(n_components=1),
        CenteredPCA(n_components=1, solver="power"),
    ],
    expected_failed_checks=lambda estimator: EXPECTED.get(type(estimator), {}),
)
def test_the_contract_of_scikit_learn(estimator, check):
    check(estimator)


@each_pair
def test_rows_and_columns_without_counts_do_not_move_the_others(wide, narrow):
    with pytest.warns(
        EmptyRowsWarning, match=r"2 of 32 rows have no known counts \(first: row 0\)"
    ) as caught:
        found = wide.fit_transform(WITH_EMPTY)
    assert len(caught) == 1
    expected = narrow.fit_transform(TABLE)
    assert np.allclose(wide.singular_values_, narrow.singular_values_)
    assert np.allclose(found[1:31], expected)
    assert not found[[0, 31]].any()
    with pytest.warns(EmptyRowsWarning):
        assert np.allclose(wide.transform(sparse.csr_array(WITH_EMPTY)), found)


@each_pair
def test_columns_unseen_in_fit_do_not_count_in_transform(wide, narrow):
    wide.fit(WITH_EMPTY[1:31])
    expected = narrow.fit_transform(TABLE)[3]
    new = np.zeros((2, 14), int)
    new[0, 2:] = TABLE[3]
    new[:, :2] = 50
    with pytest.warns(EmptyRowsWarning, match=r"1 of 2 rows have no known counts \(first: row 1\)"):
        found = wide.transform(new)
    assert np.allclose(found, [expected, np.zeros(2)])


@pytest.mark.filterwarnings("ignore::firth.estimators.EmptyRowsWarning")
def test_attributes_have_a_place_for_what_has_no_counts():
    ca = CorrespondenceAnalysis().fit(WITH_EMPTY)
    assert ca.row_masses_.shape == (32,)
    assert ca.column_contributions_.shape == ca.column_cos2_.shape == (14, 2)
    assert not ca.column_coordinates_[:2].any()
    assert ca.analysis_.degrees_of_freedom == 29 * 11
    nlca = NonlinearCA(2).fit(WITH_EMPTY)
    assert nlca.row_coordinates_.shape == (32, 2)
    assert nlca.components_.shape == (2, 14)
    for estimator in (KernelCA(column_kernel=FACTOR), SemiSupervisedCA(tuning=PSI)):
        estimator.fit(WITH_EMPTY)
        assert estimator.components_.shape == (2, 14)
        assert not estimator.components_[:, :2].any()
        assert estimator.row_coordinates_.shape == (32, 2)


@pytest.mark.parametrize(
    "estimator",
    [*OF_COUNTS, MultipleCorrespondenceAnalysis()],
    ids=lambda estimator: type(estimator).__name__,
)
def test_every_analysis_has_coordinates_of_both_sides_and_shares_of_inertia(estimator):
    table = np.minimum(TABLE, 2)
    fitted = clone(estimator).fit(table)
    shares = fitted.explained_inertia_ratio_
    assert np.allclose(shares, fitted.singular_values_**2 / fitted.total_inertia_)
    assert shares.shape == (2,)
    assert 0 < shares.sum() < 1
    assert fitted.row_coordinates_.shape == (30, 2)
    assert fitted.column_coordinates_.shape[1] == 2


@pytest.mark.parametrize(
    "estimator", [KernelCA(11), SemiSupervisedCA(11), NonlinearCA(11, function=power(1))]
)
def test_with_their_defaults_they_are_correspondence_analysis_on_both_sides(estimator):
    ca, same = CorrespondenceAnalysis(11).fit(TABLE), estimator.fit(TABLE)
    assert same.total_inertia_ == pytest.approx(ca.total_inertia_)
    assert same.explained_inertia_ratio_.sum() == pytest.approx(1)
    assert np.allclose(same.row_coordinates_, ca.row_coordinates_, atol=1e-6)
    assert np.allclose(same.column_coordinates_, ca.column_coordinates_, atol=1e-6)


@pytest.mark.parametrize("estimator", [*OF_COUNTS, CenteredPCA()], ids=lambda one: type(one).__name__)
def test_the_number_of_jobs_does_not_change_the_bytes(estimator):
    one, *others = (
        clone(estimator).set_params(n_jobs=n).fit_transform(TABLE).tobytes() for n in (1, 3, -1, -2)
    )
    assert others == [one] * 3


@of_counts
def test_a_table_with_one_row_of_counts_is_refused(estimator):
    with pytest.raises(InputError, match=r"1 sample\(s\) and 10 feature\(s\) with counts have no axes"):
        estimator.fit(np.vstack([np.arange(11), np.zeros(11)]))


@of_counts
def test_empty_documents_go_through_a_pipeline(estimator):
    texts = ["tea milk tea", "milk tea cup", "goal ball team", "ball team goal goal", "of the"] * 6
    labels = ["drink", "drink", "sport", "sport", "sport"] * 6
    model = make_pipeline(CountVectorizer(stop_words=["of", "the"]), clone(estimator), LinearSVC())
    with pytest.warns(EmptyRowsWarning):
        scores = cross_val_score(model, texts, labels, cv=3)
    assert scores.min() >= 0.8
    with pytest.warns(EmptyRowsWarning):
        model.fit(texts, labels)
    with pytest.warns(EmptyRowsWarning, match="1 of 2 rows"):
        assert model.predict(["nothing known", "milk in the tea"])[1] == "drink"


@pytest.mark.parametrize("forms", ["sparse", "float32", "bool"])
@of_counts
def test_the_type_of_the_counts_does_not_matter(estimator, forms):
    table = np.minimum(TABLE, 1)
    table[0] = 1
    form = {"sparse": sparse.coo_matrix, "float32": np.float32, "bool": np.bool_}[forms]
    expected = clone(estimator).fit_transform(table)
    assert np.allclose(clone(estimator).fit_transform(form(table)), expected)


@pytest.mark.parametrize(
    "estimator",
    [KernelCA(solver="krylov"), SemiSupervisedCA(solver="krylov"), CorrespondenceAnalysis(solver="krylov"),
     NonlinearCA(2, solver="krylov"), CenteredPCA(solver="krylov")],
    ids=lambda estimator: type(estimator).__name__,
)  # fmt: skip
def test_same_random_state_same_bytes(estimator):
    one, other, third = (
        clone(estimator).set_params(random_state=state).fit(TABLE).singular_values_.tobytes()
        for state in (7, np.random.RandomState(7), np.random.RandomState(7))
    )
    assert clone(estimator).set_params(random_state=7).fit(TABLE).singular_values_.tobytes() == one
    assert other == third
