"""The options that commands share, one by one and in groups."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from firth.errors import InputError

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


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """The same command with each parameter that is a dataclass laid out as its fields.

    Typer reads options off a signature; this writes one, so that commands share options without
    repeating them. A field keeps its annotation and its default.
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command).parameters.items():
        if name in groups:
            parameters += _parameters_of(groups[name])
        else:
            parameters.append(parameter.replace(annotation=hints[name], kind=parameter.KEYWORD_ONLY))

    @wraps(command)
    def laid_out(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{field.name: values.pop(field.name) for field in fields(group)})
        command(**values)

    laid_out.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    laid_out.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    del laid_out.__wrapped__  # or its hints would be read instead
    return laid_out


def _parameters_of(group: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(group)
    ]


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
