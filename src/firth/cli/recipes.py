"""firth recipes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from firth.cli.options import Json, recipe_names
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
        _print_table(chosen)
    else:
        _print_one(chosen[0])


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


def _print_table(chosen: list[NamedRecipe]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("name", "what it does", "source", "kind", "exponent")
    for recipe in chosen:
        table.add_row(recipe.name, recipe.sentence, recipe.source, recipe.kind, f"{recipe.exponent:g}")
    Console().print(table)


def _print_one(recipe: NamedRecipe) -> None:
    typer.echo(f"{recipe.name}: {recipe.sentence}")
    for label in ("source", "kind", "exponent", "measure"):
        typer.echo(f"  {label:<9} {getattr(recipe, label)}")
    for option, default in recipe.all_options.items():
        typer.echo(f"  --option {option}={default}")
