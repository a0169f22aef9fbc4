"""Learners by name on documents whose classes are known, and scores against hand counts."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse, stats
from sklearn.metrics import roc_auc_score

from firth.errors import InputError
from firth.estimators import BagOfWords
from firth.evaluate.documents import (
    LEARNERS,
    Runs,
    ScoreSummary,
    checked_labels,
    evaluate_documents,
    fitted_features,
    fixed_features,
    learners_for,
    measure_runs,
    p_against_best,
    repeated_folds,
    repeated_samples,
    results_markdown,
    runs_grid,
    runs_p_grid,
    welch_p,
)
from firth.evaluate.documents.learners import Learner
from firth.evaluate.documents.measuring import predictions

RNG = np.random.default_rng(2)
CLASSES = checked_labels(["good", "bad"] * 40, 80, task="classes")
POINTS = RNG.normal(size=(80, 5)) + 2.5 * CLASSES.values[:, None]
NUMBERS = checked_labels(POINTS @ [1, 2, 0, 0, -1] + RNG.normal(0, 0.3, 80), 80, task="numbers")
EACH = [(learner, task) for task, own in LEARNERS.items() for learner in own]


class Parrot:
    """Says what it is told to, whatever it has learnt."""

    def __init__(self, answers):
        self.answers = np.asarray(answers)

    def fit(self, features, labels):
        return self

    def predict(self, features):
        return self.answers[features.ravel().astype(int)]

    def decision_function(self, features):
        return self.predict(features) - 0.5


def parrot(answers, task="classes"):
    return Learner("parrot", "parrot", task, lambda *_: Parrot(answers))


@pytest.mark.parametrize(("learner", "task"), EACH, ids=lambda one: getattr(one, "name", one))
@pytest.mark.parametrize("form", ["dense", "sparse"])
def test_every_learner_learns_what_is_there_to_be_learnt(learner, task, form):
    labels = CLASSES if task == "classes" else NUMBERS
    features = POINTS if form == "dense" else sparse.csr_array(np.maximum(POINTS + 3, 0))
    if form == "sparse" and task == "classes":
        features = sparse.csr_array(np.hstack([np.maximum(POINTS, 0), np.maximum(2.5 - POINTS, 0)]))
    splits = repeated_folds(labels, folds=4, repeats=1)
    runs = measure_runs("points", fixed_features(features), labels, splits, learner)
    assert runs.spread("accuracy" if task == "classes" else "pearson").mean > 0.6
    assert json.loads(json.dumps(runs.as_dict(), allow_nan=False)) == runs.as_dict()
    assert Runs(**runs.as_dict()) == runs


@pytest.mark.parametrize("name", ["random-forest", "linear-svm"])
def test_the_number_of_threads_does_not_matter(name):
    (learner,) = learners_for("classes", (name,))
    splits = repeated_folds(CLASSES, folds=4, repeats=1)
    one, three = (
        measure_runs("p", fixed_features(POINTS), CLASSES, splits, learner, seed=5, threads=threads)
        for threads in (1, 3)
    )
    assert one == three


def test_a_strength_can_be_chosen_once_for_all_samples(monkeypatch):
    (learner,) = learners_for("classes", ("linear-svm",))
    splits = repeated_samples(np.arange(60), np.arange(60, 80), repeats=3)
    first = learner.chosen(POINTS[splits[0][0]], CLASSES.values[splits[0][0]], seed=5)
    fixed = replace(learner, strengths=(first,))
    asked = []
    chosen = Learner.chosen
    monkeypatch.setattr(Learner, "chosen", lambda self, *a, **k: asked.append(self) or chosen(self, *a, **k))
    once = measure_runs("p", fixed_features(POINTS), CLASSES, splits, learner, once=True, seed=5)
    assert [len(one.strengths) for one in asked] == [len(learner.strengths), 1, 1, 1]
    assert once == measure_runs("p", fixed_features(POINTS), CLASSES, splits, fixed, seed=5)


def test_a_strength_is_not_chosen_once_where_folds_test_what_the_first_learns_from():
    (learner,) = learners_for("classes", ("linear-svm",))
    splits = repeated_folds(CLASSES, folds=4, repeats=1)
    with pytest.raises(InputError, match="learns from documents that others test"):
        measure_runs("p", fixed_features(POINTS), CLASSES, splits, learner, once=True)


@pytest.mark.parametrize("learner", LEARNERS["classes"], ids=lambda one: one.name)
@pytest.mark.parametrize("form", ["dense", "sparse"])
def test_what_is_asked_for_once_is_what_the_model_predicts(learner, form):
    features = np.abs(POINTS) if form == "dense" else sparse.csr_array(np.abs(POINTS))
    model = learner.fit(features[:21], CLASSES.values[:21])  # five neighbours, whose votes cannot be even
    found, margins = predictions(model, features[21:], two_classes=True)
    assert found.tolist() == model.predict(features[21:]).tolist()
    order = np.argsort(margins)
    assert np.all(np.diff(found[order]) >= 0)


def test_scores_of_classes_are_those_counted_by_hand():
    labels = checked_labels([0, 0, 0, 0, 0, 0, 1, 1, 1, 1], 10, task="classes")
    answers = [0, 0, 0, 0, 1, 1, 1, 1, 1, 0]  # 4 and 2 of the first, 1 and 3 of the second
    places = np.arange(10)[:, None].astype(float)
    split = np.arange(10), np.arange(10)
    runs = measure_runs("p", fixed_features(places), labels, [split, split], parrot(answers), threads=1)
    assert runs.confusion == [[8, 4], [2, 6]]
    assert runs.scores["accuracy"] == [0.7, 0.7]
    chance = 0.6 * 0.5 + 0.4 * 0.5
    assert runs.scores["kappa"][0] == pytest.approx((0.7 - chance) / (1 - chance))
    assert runs.scores["f1"][0] == pytest.approx((2 * 4 / (6 + 5) + 2 * 3 / (4 + 5)) / 2)
    assert runs.scores["auc"][0] == pytest.approx(roc_auc_score(labels.values, answers))
    assert len(runs.curve) == 101
    # Straight lines from (0, 0) over (2/6, 3/4) to (1, 1).
    assert runs.curve[20] == pytest.approx(0.2 / (2 / 6) * 0.75, abs=1e-4)


def test_scores_of_numbers_are_scipys_and_constant_predictions_count_as_0():
    places = np.arange(80)[:, None].astype(float)
    split = np.arange(80), np.arange(80)
    answers = NUMBERS.values**3 + RNG.normal(size=80)
    runs = measure_runs("p", fixed_features(places), NUMBERS, [split], parrot(answers, "numbers"))
    assert runs.scores["pearson"] == [pytest.approx(np.corrcoef(answers, NUMBERS.values)[0, 1])]
    assert runs.scores["spearman"] == [pytest.approx(stats.spearmanr(answers, NUMBERS.values).statistic)]
    constant = measure_runs("p", fixed_features(places), NUMBERS, [split], parrot(np.ones(80), "numbers"))
    assert constant.scores == {"pearson": [0.0], "spearman": [0.0]}
    assert constant.confusion is None


def test_a_strength_is_chosen_on_training_documents_alone():
    seen = []

    class Spy(Parrot):
        def fit(self, features, labels):
            seen.append(set(features.ravel().tolist()))
            return self

        def score(self, features, labels):
            seen.append(set(features.ravel().tolist()))
            return 0.0

    learner = Learner("spy", "spy", "classes", lambda *_: Spy(np.zeros(80, int)), (0.1, 1.0))
    train, test = np.arange(60), np.arange(60, 80)
    measure_runs("p", fixed_features(np.arange(80)[:, None]), CLASSES, [(train, test)], learner)
    assert all(part <= set(range(60)) for part in seen)
    fitted, held = seen[0], seen[1]
    assert (len(fitted), len(held), fitted & held) == (48, 12, set())
    assert len(seen[-1]) == 60


@pytest.mark.parametrize(("name", "c"), [("linear-svm", 0.3), ("linear-svr", 0.3), ("logistic", 3.0)])
def test_features_ten_times_as_large_want_a_c_a_hundredth_as_large(name, c):
    (learner,) = learners_for("numbers" if name == "linear-svr" else "classes", (name,))
    rows = sparse.csr_array(POINTS / np.linalg.norm(POINTS, axis=1, keepdims=True))
    found = [learner.make(features, 0.3, 0) for features in (rows, 10 * rows)]
    assert [model.C for model in found] == pytest.approx([c, c / 100])
    after_scaling = learner.make(POINTS, 0.3, 0)[-1]
    assert pytest.approx(c / 5) == after_scaling.C  # five columns of variance 1
    assert pytest.approx(c) == learner.make(0 * rows, 0.3, 0).C


def test_what_logistic_regression_finds_does_not_depend_on_the_scale_of_a_table():
    (learner,) = learners_for("classes", ("logistic",))
    one, ten = (learner.fit(sparse.csr_array(scale * POINTS), CLASSES.values) for scale in (1, 10))
    assert 10 * ten.coef_ == pytest.approx(one.coef_, rel=0.02, abs=1e-3)


def test_transformers_see_the_documents_learnt_from_alone():
    documents = ["tea", "milk", "cup", "goal"]
    train, test = fitted_features(BagOfWords(), documents)((np.array([0, 1]), np.array([2, 3])))
    assert train.shape == (2, 2)
    assert not test.toarray().any()


def test_documents_are_evaluated_by_cross_validation_and_told_as_a_page():
    texts = ["tea and milk", "milk in tea", "tea", "goal and team", "team at goal", "goal"] * 4
    runs = evaluate_documents(
        texts,
        [0, 0, 0, 1, 1, 1] * 4,
        {"words": BagOfWords(), "pairs": BagOfWords(longest=2, weighting="tfidf")},
        learners=("linear-svm", "naive-bayes"),
        folds=3,
        repeats=2,
    )
    assert [(one.vectors, one.learner) for one in runs] == [
        ("words", "linear-svm"), ("words", "naive-bayes"), ("pairs", "linear-svm"), ("pairs", "naive-bayes"),
    ]  # fmt: skip
    assert all(len(one.scores["accuracy"]) == 6 for one in runs)
    page = results_markdown(runs)
    assert "**100 × accuracy**" in page
    assert "| words | **100.0 ± 0.0** | **100.0 ± 0.0** |" in page


def test_learners_that_there_are_not_are_refused():
    with pytest.raises(InputError, match=r"there is no learner 'lasso' for classes; choose among random-f"):
        learners_for("classes", ("lasso",))
    with pytest.raises(InputError, match=r"lasso learns numbers, but the labels are classes"):
        measure_runs("p", fixed_features(POINTS), CLASSES, [], learners_for("numbers", ("lasso",))[0])


def test_welch_is_scipys_on_the_scores_themselves():
    one, two = RNG.normal(0.6, 0.03, 50).tolist(), RNG.normal(0.62, 0.01, 30).tolist()
    expected = stats.ttest_ind(one, two, equal_var=False).pvalue
    assert welch_p(ScoreSummary.of(one), ScoreSummary.of(two)) == pytest.approx(expected)
    assert p_against_best({"one": ScoreSummary.of(one), "two": ScoreSummary.of(two)})["two"] == 1.0


@pytest.mark.parametrize(
    ("first", "second", "printed"),
    [
        (ScoreSummary(61.69, 3.28, 50), ScoreSummary(60.77, 2.95, 50), 0.1447),
        (ScoreSummary(60.2, 3.05, 50), ScoreSummary(59.76, 2.59, 50), 0.4385),
        (ScoreSummary(67.14, 2.52, 50), ScoreSummary(66.26, 2.69, 50), 0.094),
    ],
)
def test_the_thesis_p_values_follow_from_fifty_runs(first, second, printed):
    assert welch_p(first, second) == pytest.approx(printed, abs=0.01)


def test_tables_have_the_papers_numbers_in_brackets_and_dashes_where_there_is_nothing():
    runs = [
        Runs("BOW", "lasso", {"pearson": [0.5, 0.51, 0.49]}),
        Runs("TF-IDF", "lasso", {"pearson": [0.7, 0.71, 0.69]}),
        Runs("TF-IDF", "linear-svr", {"pearson": [0.6, 0.61, 0.59]}),
    ]
    paper = {"TF-IDF": {"lasso": (66.3, 2.9)}}
    table = runs_grid("fear", runs, "pearson", paper)
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["BOW", "50.0 ± 1.0", "–"],
        ["TF-IDF", "70.0 ± 1.0 (66.3 ± 2.9)", "60.0 ± 1.0"],
    ]
    assert [row[1].bold for row in table.rows] == [False, True]
    p = [[cell.text for cell in row] for row in runs_p_grid("p", runs, "pearson").rows]
    assert p[1] == ["TF-IDF", "–", "–"]
    assert float(p[0][1]) < 1e-4
