"""firth embed."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firth.cli.cluster_options import ClusterOptions
from firth.cli.count import (
    CountingOptions,
    TextOptions,
    counted,
    counted_by,
    stored_counts,
    unfinished_counts,
)
from firth.cli.options import (
    Corpora,
    Force,
    Resume,
    RunOptions,
    Seed,
    VectorsOutput,
    recipe_names,
    recipe_options,
)
from firth.cli.outputs import check_counts_path, check_vectors_path
from firth.cli.progress import progress_bars
from firth.cli.summary import Summary
from firth.cli.unfinished import Unfinished
from firth.errors import InputError

if TYPE_CHECKING:
    from firth.recipes.embed import EmbeddingPlan

_VECTORS = "Vectors"
_KUBWE = "Only for --recipe kubwe"
_SCA = "Only for --recipe sca"
_OF_ONE_RECIPE = {"kubwe": ("mode", "degree", "sweeps"), "sca": ("pairs",)}


@dataclass(frozen=True)
class VectorOptions:
    """How counts become vectors."""

    recipe: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Name of the recipe; firth recipes lists all of them.",
            autocompletion=recipe_names,
            rich_help_panel=_VECTORS,
        ),
    ] = "eigenword"
    dim: Annotated[int, typer.Option(metavar="N", help="Number of dimensions.", rich_help_panel=_VECTORS)] = (
        300
    )
    exponent: Annotated[
        float | None,
        typer.Option(
            metavar="P",
            help="Power of the singular values that scales the axes: 0, 0.5 and 1 are usual.",
            show_default="the recipe's own",
            rich_help_panel=_VECTORS,
        ),
    ] = None
    solver: Annotated[
        Literal["auto", "krylov", "lanczos", "dense"],
        typer.Option(
            help="The solver of the factorization; auto chooses by the size of the matrix.",
            rich_help_panel=_VECTORS,
        ),
    ] = "auto"
    add_contexts: Annotated[
        bool,
        typer.Option(
            "--add-contexts",
            help="Add the vector that a word has as a context to its own.",
            rich_help_panel=_VECTORS,
        ),
    ] = False
    post: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STEP",
            help="A step after the fit: center, whiten, center-frequency, whiten-frequency, remove-top=K or "
            "unit; may be repeated.",
            rich_help_panel=_VECTORS,
        ),
    ] = None
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="An option of the recipe, such as shift=5; may be repeated.",
            rich_help_panel=_VECTORS,
        ),
    ] = None
    mode: Annotated[
        Literal["exact", "fast", "far-field"] | None,
        typer.Option(
            help="The computation of repulsion: exact sums over all words, fast over the nearest, far-field "
            "approximates the distant ones.",
            show_default="exact",
            rich_help_panel=_KUBWE,
        ),
    ] = None
    degree: Annotated[
        float | None,
        typer.Option(
            metavar="P",
            help="Degree of the polynomial kernel.",
            show_default="13",
            rich_help_panel=_KUBWE,
        ),
    ] = None
    sweeps: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Number of sweeps; each moves every point once.",
            show_default="50, or 100 if fast",
            rich_help_panel=_KUBWE,
        ),
    ] = None
    pairs: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The file of scored word pairs that sca learns from: two words and a score on each line.",
            rich_help_panel=_SCA,
        ),
    ] = None

    def plan(self) -> EmbeddingPlan:
        """What `firth.recipes.embed` carries out; what is wrong is refused before any text is read."""
        from firth.recipes.embed import plan_embedding

        return plan_embedding(
            self.recipe,
            dim=self.dim,
            exponent=self.exponent,
            add_contexts=self.add_contexts,
            post=self.post or (),
            options=self._options(),
            solver=self.solver,
        )

    def _options(self) -> dict[str, Any]:
        """The options of the recipe, with the pairs that it learns from."""
        for recipe, names in _OF_ONE_RECIPE.items():
            for name in names:
                if getattr(self, name) is not None and self.recipe != recipe:
                    raise InputError(
                        f"--{name} is for recipe {recipe} only; leave it out, or choose --recipe {recipe}."
                    )
        if self.pairs is None and self.recipe == "sca":
            raise InputError("recipe sca learns from scored pairs; name their file with --pairs.")
        options = recipe_options(self.option)
        options |= {name: value for name in ("mode", "sweeps") if (value := getattr(self, name)) is not None}
        if self.degree is not None:
            options |= recipe_options([f"degree={self.degree:g}"])  # 13 rather than 13.0
        if self.pairs is not None:
            from firth.datasets import read_pairs

            options["pairs"] = [tuple(pair) for pair in read_pairs(self.pairs)]
        return options


def embed(
    corpus: Corpora,
    output: VectorsOutput,
    vectors: VectorOptions,
    text: TextOptions,
    counting: CountingOptions,
    run: RunOptions,
    cluster: ClusterOptions,
    counts: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A file that the counts are saved to as well, for other recipes."),
    ] = None,
    seed: Seed = 0,
    resume: Resume = False,
    force: Force = False,
) -> None:
    """Make word vectors from a text, or from counts made earlier.

    Recipes have options of their own too: firth embed --recipe kubwe -h shows those of kubwe.

    [bold]Examples[/bold]

    $ firth embed corpus.txt.gz -o vectors.safetensors

    $ firth embed corpus.txt.gz -o vectors.safetensors --dim 100 --counts counts.safetensors

    $ firth embed counts.safetensors -o ppmi.safetensors --recipe sppmi --option shift=5

    $ firth embed corpus.txt.gz -o vectors.safetensors --recipe sqrt-cca --post remove-top=2 --post unit

    $ firth embed counts.safetensors -o vectors.safetensors --recipe kubwe --dim 100 --mode far-field

    $ firth embed 'corpus/*.txt' -o vectors.safetensors --cluster local:2
    """
    resources = run.arguments()  # before anything below is imported
    cluster.check(resume=resume)
    check_vectors_path(output, force=force)
    if counts is not None:
        check_counts_path(counts, force=force)
        if counts.resolve() == output.resolve():
            raise InputError(f"{output} cannot hold both the counts and the vectors; name two files.")
    plan = vectors.plan()
    chosen = plan.recipe
    if chosen.kind == "eigen" and counting.contexts not in (None, "both"):
        raise InputError(f"{chosen.name} needs --contexts both; choose another recipe, such as ppmi.")
    if cluster.cluster is not None:
        _embed_on_cluster(corpus, output, plan, text, counting, run, cluster, counts, seed)
        return
    from firth.association import tuning_from_pairs
    from firth.recipes.embed import carry_out
    from firth.recipes.fits import Continuation
    from firth.runtime.run import Run
    from firth.store import save

    summary = Summary()
    keeping = unfinished_counts(
        output, corpus, text, counting, resume=resume, quiet=run.quiet, wanted=chosen.counting
    )
    with keeping, progress_bars(quiet=run.quiet) as progress:
        table = stored_counts(corpus, text, counting)
        if table is None:
            table = counted(
                corpus,
                text,
                counting,
                run,
                progress=progress,
                summary=summary,
                wanted=chosen.counting,
            )
        else:
            summary.note_counts(table)
        if counts is not None:
            with summary.timed("save counts"):
                save(table, counts)
            summary.note_saved(counts)
        unfinished = Unfinished(output) if chosen.fit.can_continue else None
        if (pairs := plan.options.get("pairs")) is not None:
            summary.note_pairs(tuning_from_pairs(pairs, table.rows).used, len(pairs))
        with summary.timed("embed"), unfinished.named() if unfinished else nullcontext():
            continuation = (
                Continuation(unfinished.taken_up(), unfinished.keep) if unfinished else Continuation()
            )
            embedding = carry_out(plan, table, Run(seed, **resources, progress=progress), continuation)
        summary.note_vectors(embedding, chosen.name)
        with summary.timed("save"):
            save(embedding, output)
            if unfinished is not None:
                unfinished.end()
    summary.note_saved(output)
    summary.show(json=run.json, quiet=run.quiet)


def _embed_on_cluster(
    corpus: list[str],
    output: Path,
    plan: EmbeddingPlan,
    text: TextOptions,
    counting: CountingOptions,
    run: RunOptions,
    cluster: ClusterOptions,
    counts: Path | None,
    seed: int,
) -> None:
    """The same by the workers of a cluster."""
    from firth.distributed.embed import carry_out_on_workers, refuse_undistributed
    from firth.distributed.workers import require_dask
    from firth.runtime.run import Run
    from firth.store import save

    require_dask()
    refuse_undistributed(plan)
    summary = Summary()
    with (
        progress_bars(quiet=run.quiet) as progress,
        cluster.workers(run.memory, progress) as workers,
    ):
        assert workers is not None
        table = counted_by(workers, corpus, text, counting, summary, wanted=plan.recipe.counting)
        if counts is not None:
            with summary.timed("save counts"):
                save(table.collect(), counts)
            summary.note_saved(counts)
        with summary.timed("embed"):
            embedding = carry_out_on_workers(plan, table, Run(seed, run.threads, progress=progress))
        summary.note_vectors(embedding, plan.recipe.name)
        with summary.timed("save"):
            save(embedding, output)
    summary.note_saved(output)
    summary.show(json=run.json, quiet=run.quiet)
