"""The options that commands share."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

import typer

from firth.errors import InputError

_TEXT = "Reading text"
_COUNTING = "Counting"
_VECTORS = "Vectors"
_RUNNING = "Running"
_BLAS = ("OMP", "OPENBLAS", "MKL")

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
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Top = Annotated[int, typer.Option("-n", "--top", metavar="N", min=1, help="How many words to show.")]


@dataclass(frozen=True)
class TextOptions:
    """How text is read and cut into words."""

    documents: Annotated[
        Literal["line", "file", "stream"],
        typer.Option(help="What one document is.", rich_help_panel=_TEXT),
    ] = "line"
    column: Annotated[
        str, typer.Option(help="The column with the text, in tables.", rich_help_panel=_TEXT)
    ] = "text"
    tokenizer: Annotated[
        Literal["words", "whitespace"], typer.Option(help="What a word is.", rich_help_panel=_TEXT)
    ] = "words"
    case: Annotated[
        Literal["lower", "keep"], typer.Option(help="What becomes of capitals.", rich_help_panel=_TEXT)
    ] = "lower"
    normalize: Annotated[
        Literal["NFKC", "NFC", "none"], typer.Option(help="Unicode normal form.", rich_help_panel=_TEXT)
    ] = "NFKC"
    digits: Annotated[
        Literal["keep", "spell", "drop"],
        typer.Option(help="What becomes of digits.", rich_help_panel=_TEXT),
    ] = "keep"
    min_count: Annotated[
        int, typer.Option(metavar="N", help="Leave out words seen less often.", rich_help_panel=_TEXT)
    ] = 5
    max_vocabulary: Annotated[
        int | None, typer.Option(metavar="N", help="Keep the N most frequent words.", rich_help_panel=_TEXT)
    ] = None
    allow: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep only the words in this file.", rich_help_panel=_TEXT),
    ] = None

    def arguments(self) -> dict[str, Any]:
        """What `firth.text.encode` takes."""
        return asdict(self)


@dataclass(frozen=True)
class CountingOptions:
    """What counts as near."""

    window: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="How many words a window reaches.",
            show_default="10",
            rich_help_panel=_COUNTING,
        ),
    ] = None
    weights: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|W1,W2,…",
            help="Weight by distance: flat, harmonic, dynamic, or a number for each distance.",
            show_default="harmonic",
            rich_help_panel=_COUNTING,
        ),
    ] = None
    contexts: Annotated[
        Literal["both", "left", "right", "positional"] | None,
        typer.Option(
            help="On which side; positional counts each place apart.",
            show_default="both",
            rich_help_panel=_COUNTING,
        ),
    ] = None
    cut: Annotated[
        Literal["none", "independence", "printed"] | None,
        typer.Option(
            help="Leave out, at each distance, what chance explains (tail-cut).",
            show_default="none",
            rich_help_panel=_COUNTING,
        ),
    ] = None
    close_gaps: Annotated[
        bool,
        typer.Option("--close-gaps", help="Drop rare words before counting.", rich_help_panel=_COUNTING),
    ] = False
    subsample: Annotated[
        float | None,
        typer.Option(
            metavar="T",
            help="Count words with a larger share of the text less often, such as 1e-4.",
            rich_help_panel=_COUNTING,
        ),
    ] = None

    def arguments(self, wanted: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
        """What `firth.counting.count` takes; refuses what it would refuse, before any text is read.

        wanted: by a recipe, where nothing is asked for on the command line.
        """
        from firth.counting import make_window

        given: dict[str, Any] = {"window": 10, "weights": "harmonic", "contexts": "both", "cut": "none"}
        asked = {name: value for name, value in asdict(self).items() if value is not None}
        given |= {"subsample": None} | dict(wanted) | asked
        given["weights"] = _weights(given["weights"])
        make_window(given["window"], given["weights"], given["contexts"], given["cut"])
        if self.subsample is not None and not 0 < self.subsample < 1:
            raise InputError(f"subsample is {self.subsample}; it is a share between 0 and 1, such as 1e-4.")
        return given


@dataclass(frozen=True)
class VectorOptions:
    """How counts become vectors."""

    recipe: Annotated[
        str, typer.Option(metavar="NAME", help="See: firth recipes.", rich_help_panel=_VECTORS)
    ] = "eigenword"
    dim: Annotated[int, typer.Option(metavar="N", help="Length of a vector.", rich_help_panel=_VECTORS)] = 300
    exponent: Annotated[
        float | None,
        typer.Option(
            metavar="P",
            help="Power of the spectrum that scales the axes; each recipe has its own.",
            rich_help_panel=_VECTORS,
        ),
    ] = None
    solver: Annotated[
        Literal["auto", "krylov", "lanczos", "dense"],
        typer.Option(help="auto chooses by size.", rich_help_panel=_VECTORS),
    ] = "auto"
    add_contexts: Annotated[
        bool,
        typer.Option("--add-contexts", help="Add each word's vector as a context.", rich_help_panel=_VECTORS),
    ] = False
    post: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STEP",
            help="Then center, whiten, center-frequency, whiten-frequency, remove-top=K or unit; "
            "may be repeated.",
            rich_help_panel=_VECTORS,
        ),
    ] = None
    pairs: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Scored pairs of words for sca.", rich_help_panel=_VECTORS),
    ] = None
    mode: Annotated[
        Literal["exact", "fast", "far-field"] | None,
        typer.Option(help="How kubwe finds what pushes a word.", rich_help_panel=_VECTORS),
    ] = None
    degree: Annotated[
        float | None,
        typer.Option(metavar="P", help="Of kubwe's kernel; 13 if not given.", rich_help_panel=_VECTORS),
    ] = None
    sweeps: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="How often kubwe moves all words; 50 if not given, 100 if fast.",
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
    seed: Annotated[
        int, typer.Option(metavar="N", help="Same seed, same vectors.", rich_help_panel=_VECTORS)
    ] = 0

    def check(self) -> None:
        """Refuse what would be refused after the counting, before it."""
        if self.dim < 1:
            raise InputError(f"dim is {self.dim}; it must be at least 1.")
        if self.seed < 0:
            raise InputError(f"seed is {self.seed}; it must be 0 or more.")
        if self.exponent is not None and not abs(self.exponent) <= 8:
            raise InputError(f"exponent is {self.exponent}; it must be a number from −8 to 8.")
        if self.pairs is None and self.recipe == "sca":
            raise InputError("recipe sca learns from scored pairs; name their file with --pairs.")
        if self.pairs is not None and self.recipe != "sca":
            raise InputError(
                f"recipe {self.recipe} does not learn from pairs; leave out --pairs, or choose --recipe sca."
            )

    def recipe_options(self) -> dict[str, Any]:
        """The options of the recipe, with the pairs that it learns from."""
        degree = None if self.degree is None else _value(f"{self.degree:g}")  # 13 rather than 13.0
        own = {"mode": self.mode, "degree": degree, "sweeps": self.sweeps}
        options = recipe_options(self.option) | {n: value for n, value in own.items() if value is not None}
        if self.pairs is not None:
            from firth.datasets import read_pairs

            options["pairs"] = [tuple(pair) for pair in read_pairs(self.pairs)]
        return options


@dataclass(frozen=True)
class RunOptions:
    """How much of the machine to use and how much to say."""

    threads: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Results do not depend on it.",
            show_default="the cores, 8 at most",
            rich_help_panel=_RUNNING,
        ),
    ] = None
    memory: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="Stay within, such as 1GB.",
            show_default="half of what is free",
            rich_help_panel=_RUNNING,
        ),
    ] = None
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="No progress, no summary.", rich_help_panel=_RUNNING)
    ] = False
    json: Annotated[
        bool, typer.Option("--json", help="Print the summary as JSON.", rich_help_panel=_RUNNING)
    ] = False

    def arguments(self) -> dict[str, Any]:
        """What every long arrow takes; also tells the libraries below, before they are imported."""
        if self.threads is not None:
            limit_threads(self.threads)
        if self.memory is not None:
            from firth.runtime.memory import parse_size

            parse_size(self.memory)  # a size that is none is told before the work
        return {"threads": self.threads, "memory": self.memory}


def limit_threads(threads: int) -> None:
    """Hold firth, polars and BLAS, which read their limit once, to a number of threads."""
    for variable in ("FIRTH_THREADS", "POLARS_MAX_THREADS", *(f"{name}_NUM_THREADS" for name in _BLAS)):
        os.environ[variable] = str(threads)


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


def _weights(text: str) -> str | list[float]:
    parts = text.split(",")
    try:
        return [float(part) for part in parts]
    except ValueError:
        if len(parts) > 1:
            raise InputError(f"--weights {text!r} is not a list of numbers such as 1,0.5,0.25.") from None
        return text
