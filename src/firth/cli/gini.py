"""firth gini."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from firth.cli.options import Force, Json, PlainCells, Plot, ResultsFolder
from firth.cli.outputs import check_folder, result_of, write_frame, write_results
from firth.cli.show import print_json
from firth.cli.table_options import ReadingOptions
from firth.errors import InputError

if TYPE_CHECKING:
    import polars as pl


def gini(
    records: Annotated[
        Path,
        typer.Argument(
            metavar="RECORDS",
            help="A table with a categorical variable in each column (.csv .tsv .parquet).",
            show_default=False,
        ),
    ],
    *,
    output: ResultsFolder = None,
    variable: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="The name of a variable; may be repeated.", show_default="all"),
    ] = None,
    reading: ReadingOptions,
    plot: Plot = False,
    plain_cells: PlainCells = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Covariances and correlations of categorical variables, by the Gini index.

    The covariance of two variables is half the sum of the singular values of P − rcᵀ; that of a variable with
    itself is its Gini index. With --plot the correlations are drawn as a heatmap.

    [bold]Examples[/bold]

    $ firth gini answers.csv

    $ firth gini survey.csv --variable sex --variable edu -o results --plot
    """
    if plot and output is None:
        raise InputError("--plot needs a folder for the picture; name one with -o.")
    if output is not None:
        check_folder(
            output, "covariances.csv", "correlations.*", about=result_of("gini", records, output),
            left_out=() if plot else ("*.png",), force=force,
        )  # fmt: skip
    if plot:
        from firth.plots.canvas import require_matplotlib

        require_matplotlib()
    from firth.association.covariance import correlation_matrix, covariance_matrix

    chosen = _chosen(reading.read(records).frame, variable, as_is=reading.as_is)
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
            typer.echo(f"{name:<{width}}" + "".join(f" {value:z8.4f}" for value in row))
    if output is None:
        return
    write = partial(write_frame, plain_cells=plain_cells)
    files = [
        ("covariances.csv", partial(write, covariances.to_polars())),
        ("correlations.csv", partial(write, correlations.to_polars())),
    ]
    if plot:
        from firth.plots import heatmap, save_figure

        picture = heatmap(correlations.values, correlations.names, title="Correlations by the Gini index")
        files.append(("correlations.png", partial(save_figure, picture)))
    write_results(
        output, files, result_of("gini", records, output), force=force, tell=partial(typer.echo, err=json)
    )


def _chosen(frame: pl.DataFrame, variables: list[str] | None, *, as_is: bool) -> pl.DataFrame:
    """The variables named, or all if each of them holds categories."""
    from firth.core.categories import refuse_unknown
    from firth.datasets import not_categorical

    for name in variables or []:
        refuse_unknown(name, frame.columns)
    if variables:
        return frame.select(list(dict.fromkeys(variables)))
    odd = () if as_is else not_categorical(frame)
    if odd:
        raise InputError(
            f"variable {odd[0]!r} has {frame[odd[0]].n_unique()} different values in {frame.height} records "
            "and seems to be no category; name the variables to take with --variable, or say --as-is."
        )
    return frame
