"""What the library says, in the words of the command line: options instead of arguments."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from shlex import quote
from typing import Any

import typer

from firth.errors import FirthError, FirthWarning

_IN_PYTHON = re.compile(r" \(in Python[^()]*(?:\([^()]*\)[^()]*)*\)")
_VALUE = r"""(?:'([^']*)'|"([^"]*)"|([\w./:+-]*\w))?"""
_KEPT = r"""(?P<kept>(?<![\w=])'[^']*'|(?<![\w=])"[^"]*"|(?<!\S)--[\w-]+ (?:"[^"]*"|[^\s"]+))"""
"""Names and values within quotation marks or after an option, which may be called as an argument is."""


@contextmanager
def in_words_of(parameters: Sequence[Any]) -> Iterator[None]:
    """Word errors with the options of a command, and print what firth warns of as a note on stderr."""
    with warnings.catch_warnings():
        others = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
            if issubclass(category, FirthWarning):
                typer.echo(f"firth: note: {with_options(str(message), parameters)}", err=True)
            else:
                others(message, category, *where, **more)

        warnings.showwarning = show
        warnings.simplefilter("always", FirthWarning)
        try:
            yield
        except FirthError as error:
            error.args = (with_options(str(error), parameters),)
            raise


def with_options(sentence: str, parameters: Sequence[Any]) -> str:
    """A sentence with options in the place of arguments.

    Replaced are arguments with a value, such as tokenizer='icu'; those with an underscore, which are no
    English words; and one that the sentence begins with, as in "dim is 0; it must be at least 1.", or that is
    to be lowered. What stands in quotation marks, or after an option, stays; what is said "(in Python …)" is
    left out.
    """
    sentence = _IN_PYTHON.sub("", sentence)
    for parameter in parameters:
        if parameter.param_type_name != "option":
            continue
        name, option = parameter.name, max(parameter.opts, key=len)
        sentence = re.sub(rf"{_KEPT}|(?<![\w.-]){name}={_VALUE}", partial(_with_value, option), sentence)
        if "_" in name:
            sentence = re.sub(rf"{_KEPT}|(?<![\w.'-]){name}(?![\w'])", partial(_alone, option), sentence)
        sentence = sentence.replace(f"{name} ({option})", option)
        sentence = re.sub(rf"^{name} is ", f"{option} is ", sentence)
        sentence = re.sub(rf"\blower {name}\b", f"lower {option}", sentence)
    return sentence


def _with_value(option: str, given: re.Match[str]) -> str:
    if given["kept"]:
        return given["kept"]
    value = given[2] or given[3] or given[4]
    return f"{option} {quote(value)}" if value else option


def _alone(option: str, given: re.Match[str]) -> str:
    return given["kept"] or option
