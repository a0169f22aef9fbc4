import json

import pytest

from firth.errors import InputError, UnknownWordsError
from firth.evaluate import neighbor_report


@pytest.fixture
def two(make_embedding):
    one = make_embedding({"tea": [1, 0], "milk": [1, 0.1], "cup": [1, 0.3], "car": [0, 1], "bus": [0.1, 1]})
    other = make_embedding({"tea": [1, 0], "milk": [1, 0.3], "cup": [0, 1], "car": [1, 0.1]})
    return {"one": one, "other": other}


def test_neighbours_stand_side_by_side(two):
    nearest = neighbor_report(two, ["tea", "Milk"], top=2).nearest
    assert [neighbor.word for neighbor in nearest["tea"]["one"]] == ["milk", "cup"]
    assert [neighbor.word for neighbor in nearest["tea"]["other"]] == ["car", "milk"]
    assert [neighbor.word for neighbor in nearest["Milk"]["one"]] == ["tea", "cup"]


def test_overlap_is_the_jaccard_index(two):
    report = neighbor_report(two, ["tea"], top=2)
    assert report.overlap("tea") == {("one", "other"): pytest.approx(1 / 3)}
    assert neighbor_report({"a": two["one"], "b": two["one"]}, ["tea"]).overlap("tea") == {("a", "b"): 1.0}


def test_a_word_that_one_embedding_lacks_is_shown_as_unknown(two):
    report = neighbor_report(two, ["bus"], top=2)
    assert report.nearest["bus"]["other"] is None
    assert report.overlap("bus") == {("one", "other"): None}
    assert "unknown" in report.grids()[0].markdown()


def test_a_word_that_all_lack_is_refused_with_a_near_spelling(two):
    with pytest.raises(UnknownWordsError, match="'mlik' is in none of the vocabularies; did you mean 'milk'"):
        neighbor_report(two, ["tea", "mlik"])


@pytest.mark.parametrize(("names", "words"), [((), ["tea"]), (("one",), [])])
def test_nothing_to_look_up_is_refused(two, names, words):
    with pytest.raises(InputError, match="nothing to look up"):
        neighbor_report({name: two[name] for name in names}, words)


def test_shared_neighbours_are_bold_and_the_overlaps_are_averaged(two):
    *tables, overlaps = neighbor_report(two, ["tea", "car"], top=2).grids()
    assert [cell.text.split()[0] for row in tables[0].rows for cell in row if cell.bold] == ["milk", "milk"]
    # car: bus and cup against tea and milk.
    assert [[cell.text for cell in row] for row in overlaps.rows] == [
        ["tea", "0.33"],
        ["car", "0.00"],
        ["mean", "0.17"],
    ]


def test_one_embedding_has_no_overlaps(two):
    assert len(neighbor_report({"one": two["one"]}, ["tea"]).grids()) == 1


def test_the_json_is_plain(two):
    content = json.loads(json.dumps(neighbor_report(two, ["tea"], top=1).as_dict()))
    assert content["tea"]["neighbors"]["other"][0]["word"] == "car"
    assert content["tea"]["overlap"] == [{"embeddings": ["one", "other"], "jaccard": 0.0}]
