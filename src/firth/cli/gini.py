"""firth gini."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from firth.cli.options import Json, Plot, ResultsFolder, Separator
from firth.cli.show import print_json
from firth.errors import InputError


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
        from firth.cli.outputs import write_figures, write_frames

        frames = {"covariances": covariances.to_polars(), "correlations": correlations.to_polars()}
        written = write_frames(frames, output, "csv")
        if plot:
            from firth.plots import heatmap

            picture = heatmap(correlations.values, correlations.names, title="Correlations by the Gini index")
            written += write_figures({"correlations.png": picture}, output)
        for path in written:
            typer.echo(f"saved     {path}", err=json)
