"""firth recipes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from firth.cli.help import print_rows
from firth.cli.options import Json, recipe_names
from firth.cli.recipe_options import option_rows
from firth.cli.show import print_json

if TYPE_CHECKING:
    from firth.recipes import NamedRecipe


def recipes(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="The name of one recipe to show, with its options.",
            show_default=False,
            autocompletion=recipe_names,
        ),
    ] = None,
    json: Json = False,
    *,
    context: typer.Context,
) -> None:
    """List the recipes, which are the ways from counts to vectors.

    [bold]Examples[/bold]

    $ firth recipes

    $ firth recipes sppmi
    """
    from firth.recipes import RECIPES, named_recipe

    chosen = list(RECIPES.values()) if name is None else [named_recipe(name)]
    if json:
        listed = {recipe.name: _as_dict(recipe) for recipe in chosen}
        print_json(listed if name is None else _as_dict(chosen[0]))
    elif name is None:
        _print_all(chosen)
    else:
        _print_one(chosen[0], _parameters_of_embed(context))


def _parameters_of_embed(context: Any) -> Sequence[Any]:
    parameters: Sequence[Any] = context.find_root().command.commands["embed"].params
    return parameters


def _as_dict(recipe: NamedRecipe) -> dict[str, Any]:
    return {
        "name": recipe.name,
        "sentence": recipe.sentence,
        "source": recipe.source,
        "kind": recipe.kind,
        "exponent": recipe.exponent,
        "measure": recipe.measure,
        "options": recipe.all_options,
    }


def _print_all(chosen: list[NamedRecipe]) -> None:
    print_rows([(recipe.name, recipe.sentence) for recipe in chosen])
    typer.echo("\nfirth recipes NAME shows the source and the options of one.")


def _print_one(recipe: NamedRecipe, parameters: Sequence[Any]) -> None:
    typer.echo(f"{recipe.name}: {recipe.sentence}")
    for label in ("source", "kind", "exponent", "measure"):
        typer.echo(f"  {label:<9} {getattr(recipe, label)}")
    if rows := option_rows(recipe.name, parameters):
        typer.echo("\nOptions of firth embed for it:")
        print_rows(rows)
