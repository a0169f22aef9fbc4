import numpy as np
import pytest
from scipy import stats

from firth.errors import InputError
from firth.evaluate import evaluate_similarity

PAIRS = [("cat", "dog", 9.0), ("cat", "car", 10.0), ("dog", "car", 1.0), ("car", "ox", 0.5)]


@pytest.fixture
def animals(make_embedding):
    return make_embedding({"cat": [1.0, 0.0], "dog": [1.0, 0.2], "car": [0.1, 2.0]})


def test_skip_leaves_unknown_pairs_out(animals):
    # cos(cat,dog) = .98 > cos(dog,car) = .25 > cos(cat,car) = .05, people: 9, 1, 10.
    result = evaluate_similarity(animals, PAIRS)
    assert (result.pairs, result.covered, result.missing_words) == (4, 3, ("ox",))
    assert result.spearman == pytest.approx(-0.5)


def test_zero_counts_unknown_pairs_as_unlike(animals):
    # ranks of people 3, 4, 2, 1; of similarities 4, 2, 3, 1.
    result = evaluate_similarity(animals, PAIRS, missing="zero")
    assert result.covered == 3
    assert result.spearman == pytest.approx(0.4)


def test_scores_are_ranked_as_numbers_not_as_text(animals):
    # As text "10" < "9", which would turn ρ from −½ into ½.
    assert evaluate_similarity(animals, PAIRS[:3]).spearman == pytest.approx(-0.5)


def test_words_are_tried_as_written_then_lower_cased(make_embedding):
    e = make_embedding({"us": [1.0, 0.0], "US": [0.0, 1.0], "cat": [1.0, 0.1], "dog": [0.3, 1.0]})
    result = evaluate_similarity(e, [("US", "Cat", 1), ("us", "cat", 2), ("US", "DOG", 2)])
    assert result.covered == 3
    assert result.missing_words == ()
    assert result.spearman == pytest.approx(stats.spearmanr([1, 2, 2], [0.0995, 0.995, 0.958]).statistic)


@pytest.mark.parametrize("missing", ["skip", "zero"])
def test_a_set_without_a_covered_pair_has_no_score(animals, missing):
    result = evaluate_similarity(animals, [("sun", "moon", 5), ("ox", "cow", 3)], missing=missing)
    assert (result.spearman, result.interval, result.covered, result.pairs) == (None, None, 0, 2)


def test_one_covered_pair_has_no_rank_correlation(animals):
    assert evaluate_similarity(animals, PAIRS[2:]).spearman is None


def test_no_pairs_at_all_are_no_error(animals):
    assert evaluate_similarity(animals, []).pairs == 0


def test_a_zero_vector_is_like_nothing(make_embedding):
    e = make_embedding({"a": [0.0, 0.0], "b": [1.0, 0.0], "c": [1.0, 1.0]})
    assert evaluate_similarity(e, [("a", "b", 1), ("b", "c", 2)]).spearman == pytest.approx(1.0)


def test_an_embedding_meant_for_dot_products_is_compared_by_them(make_embedding):
    vectors = {"a": [1.0, 0.0], "b": [1.0, 0.1], "c": [9.0, 9.0]}
    pairs = [("a", "b", 1), ("a", "c", 2), ("b", "c", 3)]
    assert evaluate_similarity(make_embedding(vectors, "dot"), pairs).spearman == pytest.approx(1.0)
    assert evaluate_similarity(make_embedding(vectors), pairs).spearman == pytest.approx(-0.5)


def test_large_sets_agree_with_scipy(make_embedding):
    rng = np.random.default_rng(0)
    e = make_embedding({f"w{i}": rng.normal(size=5) for i in range(50)})
    pairs = [(f"w{i}", f"w{j}", float(rng.integers(1, 6))) for i, j in rng.integers(0, 50, (300, 2))]
    unit = e.vectors / np.linalg.norm(e.vectors, axis=1, keepdims=True)
    cosines = [unit[int(a[1:])] @ unit[int(b[1:])] for a, b, _ in pairs]
    expected = stats.spearmanr([score for *_, score in pairs], np.round(cosines, 6)).statistic
    assert evaluate_similarity(e, pairs).spearman == pytest.approx(expected, abs=1e-3)


def test_another_protocol_is_refused(animals):
    with pytest.raises(InputError, match="skip or zero"):
        evaluate_similarity(animals, PAIRS, missing="guess")


@pytest.mark.parametrize(
    "row", [("a", "b"), ("a", "b", "high"), ("a", "b", float("nan")), ("a", 2, 3), ("a", "b", "1_0")]
)
def test_a_row_that_is_no_pair_with_a_number_is_refused(animals, row):
    with pytest.raises(InputError, match="not a pair of words with a finite number"):
        evaluate_similarity(animals, [row])


def test_scores_given_as_text_are_numbers_before_they_are_ranked(animals):
    as_text = [(first, second, str(score)) for first, second, score in PAIRS[:3]]
    assert evaluate_similarity(animals, as_text).spearman == pytest.approx(-0.5)


def test_pairs_given_again_are_kept_and_counted(animals):
    again = [*PAIRS[:3], ("car", "cat", 9.5), ("dog", "car", 1.0)]
    result = evaluate_similarity(animals, again)
    assert (result.pairs, result.covered, result.repeated) == (5, 5, 2)


def test_the_interval_is_that_of_the_pairs_scored(make_embedding):
    rng = np.random.default_rng(0)
    e = make_embedding({f"w{i}": rng.normal(size=3) for i in range(40)})
    pairs = [(f"w{i}", f"w{j}", float(score)) for i, j, score in rng.integers(0, 40, (60, 3))]
    unknown = [("x", "y", float(score)) for score in rng.integers(0, 40, 20)]
    skipped = evaluate_similarity(e, pairs + unknown)
    assert skipped.scored == 60
    assert skipped.interval == evaluate_similarity(e, pairs).interval
    zero = evaluate_similarity(e, pairs + unknown, missing="zero")
    assert (zero.scored, zero.covered) == (80, 60)
    low, high = zero.interval
    assert low < zero.spearman < high


def test_within_scores_no_more_than_the_pairs_given(animals):
    result = evaluate_similarity(animals, PAIRS).within(np.array([True, False, True, True]))
    assert (result.scored, result.covered, result.pairs) == (2, 3, 4)
    assert result.spearman == 1.0
