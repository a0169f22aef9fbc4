"""firth documents."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from firth.cli.commands import add_command, command_group
from firth.cli.options import (
    LABEL,
    PRINT_MARKDOWN,
    Column,
    Force,
    Json,
    Quiet,
    ResultsFolder,
    Resume,
    Seed,
    Threads,
    limit_threads,
)
from firth.cli.outputs import check_folder, check_path, result_of, write_results, write_text
from firth.cli.progress import progress_bars
from firth.cli.show import print_grids, print_json
from firth.cli.typical import typical
from firth.cli.unfinished import unfinished_blocks
from firth.errors import InputError

if TYPE_CHECKING:
    from firth.core import Embedding
    from firth.estimators.document_kinds import DocumentChoices
    from firth.evaluate.documents import Runs

app = command_group(
    """Make vectors of documents, compare which kinds learners do best with, and find typical words.

    [bold]Examples[/bold]

    $ firth documents compare reviews.csv --column review --label stars

    $ firth documents typical reviews.csv --column review --label stars

    $ firth documents embed reviews.csv --column review --kind nlca -o vectors.npy
    """
)

DocumentsFile = Annotated[
    Path,
    typer.Argument(
        metavar="DOCUMENTS",
        help="A table (.csv .tsv .jsonl .parquet), a text with one document a line, or a folder of texts.",
        show_default=False,
    ),
]
_MAKING = "Making vectors"
_KINDS = "counts, tfidf, ca, nlca, doc2vecc or doc2vec; with --embedding also mean, sif or power-means"
_LEARNERS = (
    "random-forest, linear-svm, naive-bayes, nearest-neighbors, logistic; with --numbers random-forest, "
    "linear-svr, nearest-neighbors, lasso"
)
_SPARSE = ("counts", "tfidf")


@dataclass(frozen=True)
class DocumentOptions:
    """How documents are read and vectors made."""

    column: Column = "text"
    embedding: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The file of word vectors that mean, sif and power-means average, in any format.",
            rich_help_panel=_MAKING,
        ),
    ] = None
    dim: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Number of dimensions, for ca, nlca, doc2vecc and doc2vec.",
            show_default="200, or a quarter of the documents",
            rich_help_panel=_MAKING,
        ),
    ] = None
    min_documents: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Words and pairs of words that are in fewer documents are left out.",
            show_default="2; ca and nlca: one in 1,000",
            rich_help_panel=_MAKING,
        ),
    ] = None
    seed: Seed = 0
    threads: Threads = None
    quiet: Quiet = False

    def word_vectors(self) -> Embedding | None:
        """Those that means are made of."""
        from firth.store import load_embedding

        return None if self.embedding is None else load_embedding(self.embedding)

    def choices(self, documents: int, words: Embedding | None) -> DocumentChoices:
        """For so many documents that teach."""
        from firth.estimators.document_kinds import DocumentChoices

        return DocumentChoices(documents, self.dim, self.min_documents, words, self.seed, self.threads)


def compare(
    documents: DocumentsFile,
    options: DocumentOptions,
    label: Annotated[str, typer.Option(metavar="COLUMN", help=f"{LABEL}, in tables.")] = "label",
    label_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file with a label on each line, for a text."),
    ] = None,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Predict numbers: the labels are numbers, not classes.")
    ] = False,
    kinds: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…",
            help=f"Kinds of document vectors: {_KINDS}.",
            show_default="all but doc2vecc, doc2vec",
        ),
    ] = None,
    learners: Annotated[
        str | None,
        typer.Option(metavar="A,B,…", help=f"Learners: {_LEARNERS}.", show_default="all of the task"),
    ] = None,
    folds: Annotated[int, typer.Option(metavar="N", help="Number of folds of the cross-validation.")] = 5,
    repeats: Annotated[
        int, typer.Option(metavar="N", help="Number of times that the documents are split anew.")
    ] = 2,
    output: ResultsFolder = None,
    markdown: Annotated[bool, typer.Option("--markdown", help=PRINT_MARKDOWN)] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Compare kinds of vectors on documents of your own: how well do learners do with each?

    Scores come from repeated cross-validation; vectors and learners see only the training documents. Tables
    show means ± standard deviations. The best of a column is bold, with all that Welch's t-test cannot tell
    from it. Begin with one kind and one learner, which is quick; all kinds with all learners may take
    hundreds of times as long.

    [bold]Examples[/bold]

    $ firth documents compare reviews.csv --column review --label stars --kinds tfidf --learners linear-svm

    $ firth documents compare reviews.csv --column review --label stars

    $ firth documents compare reviews.txt --label-file stars.txt --numbers --embedding vectors.safetensors

    $ firth documents compare folder --kinds tfidf,nlca --learners linear-svm -o results
    """
    if json and markdown:
        raise InputError("--json and --markdown both print the results; choose one.")
    limit_threads(options.threads)
    about = result_of("documents compare", documents, output)
    if output is not None:
        from firth.plots.canvas import require_matplotlib

        check_folder(
            output, "results.json", "report.md", "confusion.png", "roc.png", about=about, force=force
        )
        require_matplotlib()
    from firth.datasets import read_labeled
    from firth.estimators.document_kinds import DOCUMENT_KINDS, OF_WORDS, document_vectors
    from firth.evaluate.documents import checked_labels, evaluate_documents, learners_for, results_markdown
    from firth.evaluate.documents.report import results_grids

    task: Any = "numbers" if numbers else "classes"
    chosen = tuple(one.name for one in learners_for(task, _names(learners)))
    known = read_labeled(documents, label_file, column=options.column, label=label)
    words = options.word_vectors()
    asked = _names(kinds) or tuple(
        name
        for name in DOCUMENT_KINDS
        if not name.startswith("doc2") and (words is not None or name not in OF_WORDS)
    )
    choices = options.choices(len(known) - -(-len(known) // max(2, folds)), words)
    transformers = {name: document_vectors(name, choices) for name in asked}
    classes = () if numbers else checked_labels(known.labels, len(known), task=task).names
    _keep_quiet()
    if not options.quiet:
        work = f"{_counted(asked, 'kind')} × {_counted(chosen, 'learner')} × {folds * repeats} fits"
        typer.echo(f"{_described(known.texts, known.labels, task)}; {work}", err=json or markdown)
    with progress_bars(quiet=options.quiet) as progress:
        runs = evaluate_documents(
            known.texts,
            known.labels,
            transformers,
            task=task,
            learners=chosen,
            folds=folds,
            repeats=repeats,
            seed=options.seed,
            threads=options.threads,
            progress=progress,
        )
    results = {
        "documents": len(known),
        "task": task,
        "classes": list(classes),
        "folds": folds,
        "repeats": repeats,
        "seed": options.seed,
        "runs": [one.as_dict() for one in runs],
    }
    if json:
        print_json(results)
    elif markdown:
        typer.echo(results_markdown(runs), nl=False)
    else:
        print_grids(results_grids(runs)[: 1 + (len(asked) > 1)])
    if output is not None:
        files = _comparison_files(results, runs, classes)
        write_results(output, files, about, force=force, tell=partial(typer.echo, err=json or markdown))


def embed(
    documents: DocumentsFile,
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="The file of vectors to write (.npy .csv .parquet; .npz for counts and tfidf).",
        ),
    ],
    options: DocumentOptions,
    kind: Annotated[
        str, typer.Option(metavar="NAME", help=f"The kind of document vectors: {_KINDS}.")
    ] = "nlca",
    fit: Annotated[
        Path | None,
        typer.Option(metavar="DOCUMENTS", help="Other documents to learn from, instead of these."),
    ] = None,
    resume: Resume = False,
    force: Force = False,
) -> None:
    """Make a vector for each document: a row in the order of the file.

    [bold]Examples[/bold]

    $ firth documents embed reviews.csv --column review -o vectors.npy

    $ firth documents embed new.txt --fit old.txt --kind sif --embedding vectors.safetensors -o new.parquet

    $ firth documents embed reviews.jsonl --column body --kind tfidf -o table.npz
    """
    limit_threads(options.threads)
    from firth.datasets import read_documents
    from firth.estimators.document_kinds import document_vectors
    from firth.store.matrices import DENSE_SUFFIXES, SPARSE_SUFFIXES, save_rows

    if kind in _SPARSE:
        check_path(output, SPARSE_SUFFIXES, "sparse tables", force=force)
    else:
        check_path(output, DENSE_SUFFIXES, "vectors of documents", force=force)

    texts = list(read_documents(documents, column=options.column))
    teaching = texts if fit is None else list(read_documents(fit, column=options.column))
    transformer = document_vectors(kind, options.choices(len(teaching), options.word_vectors()))
    _keep_quiet()

    def recipe() -> dict[str, Any]:
        from firth.text.sources import find_sources, sources_as_plain

        return {"sources": sources_as_plain(find_sources([documents, *([] if fit is None else [fit])]))}

    with (
        unfinished_blocks(output, recipe, resume=resume, quiet=options.quiet),
        progress_bars(quiet=options.quiet) as progress,
    ):
        progress("embedding", 0, 0, "documents")
        made = (
            transformer.fit_transform(teaching) if fit is None else transformer.fit(teaching).transform(texts)
        )
        save_rows(made, output)
    if not options.quiet:
        empty = int((abs(made).sum(axis=1) == 0).sum())
        without = f", {empty:,} of them without a known word" if empty else ""
        typer.echo(f"saved     {output} ({made.shape[0]:,} documents × {made.shape[1]:,}{without})")


