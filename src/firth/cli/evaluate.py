"""firth evaluate and firth compare: the tests asked, and how both show what came out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firth.cli.options import (
    ANALOGY_METHOD,
    PAIR_SET,
    PRINT_JSON,
    PRINT_MARKDOWN,
    RUNNING,
    WORDS,
    Force,
    Quiet,
    Seed,
    Threads,
    Top,
    VectorsFile,
    limit_threads,
    listed_words,
)
from firth.cli.outputs import check_path
from firth.cli.progress import progress_bars
from firth.cli.show import print_grids, print_json
from firth.errors import InputError

if TYPE_CHECKING:
    from firth.evaluate.grids import Grid
    from firth.evaluate.report import Report

_TESTS = "Tests"
_STATISTICS = "Intervals"
_OUTPUT = "Output"


@dataclass(frozen=True)
class EvaluationOptions:
    """Which tests are run, how many resamples their intervals have, and where the scores go."""

    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder with the data sets: wordsim/ and analogies/. Without one, small sets that come with "
            "firth are used.",
            show_default="$FIRTH_DATA",
            rich_help_panel=_TESTS,
        ),
    ] = None
    set: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME|FILE",
            help=PAIR_SET,
            show_default="all in the folder",
            rich_help_panel=_TESTS,
        ),
    ] = None
    similarity: Annotated[
        bool,
        typer.Option(
            help="Correlate similarities of word pairs with people's ratings.", rich_help_panel=_TESTS
        ),
    ] = True
    missing: Annotated[
        Literal["skip", "zero"],
        typer.Option(
            help="The treatment of pairs with an unknown word: skip leaves them out, zero scores them 0.",
            rich_help_panel=_TESTS,
        ),
    ] = "skip"
    analogies: Annotated[
        bool,
        typer.Option(
            help="Answer analogies: Google's, or those that come with firth.", rich_help_panel=_TESTS
        ),
    ] = True
    method: Annotated[Literal["mul", "add"], typer.Option(help=ANALOGY_METHOD, rich_help_panel=_TESTS)] = (
        "mul"
    )
    categories: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="A file of words by category: category, tab and word on each line, or a .csv with the "
            "columns word and category; may be repeated.",
            rich_help_panel=_TESTS,
        ),
    ] = None
    outliers: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="A file for outlier detection: members, an empty line, then outliers, one word a line; may "
            "be repeated.",
            rich_help_panel=_TESTS,
        ),
    ] = None
    resamples: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Number of bootstrap resamples; 0 computes no intervals.",
            rich_help_panel=_STATISTICS,
        ),
    ] = 1000
    markdown: Annotated[
        bool,
        typer.Option("--markdown", help=PRINT_MARKDOWN, rich_help_panel=_OUTPUT),
    ] = False
    figure: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The picture of scores and intervals to draw (.png .svg .pdf).",
            rich_help_panel=_OUTPUT,
        ),
    ] = None
    force: Force = False
    seed: Seed = 0
    threads: Threads = None
    quiet: Quiet = False
    json: Annotated[bool, typer.Option("--json", help=PRINT_JSON, rich_help_panel=RUNNING)] = False

    def arguments(self) -> dict[str, Any]:
        """What `evaluate` and `compare` of firth.evaluate take; what cannot be is refused before the work."""
        if self.json and self.markdown:
            raise InputError("--json and --markdown both print the results; choose one.")
        if self.set and not self.similarity:
            raise InputError("--set names word pairs and --no-similarity leaves them out; choose one.")
        limit_threads(self.threads)
        if self.figure is not None:
            _check_picture(self.figure, force=self.force)
        from firth.evaluate import Resampling

        return {
            "data": self.data,
            "sets": self.set if self.similarity else [],
            "missing": self.missing,
            "analogies": self.analogies,
            "method": self.method,
            "categories": self.categories or [],
            "outliers": self.outliers or [],
            "resampling": Resampling(self.resamples, self.seed),
        }

    def show(
        self,
        as_dict: Callable[[], dict[str, Any]],
        grids: Sequence[Grid],
        notes: Sequence[str],
        reports: Mapping[str, Report],
    ) -> None:
        """Print the results as asked, and draw them if asked."""
        if self.json:
            print_json(as_dict())
        elif self.markdown:
            from firth.evaluate.grids import as_markdown

            typer.echo(as_markdown(grids, notes), nl=False)
        else:
            print_grids(grids, notes)
        if self.figure is not None:
            from firth.plots.saving import save_figure
            from firth.plots.score_plot import score_plot

            save_figure(score_plot(reports), self.figure)
            typer.echo(f"saved     {self.figure}", err=self.json or self.markdown)


def evaluate(vectors: VectorsFile, options: EvaluationOptions) -> None:
    """Compare vectors with people: word similarity, analogies, categories and outliers.

    Every score stands with its interval (bootstrap, 95 %) and with what it covers. Without a folder of the
    usual sets, pairs and analogies that come with firth are asked.

    [bold]Examples[/bold]

    $ firth evaluate vectors.safetensors

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


