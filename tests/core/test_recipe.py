"""A recipe has one digest, whatever the order of its keys."""

from __future__ import annotations

import json

import pytest

from firth.core import Recipe
from firth.errors import FormatError


def test_the_digest_of_a_recipe_depends_on_values_alone():
    one = Recipe().then("counting", window=10, weights="flat")
    same = Recipe().then("counting", weights="flat", window=10)
    assert one.digest == same.digest
    assert one.digest != one.then("counting", window=11, weights="flat").digest
    assert Recipe.from_json(one.to_json()) == one


def test_a_recipe_cannot_be_changed_and_refuses_other_text():
    recipe = Recipe().then("text", case="lower")
    with pytest.raises(TypeError):
        recipe["text"]["case"] = "keep"
    for text in ("", "[]", "{}", json.dumps({"version": "x", "stages": {}}), '{"version": 1, "stages": 3}'):
        with pytest.raises(FormatError, match="is not one that firth wrote"):
            Recipe.from_json(text)