for command in (compare, embed, typical):
    add_command(app, command)


def _described(texts: Sequence[str], labels: Sequence[Any], task: str) -> str:
    """How many documents there are, how many have no text, and what share a guess would get right."""
    told = f"{len(texts):,} documents"
    groups = Counter(labels) if task == "classes" else {}
    told += f" in {len(groups):,} groups" if groups else ""
    if empty := sum(not text.strip() for text in texts):
        told += f", {empty:,} without text"
    return told + (f", largest group {max(groups.values()) / len(texts):.0%}" if groups else "")


def _counted(names: Sequence[str], noun: str) -> str:
    return f"{len(names)} {noun}{'' if len(names) == 1 else 's'}"


def _names(given: str | None) -> tuple[str, ...] | None:
    """What stands between commas."""
    names = tuple(dict.fromkeys(name.strip() for name in (given or "").split(",") if name.strip()))
    return names or None


def _keep_quiet() -> None:
    """Documents without a known word lie at the origin, which is told in other ways.

    For good: threads of scikit-learn put filters of warnings back as they found them, in any order.
    """
    from firth.estimators import EmptyRowsWarning

    warnings.simplefilter("ignore", EmptyRowsWarning)


def _comparison_files(
    results: dict[str, Any], runs: Sequence[Runs], classes: Sequence[str]
) -> Iterator[tuple[str, Callable[[Path], object]]]:
    """results.json and report.md; for classes confusion.png, and for two of them roc.png."""
    from firth.evaluate.documents import results_markdown
    from firth.plots import save_figure
    from firth.plots.confusion_matrix import confusion_matrices
    from firth.plots.roc_curve import roc_curves

    numbers = dumps(results, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    yield "results.json", partial(write_text, numbers)
    yield "report.md", partial(write_text, results_markdown(runs))
    if classes:
        best = max(runs, key=lambda one: one.spread("accuracy").mean).learner
        figure = confusion_matrices(
            {one.vectors: one.confusion for one in runs if one.learner == best and one.confusion},
            list(classes),
            title=f"{_title(best)}: percent of the true class",
        )
        yield "confusion.png", partial(save_figure, figure)
    if len(classes) == 2:
        panels: dict[str, dict[str, list[float]]] = {}
        for one in runs:
            if one.curve is not None:
                panels.setdefault(_title(one.learner), {})[one.vectors] = one.curve
        figure = roc_curves(panels, title=f"ROC curves, {classes[1]} against {classes[0]}")
        yield "roc.png", partial(save_figure, figure)


def _title(learner: str) -> str:
    from firth.evaluate.documents.report import TITLES

    return TITLES.get(learner, learner)
