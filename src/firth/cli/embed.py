"""firth embed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from firth.cli.counted import counted, stored_counts
from firth.cli.options import Corpora, CountingOptions, RunOptions, TextOptions, VectorOptions
from firth.cli.outputs import check_counts_path, check_vectors_path
from firth.cli.progress import progress_bars
from firth.cli.summary import Summary
from firth.cli.unfinished import Unfinished
from firth.errors import InputError


def embed(
    corpus: Corpora,
    output: Annotated[Path, typer.Option("-o", "--output", help="Where the vectors go.")],
    vectors: VectorOptions,
    text: TextOptions,
    counting: CountingOptions,
    run: RunOptions,
    counts: Annotated[
        Path | None, typer.Option("--counts", metavar="FILE", help="Save the counts too, for other recipes.")
    ] = None,
) -> None:
    """Make word vectors from a text, or from counts made earlier.

    The suffix of the output chooses its format: .safetensors (firth), .txt .vec .bin (word2vec), .glove.

    [bold]Examples[/bold]

    $ firth embed corpus.txt.gz -o vectors.safetensors

    $ firth embed corpus.txt.gz -o vectors.safetensors --dim 100 --counts counts.safetensors

    $ firth embed counts.safetensors -o ppmi.safetensors --recipe sppmi --option shift=5

    $ firth embed corpus.txt.gz -o vectors.safetensors --recipe sqrt-cca --post remove-top=2 --post unit

    $ firth embed counts.safetensors -o vectors.safetensors --recipe kubwe --dim 100 --mode far-field

    The recipe kubwe takes minutes. Ctrl-C saves its vectors beside the output, in
    NAME.unfinished.safetensors; the same command goes on from there.
    """
    resources = run.arguments()  # before anything below is imported
    vectors.check()
    options = vectors.recipe_options()
    check_vectors_path(output)
    if counts is not None:
        check_counts_path(counts)
        if counts.resolve() == output.resolve():
            raise InputError(f"{output} cannot hold both the counts and the vectors; name two files.")
    from firth.association import tuning_from_pairs
    from firth.recipes import embed as embed_counts
    from firth.recipes import named_recipe
    from firth.recipes.postprocess import checked_steps
    from firth.store import save

    chosen = named_recipe(vectors.recipe)  # what is wrong is told before the text is read
    chosen.settle(options)
    checked_steps(vectors.post or [])
    if chosen.kind == "eigen" and counting.contexts not in (None, "both"):
        raise InputError(f"{chosen.name} needs --contexts both; choose another recipe, such as ppmi.")
    summary = Summary()
    with progress_bars(quiet=run.quiet) as progress:
        table = stored_counts(corpus, text, counting)
        if table is None:
            table = counted(
                corpus, text, counting, run, progress=progress, summary=summary, wanted=chosen.counting
            )
        else:
            summary.note_counts(table)
        if counts is not None:
            with summary.timed("save counts"):
                save(table, counts)
            summary.note_saved(counts)
        unfinished = Unfinished(output) if chosen.kind == "sphere" else None
        if vectors.pairs is not None:
            tuning = tuning_from_pairs(options["pairs"], table.rows)
            summary.note_pairs(tuning.used, len(options["pairs"]))
        with summary.timed("embed"):
            embedding = embed_counts(
                table,
                recipe=vectors.recipe,
                dim=vectors.dim,
                exponent=vectors.exponent,
                add_contexts=vectors.add_contexts,
                post=vectors.post or [],
                options=options,
                solver=vectors.solver,
                seed=vectors.seed,
                progress=progress,
                resume=unfinished.taken_up() if unfinished else None,
                keep=unfinished.keep if unfinished else None,
                **resources,
            )
        summary.note_vectors(embedding, vectors.recipe)
        with summary.timed("save"):
            save(embedding, output)
            if unfinished is not None:
                unfinished.end()
    summary.note_saved(output)
    summary.show(json=run.json, quiet=run.quiet)
