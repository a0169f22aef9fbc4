"""The options that evaluate and compare share, and how both show what came out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from firth.cli.grids import print_grids
from firth.cli.json_output import print_json
from firth.cli.options import limit_threads
from firth.errors import InputError

if TYPE_CHECKING:
    from firth.evaluate.report import Report
    from firth.evaluate.tables import Grid

_TESTS = "Tests"
_STATISTICS = "Intervals"
_OUTPUT = "Output"


@dataclass(frozen=True)
class EvaluationOptions:
    """Which tests are asked, how sure the numbers are, and where they go."""

    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="With wordsim/ and analogies/ in it.",
            show_default="$FIRTH_DATA",
            rich_help_panel=_TESTS,
        ),
    ] = None
    set: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME|FILE",
            help="A set of word pairs instead of all; may be repeated.",
            rich_help_panel=_TESTS,
        ),
    ] = None
    similarity: Annotated[
        bool, typer.Option(help="Compare word pairs with people.", rich_help_panel=_TESTS)
    ] = True
    missing: Annotated[
        Literal["skip", "zero"],
        typer.Option(help="Leave out pairs with unknown words, or count them as 0.", rich_help_panel=_TESTS),
    ] = "skip"
    analogies: Annotated[
        bool, typer.Option(help="Answer the Google analogies too.", rich_help_panel=_TESTS)
    ] = True
    method: Annotated[
        Literal["mul", "add"], typer.Option(help="How analogies are answered.", rich_help_panel=_TESTS)
    ] = "mul"
    categories: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Lines of category, tab and word, or a .csv with word,category; may be repeated.",
            rich_help_panel=_TESTS,
        ),
    ] = None
    outliers: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Members, an empty line and outliers, one word a line; may be repeated.",
            rich_help_panel=_TESTS,
        ),
    ] = None
    resamples: Annotated[
        int, typer.Option(metavar="N", help="Of the bootstrap; 0 for none.", rich_help_panel=_STATISTICS)
    ] = 1000
    seed: Annotated[
        int, typer.Option(metavar="N", help="Same seed, same intervals.", rich_help_panel=_STATISTICS)
    ] = 0
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.", rich_help_panel=_OUTPUT)] = (
        False
    )
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw scores and intervals (.png .svg .pdf).", rich_help_panel=_OUTPUT
        ),
    ] = None
    json: Annotated[bool, typer.Option("--json", help="Print JSON.", rich_help_panel=_OUTPUT)] = False
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.", rich_help_panel=_OUTPUT)] = (
        False
    )
    threads: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Threads of BLAS.", rich_help_panel=_OUTPUT),
    ] = None

    def arguments(self) -> dict[str, Any]:
        """What `evaluate` and `compare` of firth.evaluate take; what cannot be is refused before the work."""
        if self.json and self.markdown:
            raise InputError("--json and --markdown both print the results; choose one.")
        if self.set and not self.similarity:
            raise InputError("--set names word pairs and --no-similarity leaves them out; choose one.")
        if self.threads is not None:
            limit_threads(self.threads)
        if self.plot is not None:
            _check_picture(self.plot)
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
            from firth.evaluate.tables import as_markdown

            typer.echo(as_markdown(grids, notes), nl=False)
        else:
            print_grids(grids, notes)
        if self.plot is not None:
            from firth.plots.saving import save_figure
            from firth.plots.scores import score_plot

            save_figure(score_plot(reports), self.plot)
            typer.echo(f"saved     {self.plot}", err=self.json or self.markdown)


def _check_picture(path: Path) -> None:
    from firth.plots.canvas import require_matplotlib
    from firth.store import refuse_unwritable

    if path.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise InputError(f"{path} could not be written: pictures go to files ending in .png, .svg or .pdf.")
    refuse_unwritable(path)
    require_matplotlib()
