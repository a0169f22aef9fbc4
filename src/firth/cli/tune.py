"""firth tune."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer

from firth.cli.count import TextOptions
from firth.cli.options import PAIR_SET, Corpora, Plot, Resume, RunOptions, Seed, recipe_options
from firth.cli.progress import progress_bars
from firth.cli.show import print_grids, print_json
from firth.cli.unfinished import text_and_counting, unfinished_blocks
from firth.errors import InputError

if TYPE_CHECKING:
    from firth.tune import Choices, Tuned

_TRIED = "Tried, in all combinations"
_PAIRS = "Pairs"
_MOST_SHOWN = 10

Value = TypeVar("Value")


@dataclass(frozen=True)
class ChoiceOptions:
    """What is tried."""

    recipes: Annotated[
        str,
        typer.Option(
            metavar="A,B,…", help="Names of recipes; firth recipes lists all of them.", rich_help_panel=_TRIED
        ),
    ] = "eigenword,ppmi"
    windows: Annotated[
        str | None,
        typer.Option(
            metavar="N,N,…",
            help="Numbers of words that the window reaches on each side.",
            show_default="5,10, or the recipe's own",
            rich_help_panel=_TRIED,
        ),
    ] = None
    weights: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…",
            help="Weights by distance: flat, harmonic or dynamic.",
            show_default="harmonic,flat, or the recipe's own",
            rich_help_panel=_TRIED,
        ),
    ] = None
    exponents: Annotated[
        str,
        typer.Option(
            metavar="P,P,…",
            help="Powers of the singular values that scale the axes.",
            rich_help_panel=_TRIED,
        ),
    ] = "0,0.25,0.5,1"
    dims: Annotated[
        str, typer.Option(metavar="N,N,…", help="Numbers of dimensions.", rich_help_panel=_TRIED)
    ] = "100,300"
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=V,V,…",
            help="Values for an option of the recipes that have it; may be repeated.",
            rich_help_panel=_TRIED,
        ),
    ] = None
    post: Annotated[
        str,
        typer.Option(
            metavar="STEPS,…",
            help="Steps after the fit, joined by +, such as none,unit,remove-top=2+unit.",
            rich_help_panel=_TRIED,
        ),
    ] = "none"

    def choices(self) -> Choices:
        """As `firth.tune` takes them; what there is not is refused."""
        from firth.tune import Choices

        options: dict[str, tuple[Any, ...]] = {}
        for text in self.option or []:
            for name, value in _option_values(text):
                options[name] = (*options.get(name, ()), value)
        return Choices(
            recipes=_listed("recipes", self.recipes, str, "names"),
            windows=None if self.windows is None else _listed("windows", self.windows, int, "whole numbers"),
            weights=None if self.weights is None else _listed("weights", self.weights, str, "names"),
            exponents=_listed("exponents", self.exponents, float, "numbers"),
            dims=_listed("dims", self.dims, int, "whole numbers"),
            options=options,
            post=_listed("post", self.post, _steps, "steps"),
        )


@dataclass(frozen=True)
class PairOptions:
    """The pairs that settings are tuned on, and those that are held out."""

    set: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME|FILE", help=PAIR_SET, show_default="all in the folder", rich_help_panel=_PAIRS
        ),
    ] = None
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder with the data sets: wordsim/. Without one, the pairs that come with firth are used.",
            show_default="$FIRTH_DATA",
            rich_help_panel=_PAIRS,
        ),
    ] = None
    development: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            help="Share of the pairs that settings are tuned on; the others are held out.",
            rich_help_panel=_PAIRS,
        ),
    ] = 0.5
    split: Annotated[
        Literal["pairs", "words"],
        typer.Option(
            help="The unit of the split; words puts no word on both sides, and drops pairs across.",
            rich_help_panel=_PAIRS,
        ),
    ] = "pairs"

    def arguments(self) -> dict[str, Any]:
        """What `firth.tune.plan` takes."""
        return {
            "sets": self.set,
            "data": self.data,
            "development": self.development,
            "split": self.split,
        }


def tune(
    corpus: Corpora,
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            metavar="FOLDER",
            help="The folder for the results; a run that was stopped goes on from it.",
        ),
    ],
    tried: ChoiceOptions,
    pairs: PairOptions,
    text: TextOptions,
    run: RunOptions,
    plot: Plot = False,
    seed: Seed = 0,
    resume: Resume = False,
) -> None:
    """Find the best recipe and settings for a text: tuned on some word pairs, scored on held-out ones.

    All combinations are tried. Finished ones are kept: stop with Ctrl-C, and run the same command again to
    continue, or add values. With --resume the text and the trial under way go on as well.

    [bold]Examples[/bold]

    $ firth tune corpus.txt.gz -o tuned

    $ firth tune corpus.txt.gz -o tuned --recipes ppmi,sqrt-cca --windows 2,5 --dims 300 --option alpha=0.75,1

    $ firth tune corpus.txt.gz -o tuned --set my-pairs.txt --split words --min-count 10 --plot
    """
    resources = run.arguments()  # before anything below is imported
    choices = tried.choices()
    if plot:
        from firth.plots.canvas import require_matplotlib

        require_matplotlib()
    from firth.tune import plan
    from firth.tune import run as run_plan

    planned = plan(corpus, output, choices=choices, text=text.arguments(), **pairs.arguments(), seed=seed)
    if not (run.quiet or run.json):
        typer.echo(planned.sentence)

    def recipe() -> dict[str, Any]:
        return text_and_counting(corpus, text, {})

    with (
        unfinished_blocks(output, recipe, resume=resume, quiet=run.quiet),
        progress_bars(quiet=run.quiet) as progress,
    ):
        tuned = run_plan(planned, **resources, progress=progress)
    saved = [output / name for name in ("results.json", "report.md", "best.safetensors")]
    if plot:
        from firth.plots.saving import save_figure
        from firth.tune.figure import tuning_figure

        saved.append(output / "tuning.png")
        save_figure(tuning_figure(tuned.trials), saved[-1])
    if run.json:
        print_json({**tuned.conclusion(), "saved": [str(path) for path in saved]})
    elif not run.quiet:
        _show(tuned, saved)


def _show(tuned: Tuned, saved: list[Path]) -> None:
    print_grids((tuned.development_grid(_MOST_SHOWN), tuned.held_out_grid(), tuned.share_grid()))
    for note in (*tuned.notes, *([tuned.difference] if tuned.difference else [])):
        typer.echo(note)
    typer.echo(f"\nchosen    {tuned.chosen.name}")
    typer.echo(f"made by   {tuned.command}")
    for path in saved:
        typer.echo(f"saved     {path}")


def _listed(name: str, text: str, kind: Callable[[str], Value], what: str) -> tuple[Value, ...]:
    parts = [part.strip() for part in text.split(",")]
    try:
        return tuple(kind(part) for part in parts if part)
    except ValueError:
        raise InputError(f"--{name} {text!r} is not a list of {what}, apart by commas.") from None


def _option_values(text: str) -> list[tuple[str, Any]]:
    """[("alpha", 0.75), ("alpha", 1)] from "alpha=0.75,1"."""
    name, _, listed = text.partition("=")
    values = _listed("option", listed, str, "values")
    if not name or not values:
        raise InputError(f"--option {text!r} is not NAME=V1,V2,…, such as alpha=0.75,1.")
    return [given for value in values for given in recipe_options([f"{name}={value}"]).items()]


def _steps(text: str) -> tuple[str, ...]:
    """("remove-top=2", "unit") from "remove-top=2+unit"; "none" is no step."""
    return () if text == "none" else tuple(text.split("+"))
