"""firth info."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from firth.cli.options import Json
from firth.cli.show import print_json, spectrum_chart

if TYPE_CHECKING:
    from firth.core import Counts, Embedding, Recipe
    from firth.senses import SenseModel

_HEAD = 10


def info(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file of vectors, counts or senses.", show_default=False)
    ],
    json: Json = False,
) -> None:
    """Show what a file holds and how it was made.

    [bold]Examples[/bold]

    $ firth info vectors.safetensors

    $ firth info counts.safetensors --json
    """
    from firth.core import Counts, Embedding
    from firth.store import load

    content = load(file)
    if isinstance(content, Embedding):
        described = _vectors(content)
    else:
        described = _counts(content) if isinstance(content, Counts) else _senses(content)
    if json:
        print_json(described)
        return
    for name, value in described.items():
        if name == "recipe":
            for stage, parameters in value["stages"].items():
                typer.echo(f"{stage:<11} {_parameters(parameters)}")
        elif name != "spectrum":
            typer.echo(f"{name:<11} {_plain(value)}")
    if isinstance(content, Embedding) and len(content.spectrum):
        typer.echo("spectrum")
        for line in spectrum_chart(content.spectrum.tolist()):
            typer.echo(line)


def _vectors(embedding: Embedding) -> dict[str, Any]:
    return {
        "kind": "vectors",
        "words": len(embedding),
        "dim": embedding.dim,
        "dtype": str(embedding.vectors.dtype),
        "measure": embedding.measure,
        "tokens": embedding.vocabulary.total,
        "first": list(embedding.vocabulary.tokens[:_HEAD]),
        "spectrum": [float(value) for value in embedding.spectrum[:_HEAD]],
        "recipe": _recipe(embedding.recipe),
        "digest": embedding.recipe.digest,
    }


def _counts(counts: Counts) -> dict[str, Any]:
    rows, columns = counts.matrix.shape
    return {
        "kind": "counts",
        "rows": rows,
        "columns": columns,
        "non_zeros": int(counts.matrix.nnz),
        "total": counts.total,
        "dtype": str(counts.matrix.dtype),
        "symmetric": counts.symmetric,
        "tokens": counts.rows.total,
        "first": list(counts.rows.tokens[:_HEAD]),
        "recipe": _recipe(counts.how),
        "digest": counts.how.digest,
    }


def _senses(model: SenseModel) -> dict[str, Any]:
    return {
        "kind": "senses",
        "words": len(model.vocabulary),
        "split": len(model.words),
        "several": len(model.ambiguous),
        "senses": int(model.numbers.sum()),
        "non_zeros": int(model.association.nnz),
        "tokens": model.vocabulary.total,
        "first": model.ambiguous[:_HEAD],
        "recipe": _recipe(model.recipe),
        "digest": model.recipe.digest,
    }


def _recipe(recipe: Recipe) -> dict[str, Any]:
    stages = {name: dict(values) for name, values in recipe.stages.items()}
    return {"version": recipe.version, "stages": stages}


def _parameters(parameters: dict[str, Any]) -> str:
    return " · ".join(f"{name} {_plain(value)}" for name, value in parameters.items())


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return (
        f"{value:,.10g}" if isinstance(value, float) else f"{value:,}" if type(value) is int else str(value)
    )
