"""firth evaluate."""

from __future__ import annotations

from firth.cli.bars import progress_bars
from firth.cli.evaluation_options import EvaluationOptions
from firth.cli.options import VectorsFile


def evaluate(vectors: VectorsFile, options: EvaluationOptions) -> None:
    """Compare vectors with people: word similarity, analogies, categories and outliers.

    Every score stands with its interval (bootstrap, 95 %) and with what it covers.

    [bold]Examples[/bold]

    $ FIRTH_DATA=data firth evaluate vectors.safetensors

    $ firth evaluate vectors.safetensors --data data --missing zero --json

    $ firth evaluate vectors.safetensors --set my-pairs.txt --no-analogies

    $ firth evaluate vectors.safetensors --no-similarity --no-analogies --categories kinds.tsv
    """
    arguments = options.arguments()
    from firth.evaluate import evaluate as evaluate_all
    from firth.store import load_embedding

    with progress_bars(quiet=options.quiet) as progress:
        report = evaluate_all(load_embedding(vectors), **arguments, progress=progress)
    options.show(report.as_dict, report.grids(), report.notes, {vectors.stem: report})