def compare(
    vectors: Annotated[
        list[Path],
        typer.Argument(metavar="VECTORS", help="Files of vectors, in any format.", show_default=False),
    ],
    options: EvaluationOptions,
    own: Annotated[
        bool,
        typer.Option("--own", help="Score each embedding on what it covers itself, not on what all cover."),
    ] = False,
    words: Annotated[
        str | None,
        typer.Option(metavar="A,B,…|@FILE", help=f"{WORDS}; shows their neighbors in each embedding."),
    ] = None,
    top: Top = 10,
) -> None:
    """Compare embeddings side by side: all scores, with intervals and the significance of each difference.

    All are scored on what every one covers. The best is bold; * marks what is below it beyond chance.

    [bold]Examples[/bold]

    $ FIRTH_DATA=data firth compare vectors.safetensors glove.txt

    $ firth compare one.safetensors two.bin --data data --figure scores.png --markdown

    $ firth compare one.safetensors two.bin --set my-pairs.txt --no-analogies --words tea,king
    """
    if len(vectors) < 2:
        raise InputError(f"{vectors[0]} is alone; name two files or more to compare, or use firth evaluate.")
    arguments = options.arguments()
    named = dict(zip(labels(vectors), vectors, strict=True))
    from firth.evaluate import compare as compare_all
    from firth.evaluate import neighbor_report
    from firth.store import load_embedding

    embeddings = {name: load_embedding(path) for name, path in named.items()}
    nearest = neighbor_report(embeddings, listed_words(words), top) if words is not None else None
    with progress_bars(quiet=options.quiet) as progress:
        found = compare_all(embeddings, **arguments, own=own, progress=progress)
    if not found.compared and nearest is None:
        raise InputError("nothing is asked; give sets, analogies, categories, outliers or --words.")

    def as_dict() -> dict[str, Any]:
        return found.as_dict() | ({"neighbors": nearest.as_dict()} if nearest else {})

    grids = [*found.grids(), *(nearest.grids() if nearest else [])]
    options.show(as_dict, grids, found.notes, found.reports)


def labels(paths: Sequence[Path]) -> list[str]:
    """Short names that differ: stems, else names of files, else paths.

    >>> labels([Path("a/v.txt"), Path("b/v.txt"), Path("w.bin")])
    ['a/v.txt', 'b/v.txt', 'w.bin']
    """
    for name in (attrgetter("stem"), attrgetter("name"), str):
        names = [name(path) for path in paths]
        if len(set(names)) == len(names):
            return names
    raise InputError(f"a file is named twice among {', '.join(map(str, paths))}; compare different ones.")


def _check_picture(path: Path, *, force: bool) -> None:
    from firth.plots.canvas import require_matplotlib

    check_path(path, (".png", ".svg", ".pdf"), "pictures", force=force)
    require_matplotlib()
