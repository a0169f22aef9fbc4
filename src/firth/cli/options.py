"""The options that commands share, each with one name and one meaning."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from firth.errors import InputError

READING = "Reading text"
RUNNING = "Running"
"""Panels of the help."""

ANALOGY_METHOD = "How analogies are answered: mul multiplies similarities (3CosMul), add adds them (3CosAdd)."

_BLAS = ("OMP", "OPENBLAS", "MKL")
PRINT_JSON = "Print the result as JSON."
PRINT_MARKDOWN = "Print the result as Markdown."
PAIR_SET = "A set of word pairs: its name, a part of its name, or a file; may be repeated."
LABEL = "Name of the column with the labels"
WORDS = "Words, as a list with commas or as @FILE with one a line"


def recipe_names(incomplete: str) -> list[str]:
    """The recipes whose names begin so, for the completion of the shell."""
    from firth.recipes import RECIPES

    return [name for name in RECIPES if name.startswith(incomplete)]


def _not_negative(seed: int) -> int:
    if seed < 0:
        raise InputError(f"seed is {seed}; it must be 0 or more.")
    return seed


Corpora = Annotated[
    list[str],
    typer.Argument(
        metavar="CORPUS",
        help="Text files, folders or globs (.txt .gz .bz2 .xz .zst .jsonl .csv .parquet); - is stdin.",
        show_default=False,
    ),
]
VectorsFile = Annotated[
    Path, typer.Argument(metavar="VECTORS", help="A file of vectors, in any format.", show_default=False)
]
VectorsOutput = Annotated[
    Path,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="The file of vectors to write; its suffix chooses the format: .safetensors, .txt or .vec, .bin, "
        ".glove.",
    ),
]
Column = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="Name of the column with the text, in tables.", rich_help_panel=READING
    ),
]
ResultsFolder = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FOLDER",
        help="The folder for the results; the same command on the same file replaces what it wrote there.",
    ),
]
Separator = Annotated[
    str | None,
    typer.Option(metavar="SIGN", help="The sign between cells.", show_default="a comma, or a tab in .tsv"),
]
Top = Annotated[int, typer.Option("-n", "--top", metavar="N", min=1, help="Number of results to show.")]
Plot = Annotated[bool, typer.Option("--plot", help="Draw all pictures into the output folder too.")]
PlainCells = Annotated[
    bool,
    typer.Option(
        "--plain-cells",
        help="Leave text in .csv as it is; an apostrophe before =1+1 or @name keeps spreadsheets from taking "
        "it for a formula.",
    ),
]
Force = Annotated[
    bool,
    typer.Option(
        "--force",
        "-f",
        help="Replace what is there already where the output goes, in a folder also the results of something "
        "else and pictures that this run does not make.",
        rich_help_panel=RUNNING,
    ),
]
Resume = Annotated[
    bool,
    typer.Option(
        "--resume",
        help="Keep finished parts of the work beside the output, and go on from those an earlier run left.",
        rich_help_panel=RUNNING,
    ),
]
Json = Annotated[bool, typer.Option("--json", help=PRINT_JSON)]
Seed = Annotated[
    int,
    typer.Option(
        metavar="N",
        callback=_not_negative,
        help="Random seed; the same seed gives the same bytes.",
        rich_help_panel=RUNNING,
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Number of threads; results do not depend on it.",
        show_default="the cores, 8 at most",
        rich_help_panel=RUNNING,
    ),
]
Memory = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        help="Memory budget for the work, mapped temporary files included, such as 1GB; Python and its "
        "libraries take 0.3 GB beside it.",
        show_default="half of what is free",
        rich_help_panel=RUNNING,
    ),
]
Quiet = Annotated[
    bool,
    typer.Option("--quiet", "-q", help="Print no progress and no summary.", rich_help_panel=RUNNING),
]


@dataclass(frozen=True)
class RunOptions:
    """How much of the machine to use and how much to say."""

    threads: Threads = None
    memory: Memory = None
    quiet: Quiet = False
    json: Annotated[bool, typer.Option("--json", help=PRINT_JSON, rich_help_panel=RUNNING)] = False

    def arguments(self) -> dict[str, Any]:
        """The resources that library functions take; also sets the limit on threads."""
        limit_threads(self.threads)
        if self.memory is not None:
            from firth.runtime.memory import parse_size

            parse_size(self.memory)  # a size that is none is told before the work
        return {"threads": self.threads, "memory": self.memory}


def limit_threads(threads: int | None) -> None:
    """Hold firth, polars and BLAS, which read their limit once, to a number of threads.

    It comes before anything else of the library is imported.
    """
    if threads is None:
        return
    for variable in ("FIRTH_THREADS", "POLARS_MAX_THREADS", *(f"{name}_NUM_THREADS" for name in _BLAS)):
        os.environ[variable] = str(threads)


def listed_words(text: str) -> list[str]:
    """Words from a list with commas, such as tea,coffee, or one a line from @FILE."""
    if text.startswith("@"):
        from firth.datasets.lines import numbered_lines

        return [line for _, line in numbered_lines(text[1:])]
    return [word.strip() for word in text.split(",") if word.strip()]


def recipe_options(given: list[str] | None) -> dict[str, Any]:
    """{"shift": 5} from ["shift=5"]: numbers where they are numbers."""
    options: dict[str, Any] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise InputError(f"--option {text!r} is not NAME=VALUE, such as shift=5.")
        options[name.strip().replace("-", "_")] = _value(value.strip())
    return options


def _value(text: str) -> Any:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if text.lower() == "none":
        return None
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text
