import numpy as np
import pytest

from firth.datasets import OutlierGroup
from firth.evaluate import evaluate_outliers


def unit(degrees):
    return [np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]


def compactness(vectors, without):
    """The mean cosine of all pairs of words but one: the definition, pair by pair."""
    rest = [vector / np.linalg.norm(vector) for place, vector in enumerate(vectors) if place != without]
    return np.mean([a @ b for i, a in enumerate(rest) for j, b in enumerate(rest) if i != j])


def test_positions_by_hand(make_embedding):
    # Members at 0°, 10° and 50°. The outlier at 90° is farthest. With the one at 5°, sums of cosines are
    # 2.62, 2.75, 2.12 and 2.70: one member of three, b, is more similar to the rest than it is.
    e = make_embedding({"a": unit(0), "b": unit(10), "c": unit(50), "far": unit(90), "within": unit(5)})
    result = evaluate_outliers(e, [OutlierGroup("angles", ("a", "b", "c"), ("far", "within"))])
    assert result.found[0].values.tolist() == [1, 0]
    assert result.positions[0].values.tolist() == pytest.approx([1, 1 / 3])
    assert result.accuracy == 0.5
    assert result.opp == pytest.approx(2 / 3)


def test_the_position_is_the_rank_by_compactness_of_the_rest(make_embedding):
    rng = np.random.default_rng(0)
    e = make_embedding({f"w{i}": rng.normal(size=4) for i in range(40)})
    shares = []
    for start in range(0, 40, 8):
        words = [f"w{start + i}" for i in range(8)]
        result = evaluate_outliers(e, [OutlierGroup("g", tuple(words[:-1]), (words[-1],))])
        vectors = [e[word].astype(float) for word in words]
        scores = [compactness(vectors, place) for place in range(8)]
        expected = sum(score < scores[-1] for score in scores[:-1]) / 7
        assert result.opp == pytest.approx(expected)
        assert result.accuracy == (expected == 1)
        shares.append(expected)
    assert 0 < np.mean(shares) < 1


def test_unknown_members_are_left_out_and_unknown_outliers_not_asked(make_embedding):
    e = make_embedding({"a": unit(0), "b": unit(10), "far": unit(90)})
    groups = [OutlierGroup("g", ("a", "b", "x"), ("far", "y")), OutlierGroup("h", ("a", "x"), ("far",))]
    result = evaluate_outliers(e, groups)
    assert (result.cases, result.covered, result.scored) == (3, 1, 1)
    assert result.missing_words == ("x", "y")
    assert result.accuracy == 1.0


def test_an_equal_word_keeps_the_outlier_from_being_found(make_embedding):
    e = make_embedding({"a": unit(0), "b": unit(30), "same": unit(30)})
    result = evaluate_outliers(e, [OutlierGroup("g", ("a", "b"), ("same",))])
    assert result.found[0].values.tolist() == [0]


def test_only_words_among_those_given_take_part(make_embedding):
    e = make_embedding({"a": unit(0), "b": unit(10), "c": unit(20), "far": unit(90), "x": unit(80)})
    groups = [OutlierGroup("g", ("a", "b", "c"), ("far", "x"))]
    result = evaluate_outliers(e, groups, among={"a", "b", "far"})
    assert (result.covered, result.scored) == (2, 1)
    nothing = evaluate_outliers(e, groups, among={"a", "far"})
    assert (nothing.accuracy, nothing.opp, nothing.interval) == (None, None, None)


def test_accuracy_is_over_all_cases_and_its_interval_within_groups(make_embedding):
    near = {f"n{i}": unit(i) for i in range(8)}
    far = {f"f{i}": unit(90 + i) for i in range(8)}
    e = make_embedding(near | far | {f"m{i}": unit(3.4 + i / 100) for i in range(4)})
    easy = OutlierGroup("easy", tuple(near), tuple(far))
    hard = OutlierGroup("hard", tuple(near), tuple(f"m{i}" for i in range(4)))
    result = evaluate_outliers(e, [easy, hard])
    assert result.accuracy == pytest.approx(8 / 12)
    assert result.interval == pytest.approx((8 / 12, 8 / 12))  # all found in one group and none in the other


def test_a_folder_is_read_like_its_groups(make_embedding, tmp_path):
    e = make_embedding({"a": unit(0), "b": unit(10), "far": unit(90)})
    (tmp_path / "g.txt").write_text("a\nb\n\nfar\n")
    assert evaluate_outliers(e, tmp_path, name="all") == evaluate_outliers(
        e, [OutlierGroup("g", ("a", "b"), ("far",))], name="all"
    )
