"""The application: its commands, in the order of the flow."""

from __future__ import annotations

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

app = typer.Typer(
    name="firth",
    cls=Application,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=_HELP,
)

for command in (
    demo.demo,
    count.count,
    embed.embed,
    query.neighbors,
    query.similarity,
    query.analogy,
    evaluate.evaluate,
    evaluate.compare,
    tune.tune,
    plot.plot,
    export.export,
    info.info,
    recipes.recipes,
    ca.ca,
    nlca.nlca,
    gini.gini,
    sphere.sphere,
    clusters.clusters,
    reproduce.reproduce,
):
    add_command(app, command, runs_alone=command in (demo.demo, recipes.recipes))
app.add_typer(documents.app, name="documents")
app.add_typer(senses.app, name="senses")
app.add_typer(clean.app, name="clean")


@app.callback(invoke_without_command=True)
def firth(version: bool = typer.Option(False, "--version", help="Print the version.")) -> None:
    """Print the version, or go on to a command."""
    if version:
        from firth import __version__

        typer.echo(f"firth {__version__}")
        raise typer.Exit
