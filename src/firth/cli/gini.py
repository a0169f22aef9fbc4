"""firth gini."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from firth.cli.options import Force, Json, Plot, ResultsFolder, Separator
from firth.cli.outputs import check_folder, write_frame, write_results
from firth.cli.show import print_json
from firth.errors import InputError

if TYPE_CHECKING:
    from firth.association.covariance import CategoryMatrix


def gini(
    records: Annotated[
        Path,
        typer.Argument(
            metavar="RECORDS",
            help="A table with a categorical variable in each column (.csv .tsv .parquet).",
            show_default=False,
        ),
    ],
    output: ResultsFolder = None,
    variable: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="The name of a variable; may be repeated.", show_default="all"),
    ] = None,
    separator: Separator = None,
    plot: Plot = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Covariances and correlations of categorical variables, by the Gini index.

    The covariance of two variables is half the sum of the singular values of P − rcᵀ; that of a variable with
    itself is its Gini index. With --plot the correlations are drawn as a heatmap.

    [bold]Examples[/bold]

    $ firth gini survey.csv

    $ firth gini survey.csv --variable sex --variable edu -o results --plot
    """
    if plot and output is None:
        raise InputError("--plot needs a folder for the picture; name one with -o.")
    if output is not None:
        check_folder(output, "covariances.csv", "correlations.*", force=force)
    from firth.association.covariance import correlation_matrix, covariance_matrix
    from firth.datasets import read_table

    frame = read_table(records, separator=separator)
    for name in variable or []:
        if name not in frame.columns:
            raise InputError(f"the records have no column {name!r}; they have {', '.join(frame.columns)}.")
    chosen = frame.select(variable) if variable else frame
    covariances, correlations = covariance_matrix(chosen), correlation_matrix(chosen)
    if json:
        print_json(
            {
                "variables": list(correlations.names),
                "covariance": covariances.values.tolist(),
                "correlation": correlations.values.tolist(),
            }
        )
    else:
        width = max(len(name) for name in correlations.names)
        typer.echo(" " * width + "".join(f" {name[:8]:>8}" for name in correlations.names))
        for name, row in zip(correlations.names, correlations.values, strict=True):
            typer.echo(f"{name:<{width}}" + "".join(f" {value:8.4f}" for value in row))
    if output is not None:
        for path in write_results(
            output, _files(covariances, correlations, plot), {"command": "gini"}, force=force
        ):
            typer.echo(f"saved     {path}", err=json)


def _files(
    covariances: CategoryMatrix, correlations: CategoryMatrix, plot: bool
) -> Iterator[tuple[str, Callable[[Path], object]]]:
    yield "covariances.csv", partial(write_frame, covariances.to_polars())
    yield "correlations.csv", partial(write_frame, correlations.to_polars())
    if plot:
        from firth.plots import heatmap, save_figure

        picture = heatmap(correlations.values, correlations.names, title="Correlations by the Gini index")
        yield "correlations.png", partial(save_figure, picture)
