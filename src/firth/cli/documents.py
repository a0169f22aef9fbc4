"""firth documents."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from firth.cli.document_files import check_document_path, write_comparison, write_document_vectors
from firth.cli.options import limit_threads, with_groups
from firth.cli.outputs import make_folder
from firth.cli.progress import progress_bars
from firth.cli.show import print_grids, print_json
from firth.errors import InputError

if TYPE_CHECKING:
    from firth.core import Embedding
    from firth.estimators.document_kinds import DocumentChoices

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Vectors of documents, and which of them learners do best with.",
    epilog="Examples: [bold]firth documents compare reviews.csv --label stars[/bold], then "
    "[bold]firth documents embed reviews.csv --vectors nlca -o vectors.npy[/bold]",
)

DocumentsFile = Annotated[
    Path,
    typer.Argument(
        metavar="DOCUMENTS",
        help="A table (.csv .tsv .jsonl .parquet), a text with one on each line, or a folder of texts.",
        show_default=False,
    ),
]
_MAKING, _RUNNING = "Making vectors", "Running"
_KINDS = "counts, tfidf, ca, nlca, doc2vecc, doc2vec; with --words also mean, sif, power-means"
_LEARNERS = (
    "random-forest, linear-svm, naive-bayes, nearest-neighbours, logistic; with --numbers random-forest, "
    "linear-svr, nearest-neighbours, lasso"
)
_SPARSE = ("counts", "tfidf")


@dataclass(frozen=True)
class DocumentOptions:
    """How documents are read and vectors made."""

    text: Annotated[
        str, typer.Option(metavar="COLUMN", help="With the texts, in tables.", rich_help_panel=_MAKING)
    ] = "text"
    words: Annotated[
        Path | None,
        typer.Option(
            metavar="VECTORS", help="Word vectors for means, in any format.", rich_help_panel=_MAKING
        ),
    ] = None
    dim: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Columns of ca, nlca, doc2vecc and doc2vec.",
            show_default="200, or a quarter of the documents",
            rich_help_panel=_MAKING,
        ),
    ] = None
    min_documents: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Leave out words and pairs in fewer.",
            show_default="2; ca and nlca: one in 1,000",
            rich_help_panel=_MAKING,
        ),
    ] = None
    seed: Annotated[
        int, typer.Option(metavar="N", min=0, help="Same seed, same numbers.", rich_help_panel=_RUNNING)
    ] = 0
    threads: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Results do not depend on it.", rich_help_panel=_RUNNING),
    ] = None
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.", rich_help_panel=_RUNNING)] = (
        False
    )

    def word_vectors(self) -> Embedding | None:
        """Those that means are made of."""
        from firth.store import load_embedding

        return None if self.words is None else load_embedding(self.words)

    def choices(self, documents: int, words: Embedding | None) -> DocumentChoices:
        """For so many documents that teach."""
        from firth.estimators.document_kinds import DocumentChoices

        return DocumentChoices(documents, self.dim, self.min_documents, words, self.seed, self.threads)


def compare(
    documents: DocumentsFile,
    options: DocumentOptions,
    label: Annotated[str, typer.Option(metavar="COLUMN", help="With the labels, in tables.")] = "label",
    labels: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A label on each line, for a text.")
    ] = None,
    numbers: Annotated[bool, typer.Option("--numbers", help="Labels are numbers to predict.")] = False,
    vectors: Annotated[
        str | None,
        typer.Option(metavar="A,B,…", help=f"{_KINDS}.", show_default="all but doc2vecc, doc2vec"),
    ] = None,
    learners: Annotated[
        str | None, typer.Option(metavar="A,B,…", help=f"{_LEARNERS}.", show_default="all of the task")
    ] = None,
    folds: Annotated[int, typer.Option(metavar="N", help="Parts; each is tested once.")] = 5,
    repeats: Annotated[int, typer.Option(metavar="N", help="How often documents are parted anew.")] = 2,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="JSON, a page and pictures too.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print all tables as Markdown.")] = False,
) -> None:
    """Compare kinds of vectors on documents of your own: what do learners make of each?

    Repeated cross-validation: vectors and learners see the documents to learn from alone. Means ± standard
    deviations; bold is the best of a column, and what Welch's t-test does not tell from it.

    [bold]Examples[/bold]

    $ firth documents compare reviews.csv --text review --label stars

    $ firth documents compare reviews.txt --labels stars.txt --numbers --words vectors.safetensors

    $ firth documents compare folder --vectors tfidf,nlca --learners linear-svm -o results
    """
    if json and markdown:
        raise InputError("--json and --markdown both print the results; choose one.")
    if options.threads is not None:
        limit_threads(options.threads)
    if output is not None:
        from firth.plots.canvas import require_matplotlib
        from firth.store import refuse_unwritable

        make_folder(output)
        refuse_unwritable(output / "results.json")
        require_matplotlib()
    from firth.datasets import read_labeled
    from firth.estimators.document_kinds import DOCUMENT_KINDS, OF_WORDS, document_vectors
    from firth.evaluate.documents import checked_labels, evaluate_documents, learners_for, results_markdown
    from firth.evaluate.documents.tables import results_grids

    task: Any = "numbers" if numbers else "classes"
    chosen = tuple(one.name for one in learners_for(task, _names(learners)))
    known = read_labeled(documents, labels, column=options.text, label=label)
    words = options.word_vectors()
    asked = _names(vectors) or tuple(
        name
        for name in DOCUMENT_KINDS
        if not name.startswith("doc2") and (words is not None or name not in OF_WORDS)
    )
    choices = options.choices(len(known) - -(-len(known) // max(2, folds)), words)
    kinds = {name: document_vectors(name, choices) for name in asked}
    classes = () if numbers else checked_labels(known.labels, len(known), task=task).names
    _keep_quiet()
    with progress_bars(quiet=options.quiet) as progress:
        runs = evaluate_documents(
            known.texts,
            known.labels,
            kinds,
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
        print_grids(results_grids(runs)[:2])
    if output is not None:
        for path in write_comparison(output, results, runs, classes):
            typer.echo(f"saved     {path}", err=json or markdown)


def embed(
    documents: DocumentsFile,
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="FILE", help=".npy, .csv or .parquet; .npz for counts and tfidf."
        ),
    ],
    options: DocumentOptions,
    vectors: Annotated[str, typer.Option(metavar="NAME", help=f"{_KINDS}.")] = "nlca",
    fit: Annotated[Path | None, typer.Option(metavar="DOCUMENTS", help="Learn from these instead.")] = None,
) -> None:
    """Make a vector for each document: a row in the order of the file.

    [bold]Examples[/bold]

    $ firth documents embed reviews.csv -o vectors.npy

    $ firth documents embed new.txt --fit old.txt --vectors sif --words vectors.safetensors -o new.parquet

    $ firth documents embed reviews.jsonl --text body --vectors tfidf -o table.npz
    """
    if options.threads is not None:
        limit_threads(options.threads)
    check_document_path(output, sparse=vectors in _SPARSE)
    from firth.datasets import read_documents
    from firth.estimators.document_kinds import document_vectors

    texts = list(read_documents(documents, column=options.text))
    teaching = texts if fit is None else list(read_documents(fit, column=options.text))
    transformer = document_vectors(vectors, options.choices(len(teaching), options.word_vectors()))
    _keep_quiet()
    with progress_bars(quiet=options.quiet) as progress:
        progress("embedding", 0, 0, "documents")
        made = (
            transformer.fit_transform(teaching) if fit is None else transformer.fit(teaching).transform(texts)
        )
    write_document_vectors(made, output)
    if not options.quiet:
        empty = int((abs(made).sum(axis=1) == 0).sum())
        without = f", {empty:,} of them without a known word" if empty else ""
        typer.echo(f"saved     {output} ({made.shape[0]:,} documents × {made.shape[1]:,}{without})")


for command in (compare, embed):
    app.command(no_args_is_help=True)(with_groups(command))


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
