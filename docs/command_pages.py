"""The reference of the commands in Markdown, from the commands; docs/hooks.py puts it on its page."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from typer.main import get_command

from firth.cli.app import app

if TYPE_CHECKING:
    from collections.abc import Iterator

_EXAMPLES = "[bold]Examples[/bold]"
_OPTIONS = "Options"
"""The panel of options that are in no other."""


def command_reference() -> str:
    """Every command in the order of `firth -h`: what it does, examples, arguments and options."""
    parts = [_part(name, command) for name, command in commands(get_command(app)) if name]
    return "\n\n".join(parts)


def commands(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """A command and all below it, by name, such as "senses train"; the application is ""."""
    yield name, command
    for own, below in getattr(command, "commands", {}).items():
        yield from commands(below, f"{name} {own}".strip())


def _part(name: str, command: Any) -> str:
    told, _, examples = command.help.partition(_EXAMPLES)
    lines = [line.strip() for line in examples.splitlines() if line.strip()]
    shown = [f"## firth {name}", _paragraphs(told), "\n".join(["```console", *lines, "```"])]
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    if arguments:
        rows = [f"| `{_escaped(each.metavar)}` | {_escaped(each.help)} |" for each in arguments]
        shown.append("\n".join(["| argument | what it is |", "| --- | --- |", *rows]))
    options = [each for each in command.params if each.param_type_name == "option" and not each.hidden]
    for panel, own in groupby(sorted(options, key=_panel_order(options)), key=_panel):
        rows = [_option(each) for each in own]
        shown.append("\n".join([f"| {panel} | default | what it is |", "| --- | --- | --- |", *rows]))
    return "\n\n".join(shown)


def _panel(option: Any) -> str:
    return option.rich_help_panel or _OPTIONS


def _panel_order(options: list[Any]) -> Any:
    """Panels in the order in which the help shows them: options of no panel first."""
    panels = list(dict.fromkeys([_OPTIONS, *map(_panel, options)]))
    return lambda option: panels.index(_panel(option))


def _option(option: Any) -> str:
    names = [*sorted(option.opts, key=len, reverse=True), *option.secondary_opts]
    flags = ", ".join(f"`{flag}`" for flag in names)
    value = "" if option.is_flag else option.metavar or "|".join(_choices(option.type_descriptor.annotation))
    shown = f"{flags} `{_escaped(value)}`" if value else flags
    return f"| {shown} | {_escaped(_default(option))} | {_escaped(option.help)} |"


def _choices(annotation: Any) -> Iterator[str]:
    """The values of a Literal, wherever it stands in an annotation; otherwise the name of the type."""
    if get_origin(annotation) is Literal:
        yield from map(str, get_args(annotation))
    elif inner := get_args(annotation):
        for each in inner:
            yield from _choices(each)
    elif annotation is not type(None):
        yield annotation.__name__.upper()


def _default(option: Any) -> str:
    if option.required:
        return "required"
    if isinstance(option.show_default, str):
        return option.show_default
    if option.is_flag or option.show_default is False or option.default in (None, (), []):
        return ""
    given = option.default
    shown = ",".join(map(str, given)) if isinstance(given, list | tuple) else str(given)
    return f"`{shown}`" if shown else ""


def _paragraphs(told: str) -> str:
    """Whole paragraphs, without the marks of rich."""
    plain = re.sub(r"\[/?[a-z ]+\]", "", told.replace("\b", ""))
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in plain.split("\n\n") if paragraph.strip())


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    print(command_reference())
