import pytest

from firth.ca.category_labels import category_labels


def labels(**categories):
    names = [f"{variable}:{category}" for variable, found in categories.items() for category in found]
    return category_labels(names, [name.split(":")[0] for name in names])


@pytest.mark.parametrize(
    ("variable", "found"),
    [
        ("sophisticated", ["sophisticated", "Not.sophisticated"]),
        ("effect.on.health", ["effect on health", "No.effect on health"]),
        ("always", ["always", "Not.always"]),
        ("Vomiting", ["Vomit_n", "Vomit_y"]),
        ("how", ["tea bag", "unpackaged"]),
        ("frequency", ["1/day", "3 to 6/week"]),
        ("色", ["青い", "赤い"]),
    ],
)
def test_a_category_that_says_what_it_is_needs_no_prefix(variable, found):
    assert labels(**{variable: found}) == found


@pytest.mark.parametrize(
    ("variable", "found"),
    [
        ("sugar", ["yes", "no"]),
        ("sex", ["F", "M"]),
        ("age", ["15-24", "+60"]),
        ("A", ["1", "2", "3"]),
        ("smoking", ["never", "often"]),
        ("How", ["alone", "lemon", "other"]),
    ],
)
def test_answers_to_any_question_keep_their_variable_and_so_do_their_siblings(variable, found):
    assert labels(**{variable: found}) == [f"{variable}:{category}" for category in found]


def test_labels_are_unique_across_the_map():
    found = labels(father=["farmer", "clerk"], mother=["farmer", "teacher"], own=["doctor", "miner"])
    assert found == ["father:farmer", "father:clerk", "mother:farmer", "mother:teacher", "doctor", "miner"]


def test_names_without_a_variable_stay():
    assert category_labels(["a:b", "c"], ["", ""]) == ["a:b", "c"]
