"""The reference of the commands in Markdown, from the commands; docs/hooks.py puts it on its page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from typer.main import get_command

from firth.cli.app import app
from firth.cli.help import by_panel, default_of, told_and_examples, value_of

if TYPE_CHECKING:
    from collections.abc import Iterator


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
    told, examples = told_and_examples(command)
    lines = [f"$ {example}" for example in examples]
    shown = [f"## firth {name}", "\n\n".join(told), "\n".join(["```console", *lines, "```"])]
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    if arguments:
        rows = [f"| {_code(each.metavar)} | {_escaped(each.help)} |" for each in arguments]
        shown.append("\n".join(["| argument | what it is |", "| --- | --- |", *rows]))
    options = [each for each in command.params if each.param_type_name == "option" and not each.hidden]
    for panel, own in by_panel(options):
        rows = [_option(each) for each in own]
        shown.append("\n".join([f"| {panel} | default | what it is |", "| --- | --- | --- |", *rows]))
    return "\n\n".join(shown)


def _option(option: Any) -> str:
    names = [*sorted(option.opts, key=len, reverse=True), *option.secondary_opts]
    flags = ", ".join(f"`{flag}`" for flag in names)
    value = value_of(option)
    shown = f"{flags} {_code(value)}" if value else flags
    return f"| {shown} | {_default(option)} | {_escaped(option.help)} |"


def _default(option: Any) -> str:
    if option.required:
        return "required"
    shown = default_of(option)
    return _code(shown) if shown and not isinstance(option.show_default, str) else _escaped(shown)


def _code(text: str) -> str:
    """Code in a table; between backticks, Markdown would show the stroke before a bar."""
    plain = " ".join(text.split())
    return f"<code>{escape(plain).replace('|', '&#124;')}</code>" if "|" in plain else f"`{plain}`"


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    print(command_reference())
