"""The application: its commands, by what they are for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from firth.cli import (
    ca,
    clean,
    clusters,
    count,
    demo,
    documents,
    embed,
    evaluate,
    export,
    gini,
    info,
    nlca,
    plot,
    query,
    recipes,
    reproduce,
    senses,
    sphere,
    tune,
)
from firth.cli.commands import Application, add_command

_HELP = """Counts into geometry: word vectors from your own text, in seconds, the same every time.

[bold]Examples[/bold]

$ firth demo

$ firth embed corpus.txt.gz -o vectors.safetensors

$ firth neighbors vectors.safetensors tea
"""


class Family(NamedTuple):
    """Commands below one name."""

    name: str
    app: typer.Typer


app = typer.Typer(
    name="firth",
    cls=Application,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=_HELP,
)

_PANELS: dict[str, tuple[Callable[..., None] | Family, ...]] = {
    "Make word vectors": (demo.demo, embed.embed, count.count, recipes.recipes, tune.tune),
    "Look at word vectors": (
        query.neighbors, query.similarity, query.analogy, plot.plot, clusters.clusters, evaluate.evaluate,
        evaluate.compare,
    ),
    "Files": (info.info, export.export),
    "Tables and points": (ca.ca, nlca.nlca, gini.gini, sphere.sphere),
    "Published experiments": (reproduce.reproduce,),
    "Texts": (Family("documents", documents.app), Family("senses", senses.app), Family("clean", clean.app)),
}  # fmt: skip
"""The commands by what they are for, as the help lists them."""

for panel, commands in _PANELS.items():
    for command in commands:
        if isinstance(command, Family):
            app.add_typer(command.app, name=command.name, rich_help_panel=panel)
        else:
            add_command(app, command, runs_alone=command in (demo.demo, recipes.recipes), panel=panel)


@app.callback(invoke_without_command=True)
def firth(
    context: typer.Context,
    project: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The file with options; it may stand after the command too.",
            show_default="firth.toml in the current folder, if there is one",
        ),
    ] = None,
    no_project: Annotated[
        bool, typer.Option("--no-project", help="Leave firth.toml in the current folder alone.")
    ] = False,
    show_options: Annotated[
        bool,
        typer.Option(
            "--show-options", help="Print the options of a command and where they are from, and do nothing."
        ),
    ] = False,
    version: Annotated[bool, typer.Option("--version", "-V", help="Print the version.")] = False,
) -> None:  # fmt: skip
    """Print the version, or go on to a command."""
    if version:
        from firth import __version__

        typer.echo(f"firth {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
