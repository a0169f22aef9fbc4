"""How a command is made: options in groups, flags without a type, and failures that end in a sentence."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from functools import wraps
from typing import Any, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from firth.cli.help import print_help
from firth.cli.other_names import our_name
from firth.cli.project import Setting, in_force, naming_the_place, project_of
from firth.cli.show_options import nothing_required, show_options, tell_of_settings
from firth.cli.wording import in_words_of
from firth.errors import FirthError, InputError
from firth.runtime.address_space import (
    LEAST,
    LEAST_OF_QUERIES,
    address_space,
    refuse_too_little,
    sentence_of_limit,
)
from firth.runtime.mapped_files import changed_in_place, sentence_of_change

DONE_IN_PART = 1
BAD_INPUT = 2
INTERRUPTED = 130

_Misused: Any = typer.BadParameter.__base__
"""What typer raises for a command line that it does not understand, which has no public name."""


def add_command(
    app: typer.Typer, command: Callable[..., None], *, runs_alone: bool = False, panel: str | None = None
) -> None:
    """Register a command under its own name; without arguments it shows its help unless it runs alone.

    panel: of the help of all commands, in which it stands.
    """
    app.command(cls=Command, no_args_is_help=not runs_alone, rich_help_panel=panel)(with_groups(command))


def command_group(help: str) -> typer.Typer:
    """Commands below one name, such as `firth senses train`."""
    return typer.Typer(cls=Group, no_args_is_help=True, rich_markup_mode="rich", help=help)


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


class Command(TyperCommand):
    """A command with a help of our own; what the library says is worded with its options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the project file, then the command line."""
        ctx.meta[_RECIPE] = _value_typed(args, "--recipe")  # known before -h ends the reading
        args = _without_those_of_all(ctx, args)
        shown = bool(ctx.find_root().params.get("show_options"))
        if ctx.resilient_parsing:  # to complete it
            return super().parse_args(ctx, args)
        try:
            project = project_of(ctx)
            ctx.meta[_SETTINGS] = settings = project.settings(ctx) if project else {}
        except (FirthError, OSError):
            if not _HELP.intersection(args):
                raise
            settings = {}
        ctx.default_map = {name: setting.value for name, setting in settings.items()}
        with nothing_required(self) if shown else nullcontext(), naming_the_place(ctx, settings):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run it, and say which options are from the project file."""
        refuse_too_little(LEAST_OF_QUERIES if self.name in _QUERIES else LEAST)
        settings: dict[str, Setting] = ctx.meta.get(_SETTINGS, {})
        if ctx.find_root().params.get("show_options"):
            return show_options(ctx, settings)
        if not ctx.params.get("quiet"):
            tell_of_settings(ctx, settings)
        with naming_the_place(ctx, settings), in_words_of(self.params):
            return super().invoke(ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help, with the options of a recipe that was named."""
        print_help(ctx, recipe=ctx.meta.get(_RECIPE))


class Group(TyperGroup):
    """Commands below one name, with a help as that of `Command`."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        print_help(ctx)


_RECIPE = "firth.recipe"
_SETTINGS = "firth.settings"
_HELP = {"-h", "--help"}
_QUERIES = {"neighbors", "similarity", "analogy", "recipes"}
"""Commands that import neither scipy nor polars nor numba."""


def _without_those_of_all(context: Any, args: list[str]) -> list[str]:
    """What is typed after a command without the options of `firth` itself, which are noted as such."""
    given = context.find_root().params
    own = {name for parameter in context.command.params for name in parameter.opts}
    rest: list[str] = []
    words = iter(args)
    for word in words:
        name, equals, value = word.partition("=")
        if word == "--":
            return [*rest, word, *words]
        if word in ("--show-options", "--no-project"):
            given[word.removeprefix("--").replace("-", "_")] = True
        elif name == "--project" and name not in own:
            if not equals and (value := next(words, "")) == "":
                raise InputError("--project needs the name of a file.")
            given["project"] = value
        else:
            rest.append(word)
    return rest


def _value_typed(args: list[str], option: str) -> str | None:
    """What is typed for an option, before the command line is read."""
    for place, word in enumerate(args):
        if word == option:
            return next(iter(args[place + 1 :]), None)
        if word.startswith(f"{option}="):
            return word.partition("=")[2]
    return None


class Application(Group):
    """All commands; their failures end as a sentence on stderr and an exit code."""

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
    except (BrokenPipeError, typer.Exit, typer.Abort):
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
    except Exception as error:
        if isinstance(error, OSError | ImportError | NameError | RuntimeError) and (
            (room := _too_small(error)) is not None
        ):
            raise _said(sentence_of_limit(room), BAD_INPUT) from error
        if (path := changed_in_place()) is not None:  # numbers that were checked are others now
            raise _said(sentence_of_change(path), BAD_INPUT) from error
        if not isinstance(error, OSError):
            raise
        raise _said(_sentence_of(error), BAD_INPUT) from error


def _too_small(error: Exception) -> int | None:
    """The limit of address space, if libraries failed for want of it: loaded in part, or without threads."""
    of_a_file = isinstance(error, OSError) and (error.filename or error.errno)
    return None if of_a_file else address_space()


def _said(sentence: str, code: int) -> typer.Exit:
    one_line = " ".join(sentence.split())
    typer.echo(f"firth: {one_line}", err=True)
    return typer.Exit(code)


def _sentence_of(error: OSError) -> str:
    reason = error.strerror or str(error) or type(error).__name__
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{reason[0].lower()}{reason[1:]}."


def _sentence_of_misuse(error: Any) -> str:
    faults: list[Any] = getattr(error.__cause__, "errors", list)()
    if faults and getattr(error, "param", None) and (rule := _rule(faults[0])):
        given = faults[0]["input"]
        shown = given if re.fullmatch(r"-?[\d.]+", str(given)) else repr(given)  # 0 rather than '0'
        return f"{_place(error)}{_name(error.param)} is {shown}; {rule}."
    command = error.ctx.command_path if error.ctx else "firth"
    if error.ctx and hasattr(error, "possibilities"):
        return _sentence_of_unknown(error.option_name, error.ctx)
    if place := _place(error):
        return f"{place}{error.format_message()}"
    told = error.format_message().rstrip(".?").replace(". Did you mean", ", did you mean")
    return f"{told[0].lower()}{told[1:]}; see {command} -h."


def _sentence_of_unknown(option: str, context: Any) -> str:
    """Of an option that there is not: ours, if it goes by that name elsewhere, or those spelled alike."""
    options = [name for parameter in context.command.params for name in parameter.opts]
    if (ours := our_name(option, options)) is not None:
        return f"{context.command_path} has no option {option}; use {ours} instead."
    alike = get_close_matches(option, options, cutoff=0.7)
    meant = f"did you mean {' or '.join(alike)}; " if alike else ""
    return f"{context.command_path} has no option {option}; {meant}see {context.command_path} -h."


def _place(error: Any) -> str:
    """Where in the project file a value stands that is refused; nothing if it was typed."""
    context: Any = error.ctx
    parameter: Any = getattr(error, "param", None)
    if context is None or parameter is None or not in_force(context, parameter.name):
        return ""
    return f"{context.meta[_SETTINGS][parameter.name].where}: "


def _rule(fault: Mapping[str, Any]) -> str:
    """What a value must be, from what pydantic, which typer reads values with, says of a wrong one."""
    match fault["type"]:
        case "int_parsing":
            return "it must be a whole number"
        case "float_parsing":
            return "it must be a number"
        case "greater_than_equal":
            return f"it must be at least {fault['ctx']['ge']}"
        case "value_error":
            choices = re.findall(r"'([^']*)'", fault["msg"].partition("is not one of")[2])
            return f"choose {', '.join(choices[:-1])} or {choices[-1]}" if len(choices) > 1 else ""
    return ""


def _name(parameter: Any) -> str:
    """Its longest name, such as --output, or an argument's, such as VECTORS."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar or parameter.name.upper())
    return str(max(parameter.opts, key=len))
