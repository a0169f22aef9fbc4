"""What the command line says when something goes wrong: one sentence, never a traceback."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from firth.errors import FirthError

BAD_INPUT = 2
INTERRUPTED = 130


_Misused: Any = typer.BadParameter.__base__
"""What typer raises for a command line that it does not understand, which has no public name."""


class PlainSpeaking(TyperGroup):
    """Commands whose failures end as a sentence on stderr and an exit code."""

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """Read what stands before the command."""
        with _plainly():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; 2 for what firth refuses, 130 for Ctrl-C."""
        with _plainly():
            result = super().invoke(ctx)
            if sys.stdout is not None:  # it may have been closed
                sys.stdout.flush()  # here, so that a closed pipe is noticed while it can still be handled
        return result


@contextmanager
def _plainly() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise  # typer ends quietly
    except KeyboardInterrupt:
        raise _said("stopped; no partial file is left.", INTERRUPTED) from None
    except _Misused as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            raise  # typer prints the help
        raise _said(_sentence_of_misuse(error), BAD_INPUT) from error
    except FirthError as error:
        raise _said(str(error), BAD_INPUT) from error
    except MemoryError as error:
        raise _said("there is not enough memory; give --memory a size or use a smaller vocabulary.",
                    BAD_INPUT) from error  # fmt: skip
    except OSError as error:
        raise _said(_sentence_of(error), BAD_INPUT) from error


def _said(sentence: str, code: int) -> typer.Exit:
    one_line = " ".join(sentence.split())
    typer.echo(f"firth: {one_line}", err=True)
    return typer.Exit(code)


def _sentence_of(error: OSError) -> str:
    reason = error.strerror or str(error) or type(error).__name__
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{reason[0].lower()}{reason[1:]}."


def _sentence_of_misuse(error: Any) -> str:
    told = error.format_message().rstrip(".?").replace(". Did you mean", ", did you mean")
    command = error.ctx.command_path if error.ctx else "firth"
    return f"{told[0].lower()}{told[1:]}; see {command} -h."
