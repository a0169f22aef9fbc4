"""All combinations, each once, and nothing that could not be computed."""

import pytest

from firth.errors import InputError
from firth.recipes import RECIPES
from firth.tune import Choices, Configuration
from firth.tune.configuration import default_configuration, embed_command


def test_every_combination_is_there_once():
    found = Choices(
        recipes=("ppmi", "svd"),
        windows=(2, 5, 5),
        weights=("flat",),
        exponents=(0, 1, 0.0),
        dims=(3, 4, 5),
        options={"alpha": (0.5, 1)},
        post=((), ("unit",)),
    ).configurations()
    assert len(found) == len(set(found)) == 2 * 2 * 1 * 2 * 3 * 2 * 2


def test_a_recipe_that_has_a_window_of_its_own_keeps_it_unless_asked():
    (own,) = Choices(recipes=("tailcut",), exponents=(1,), dims=(3,)).configurations()
    assert own.counting == RECIPES["tailcut"].counting
    (asked,) = Choices(
        recipes=("tailcut",), windows=(2,), weights=("dynamic",), exponents=(1,), dims=(3,)
    ).configurations()
    assert asked.counting == {"window": 2, "weights": "dynamic", "cut": "independence"}


def test_an_option_is_tried_with_the_recipes_that_have_it():
    found = Choices(
        recipes=("ppmi", "ca"), windows=(2,), weights=("flat",), exponents=(0,), dims=(3,),
        options={"power": (0.5, 0.25), "alpha": (1,)},
    ).configurations()  # fmt: skip
    assert [(one.recipe, one.options) for one in found] == [
        ("ppmi", (("alpha", 1),)),
        ("ca", (("power", 0.5),)),
        ("ca", (("power", 0.25),)),
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"recipes": ()}, "recipes is empty"),
        ({"windows": ()}, "windows is empty"),
        ({"dims": ()}, "dims is empty"),
        ({"post": ()}, "post is empty"),
        ({"recipes": ("nonsense",)}, "nonsense"),
        ({"recipes": ("sca",)}, "learns from scored pairs"),
        ({"options": {"nonsense": (1,)}}, "no recipe of eigenword, ppmi has an option 'nonsense'"),
        ({"options": {"alpha": ()}}, "option 'alpha' has no values"),
        ({"windows": (0,)}, "window is 0"),
        ({"weights": ("steep",)}, "steep"),
        ({"exponents": (9,)}, "exponent is 9"),
        ({"exponents": (float("nan"),)}, "exponent is nan"),
        ({"dims": (5, 0)}, "dim is 0"),
        ({"post": (("nonsense",),)}, "nonsense"),
    ],
)
def test_what_could_not_be_computed_is_refused(given, said):
    with pytest.raises(InputError, match=said):
        Choices(**given)


@pytest.mark.parametrize(
    "configuration",
    [
        default_configuration(),
        Configuration("ppmi", 5, "flat", 1 / 3, 7, (("alpha", 0.5), ("shift", 2)), ("remove-top=1", "unit")),
    ],
)
def test_a_configuration_survives_json(configuration):
    assert Configuration.from_dict(configuration.as_dict()) == configuration


def test_the_command_names_what_a_recipe_would_otherwise_choose_itself():
    command = embed_command(Configuration("tailcut", 5, "flat", 0.0, 7), ["a b.txt"], {"min_count": 2}, 3)
    assert command == (
        "firth embed 'a b.txt' -o vectors.safetensors --recipe tailcut --dim 7 --exponent 0 --window 5 "
        "--weights flat --cut independence --min-count 2 --seed 3"
    )
