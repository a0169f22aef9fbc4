"""What the command line says when something goes wrong: one sentence, never a traceback."""

from __future__ import annotations

import sys
from typing import Any

import typer
from typer.core import TyperGroup

from firth.errors import FirthError

BAD_INPUT = 2
INTERRUPTED = 130


class PlainSpeaking(TyperGroup):
    """Commands whose failures end as a sentence on stderr and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; 2 for what firth refuses, 130 for Ctrl-C."""
        try:
            result = super().invoke(ctx)
            if sys.stdout is not None:  # it may have been closed
                sys.stdout.flush()  # here, so that a closed pipe is noticed while it can still be handled
        except BrokenPipeError:
            raise  # typer ends quietly
        except KeyboardInterrupt:
            raise _said("stopped; no partial file is left.", INTERRUPTED) from None
        except FirthError as error:
            raise _said(str(error), BAD_INPUT) from error
        except MemoryError as error:
            raise _said("there is not enough memory; give --memory a size or use a smaller vocabulary.",
                        BAD_INPUT) from error  # fmt: skip
        except OSError as error:
            raise _said(_sentence_of(error), BAD_INPUT) from error
        return result


def _said(sentence: str, code: int) -> typer.Exit:
    one_line = " ".join(sentence.split())
    typer.echo(f"firth: {one_line}", err=True)
    return typer.Exit(code)


def _sentence_of(error: OSError) -> str:
    reason = error.strerror or str(error) or type(error).__name__
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{reason[0].lower()}{reason[1:]}."
