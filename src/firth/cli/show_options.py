"""What is said of the options in force: all of them for --show-options, and those of a project file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import typer

from firth.cli.help import as_told, default_of
from firth.cli.project import Setting, in_force

_LEFT_OUT = {"help", "force"}


def show_options(context: Any, settings: Mapping[str, Setting]) -> None:
    """Print the options in force and where each is from; saved as firth.toml it gives the same again."""
    for line in option_lines(context, settings):
        typer.echo(line)


def option_lines(context: Any, settings: Mapping[str, Setting]) -> Iterator[str]:
    """A section of TOML; options without a value are comments."""
    yield f"[{'.'.join(context.command_path.split()[1:])}]"
    options = [
        each
        for each in context.command.params
        if each.param_type_name == "option" and each.name not in _LEFT_OUT and not each.hidden
    ]
    for option in options:
        key = max(option.opts, key=len).removeprefix("--")
        source = _source(context, option, settings)
        value = context.params.get(option.name)
        if value is None or value in ([], ()):
            default = default_of(option)
            yield f"# {key}: {default or ('required' if option.required else 'not given')}"
        else:
            yield f"{key} = {_toml(value)}{f'  # {source}' if source else ''}"


@contextmanager
def nothing_required(command: Any) -> Iterator[None]:
    """For a command line that is only looked at."""
    before = [(parameter, parameter.required) for parameter in command.params]
    alone, command.no_args_is_help = command.no_args_is_help, False
    for parameter, _ in before:
        parameter.required = False
    try:
        yield
    finally:
        command.no_args_is_help = alone
        for parameter, required in before:
            parameter.required = required


def tell_of_settings(context: Any, settings: Mapping[str, Setting]) -> None:
    """Print the options that are in force from a project file, in a line on stderr."""
    used = [setting for name, setting in settings.items() if in_force(context, name)]
    if used:
        told = ", ".join(f"{each.key} {as_told(each.value)}" for each in used)
        typer.echo(f"options from {used[0].path}: {told}", err=True)


def _source(context: Any, option: Any, settings: Mapping[str, Setting]) -> str:
    """Where a value is from; nothing is said of defaults."""
    if in_force(context, option.name):
        return settings[option.name].where
    source = context.get_parameter_source(option.name)
    return "" if source is None or source.name == "DEFAULT" else "command line"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
