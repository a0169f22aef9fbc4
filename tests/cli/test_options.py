from dataclasses import fields
from inspect import signature
from typing import get_args, get_type_hints

import pytest

from firth.cli.count import CountingOptions, TextOptions
from firth.cli.options import recipe_options
from firth.cli.progress import short_number
from firth.counting import count
from firth.errors import InputError
from firth.text import encode


def taken_by(arrow):
    resources = {"threads", "memory", "progress"}
    return {
        name: parameter.default
        for name, parameter in signature(arrow).parameters.items()
        if parameter.kind is parameter.KEYWORD_ONLY and name not in resources
    }


def test_options_are_those_of_the_arrow_with_the_same_defaults():
    assert {field.name: field.default for field in fields(TextOptions)} == taken_by(encode)
    assert CountingOptions().arguments() == taken_by(count)


def test_a_recipe_may_ask_for_other_counts_and_the_user_for_others_still():
    wanted = {"window": 24, "weights": "flat", "cut": "independence"}
    asked = CountingOptions(window=5, subsample=1e-3).arguments(wanted)
    assert asked == taken_by(count) | wanted | {"window": 5, "subsample": 1e-3}


@pytest.mark.parametrize(
    ("options", "arrow", "name"),
    [
        (TextOptions, encode, "documents"),
        (TextOptions, encode, "case"),
        (TextOptions, encode, "normalize"),
        (TextOptions, encode, "digits"),
        (CountingOptions, count, "contexts"),
        (CountingOptions, count, "cut"),
    ],
)
def test_choices_are_those_of_the_arrow(options, arrow, name):
    hint = get_type_hints(options)[name]
    choices = {
        choice for part in (hint, *get_args(hint)) for choice in get_args(part) if isinstance(choice, str)
    }
    assert choices == set(get_args(get_type_hints(arrow)[name]))


def test_recipe_options_are_numbers_where_they_are_numbers():
    given = ["shift=5", "alpha=0.75", "repair=true", "log-base=none", "mode=x"]
    assert recipe_options(given) == {"shift": 5, "alpha": 0.75, "repair": True, "log_base": None, "mode": "x"}


@pytest.mark.parametrize("given", ["shift", "=5"])
def test_an_option_without_name_or_value_is_refused(given):
    with pytest.raises(InputError, match="NAME=VALUE"):
        recipe_options([given])


@pytest.mark.parametrize(("value", "shown"), [(7, "7"), (1234, "1.23 k"), (5.6e6, "5.6 M"), (2e12, "2 T")])
def test_rates_are_short(value, shown):
    assert short_number(value) == shown
