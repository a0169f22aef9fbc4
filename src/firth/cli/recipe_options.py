"""What the options of recipes mean, for the help of a recipe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from firth.recipes import NamedRecipe

MEANINGS: Mapping[str, str] = {
    "transform": "What counts become first: none, log, sqrt, two-thirds, or a power such as 0.25.",
    "scale": "What they are divided by then: none, reg (rows), pmi, or cca.",
    "alpha": "The power that smooths the counts of contexts; 1 leaves them as they are.",
    "shift": "The number of negative samples whose logarithm is subtracted from PMI.",
    "threshold": "The lowest PMI that counts, in bits; 0 is positive PMI.",
    "share": "The diagonal as a share of the sum of its row; with 1, no eigenvalue is negative.",
    "negatives": "How many words that it never met are drawn for each word.",
    "seed": "The random seed of the words drawn.",
    "power": "The power that counts are raised to; 1 is correspondence analysis.",
    "beta": "The power of the quotients; 1 is correspondence analysis.",
    "kernel": "The kernel of repulsion: polynomial, gaussian or exponential.",
    "neighbors": "How many words repel a word with --mode fast.",
    "search": "How these are found: product compares all, tree and graph are indexes.",
    "init": "The vectors to begin with: random, or spectral for those of the SVD.",
    "tolerance": "The work ends once the forces are out of balance by less; 0 takes all sweeps.",
    "difference": "How counts differ from chance: log_ratio, minus or glove.",
    "rows": "The kernel of rows: identity or inverse-mass.",
    "columns": "The kernel of columns: identity or inverse-mass.",
    "k": "The number of negative samples that log_ratio is shifted by.",
    "strength": "How far the scored pairs change the table.",
    "target": "What is fitted: log for the logarithm of counts, or pmi.",
    "x_max": "Counts above it have full weight.",
    "epochs": "How often all counts are gone through.",
    "rate": "The learning rate.",
}
"""By name; arrays, which only Python can give, and those with an option of their own are not here."""

MEANINGS_BY_DESCENT: Mapping[str, str] = {
    "power": "The power of the weight below x_max.",
    "negatives": "How many pairs that never met are drawn for each count, with --option target=pmi.",
}
"""Where the name means something else in recipes fitted by descent."""

DEFAULTS: Mapping[str, str] = {"neighbors": "8 √words"}
"""In words, where the default depends on the text."""


NOTES: Mapping[str, str] = {
    "kubwe": "It takes minutes. Ctrl-C saves its vectors beside the output, in NAME.unfinished.safetensors; "
    "the same command goes on from there.",
}
"""What else there is to know of a recipe."""

_OTHERS = "The options that all recipes share are in firth embed -h."


def meaning(recipe: NamedRecipe, option: str) -> str | None:
    """What an option of a recipe is."""
    by_descent = MEANINGS_BY_DESCENT if recipe.kind == "descent" else {}
    return by_descent.get(option, MEANINGS.get(option))


def told_of(name: str) -> list[str]:
    """What there is to say of a recipe, by paragraphs."""
    from firth.recipes import named_recipe

    paragraphs = [f"{name}: {named_recipe(name).sentence}"]
    return [*paragraphs, *([NOTES[name]] if name in NOTES else []), _OTHERS]


def option_rows(name: str, parameters: Sequence[Any]) -> list[tuple[str, str]]:
    """The options of a recipe as they are typed, each with what it is.

    parameters: of firth embed, some of which are for this recipe only.
    """
    from firth.cli.help import default_of, recipe_of, value_of
    from firth.recipes import named_recipe

    recipe = named_recipe(name)
    own = {option.name: option for option in parameters if recipe_of(option) == name}
    rows = []
    for option, default in recipe.all_options.items():
        if (flag := own.get(option)) is not None:
            shown, told = f"--{option} {value_of(flag)}", flag.help
            default = default_of(flag)
        elif (told := meaning(recipe, option)) is not None:
            shown = f"--option {option.replace('_', '-')}=VALUE"
            default = DEFAULTS.get(option, f"{default:g}" if isinstance(default, float) else str(default))
        else:
            continue
        rows.append((shown, f"{told} Default: {default}." if default else told))
    return rows
