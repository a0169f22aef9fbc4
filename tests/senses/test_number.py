import numpy as np
import pytest
from scipy.sparse import csr_array

from firth.errors import InputError
from firth.senses.graph import context_graph
from firth.senses.number import number_asked, number_by_spectrum


def found_in(groups, inside, across, seed):
    rng = np.random.default_rng(seed)
    belongs = np.repeat(np.arange(groups), 300 // groups)
    links = rng.random((300, 300)) < np.where(belongs[:, None] == belongs[None, :], inside, across)
    matrix = csr_array(np.triu(links, 1) + np.triu(links, 1).T, dtype=np.float32)
    graph = context_graph(
        matrix, np.arange(300, dtype=np.int32), np.ones(300, np.float32), np.full(300, 1 / 300), axes=9
    )
    return number_by_spectrum(graph.values, graph.least)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("groups", [1, 2, 3, 4, 6])
def test_planted_groups_are_counted(groups, seed):
    assert found_in(groups, 0.3, 0.3 if groups == 1 else 0.02, seed) == groups


def test_no_more_than_the_most_are_found():
    values = np.array([0.9, 0.8, 0.7, 0.6, 0.1])
    assert number_by_spectrum(values, -0.1) == 4
    assert number_by_spectrum(values, -0.1, most=3) <= 3


@pytest.mark.parametrize("values", [[0.5], [0.0, 0.0], [0.5, 0.1]])
def test_without_a_second_axis_there_is_one_sense(values):
    assert number_by_spectrum(np.array(values), -0.2) == 1


def test_numbers_may_be_one_for_all_or_one_for_each():
    assert number_asked(3, "bank") == number_asked({"bank": np.int64(3)}, "bank") == 3
    assert number_asked("auto", "bank") is None
    for wrong in (0, 2.5, True, "three", {"river": 2}, {"bank": -1}):
        with pytest.raises(InputError):
            number_asked(wrong, "bank")
