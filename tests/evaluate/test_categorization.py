import numpy as np
import pytest

from firth.evaluate import Resampling, evaluate_categories

KINDS = [("animal", word) for word in ("cat", "dog", "ox")] + [("vehicle", word) for word in ("bus", "car")]


@pytest.fixture
def things(make_embedding):
    """The ox stands among the vehicles; lengths differ, which must not matter."""
    return make_embedding(
        {"cat": [9.0, 0.1], "dog": [1.0, 0.0], "ox": [0.1, 1.0], "bus": [0.0, 5.0], "car": [0.0, 0.2]}
    )


def test_purity_by_hand(things):
    # Clusters {cat, dog} and {ox, bus, car}: 2 + 2 of 5 words are in the majority of their cluster.
    result = evaluate_categories(things, KINDS)
    assert result.purity == pytest.approx(4 / 5)
    assert (result.words, result.covered, result.scored, result.categories) == (5, 5, 5, 2)
    assert result.sample.values.tolist() == [1, 1, 0, 1, 1]


def test_clusters_that_are_the_categories_are_pure(things):
    assert evaluate_categories(things, [kind for kind in KINDS if kind[1] != "ox"]).purity == 1.0


def test_categories_without_any_shape_have_the_purity_of_chance(make_embedding):
    rng = np.random.default_rng(0)
    e = make_embedding({f"w{i}": rng.normal(size=20) for i in range(400)})
    result = evaluate_categories(e, [(f"c{i % 4}", f"w{i}") for i in range(400)])
    assert 0.25 <= result.purity < 0.36
    low, high = result.interval
    assert low < result.purity < high


def test_unknown_words_are_left_out_and_told(things):
    result = evaluate_categories(things, [*KINDS, ("animal", "yak"), ("vehicle", "CAR2")])
    assert (result.words, result.covered, result.missing_words) == (7, 5, ("yak", "CAR2"))
    assert result.purity == pytest.approx(4 / 5)


def test_only_words_among_those_given_take_part(things):
    result = evaluate_categories(things, KINDS, among={"cat", "dog", "bus", "car"})
    assert (result.purity, result.covered, result.scored) == (1.0, 5, 4)


@pytest.mark.parametrize("among", [set(), {"cat", "dog"}])
def test_fewer_than_two_categories_have_no_purity(things, among):
    result = evaluate_categories(things, KINDS, among=among)
    assert (result.purity, result.interval, result.scored, result.covered) == (None, None, 0, 5)


def test_the_same_seed_gives_the_same_clusters(make_embedding):
    rng = np.random.default_rng(0)
    e = make_embedding({f"w{i}": rng.normal(size=5) for i in range(600)})
    kinds = [(f"c{i % 7}", f"w{i}") for i in range(600)]
    first = evaluate_categories(e, kinds, resampling=Resampling(seed=3))
    again = evaluate_categories(e, kinds, resampling=Resampling(seed=3))
    np.testing.assert_array_equal(first.sample.values, again.sample.values)


def test_vectors_that_are_all_the_same_are_no_error(make_embedding):
    e = make_embedding({"a": [1.0, 0.0], "b": [2.0, 0.0], "c": [3.0, 0.0]})
    assert evaluate_categories(e, [("x", "a"), ("x", "b"), ("y", "c")]).purity == pytest.approx(2 / 3)


def test_a_file_is_read_like_its_members(things, tmp_path):
    path = tmp_path / "kinds.tsv"
    path.write_text("".join(f"{category}\t{word}\n" for category, word in KINDS))
    assert evaluate_categories(things, path) == evaluate_categories(things, KINDS, name="kinds")
