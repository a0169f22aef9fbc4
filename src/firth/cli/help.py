"""What -h prints: an example first, what a command does, then its options, in the width of the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

EXAMPLES = "[bold]Examples[/bold]"
"""What stands before the examples in the docstring of a command."""

OPTIONS = "Options"
"""The panel of options that are in no other."""

_WIDEST = 96
_TERMS = 26
"""Columns for the names of options, where the terminal has room for two columns."""
_NARROW = 64

_SHELL_WORD = r"""(?:-\S+ (?!-))?(?:'[^']*'|"[^"]*"|\S)+ *"""
"""A word of a command, or an option with its value."""


class HelpLine(NamedTuple):
    """A line of the help: what it says and, of a name at its beginning, how long that is."""

    text: str
    name: int = 0
    title: bool = False


def print_help(context: Any, *, recipe: str | None = None) -> None:
    """Print the help of a command or of a group of commands; recipe: whose options are shown as well."""
    _print(lambda width: help_lines(context, width, recipe=recipe))


def print_rows(rows: list[tuple[str, str]]) -> None:
    """Print names, each with what it is, as the help does."""
    _print(lambda width: _rows(rows, width))


def _print(lines: Callable[[int], Iterable[HelpLine]]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for line in lines(min(console.width, _WIDEST)):
        text = Text(line.text, style="bold" if line.title else "")
        text.stylize("cyan", 0, line.name)
        console.print(text, soft_wrap=True)


def help_lines(context: Any, width: int, *, recipe: str | None = None) -> Iterator[HelpLine]:
    """The lines of the help, none wider than the terminal unless a single word is."""
    command = context.command
    told, examples = told_and_examples(command)
    if recipe is not None:
        from firth.cli.recipe_options import told_of

        told = told_of(recipe)
        examples = [line for line in examples if f"--recipe {recipe} " in f"{line} "] or [
            f"{examples[0]} --recipe {recipe}"
        ]
    yield from _example_lines(examples[:1], width)
    for paragraph in told:
        yield HelpLine("")
        yield from (HelpLine(line) for line in _filled(paragraph, width))
    yield HelpLine("")
    yield HelpLine("Usage", title=True)
    yield from (HelpLine(f"  {line}") for line in _filled(_usage(context), width - 2))
    if examples[1:]:
        yield HelpLine("")
        yield HelpLine("More examples", title=True)
        yield from _example_lines(examples[1:], width)
    for title, rows in _panels(context, recipe):
        yield HelpLine("")
        yield HelpLine(title, title=True)
        yield from _rows(rows, width)


def told_and_examples(command: Any) -> tuple[list[str], list[str]]:
    """What a command says of itself, by paragraphs, and its examples without their $."""
    told, _, examples = command.help.partition(EXAMPLES)
    paragraphs = [" ".join(part.split()) for part in re.sub(r"\[/?[a-z ]+\]", "", told).split("\n\n")]
    lines = [line.strip().removeprefix("$ ") for line in examples.splitlines()]
    return [part for part in paragraphs if part], [line for line in lines if line]


def by_panel(options: list[Any]) -> Iterator[tuple[str, list[Any]]]:
    """Options by the title they stand under; those of no title first, then in the order of the command."""
    titles = list(dict.fromkeys([OPTIONS, *map(_title, options)]))
    for title, own in groupby(sorted(options, key=lambda option: titles.index(_title(option))), _title):
        yield title, list(own)


def value_of(option: Any) -> str:
    """What stands for the value of an option, such as FILE, or its choices; nothing for a flag."""
    if option.is_flag:
        return ""
    return str(option.metavar or "|".join(_choices(option)) or option.name.upper())


def default_of(option: Any) -> str:
    """The default of an option as it would be typed, or what says it in words; may be nothing."""
    if option.required:
        return ""
    if isinstance(option.show_default, str):
        return option.show_default
    if option.is_flag or option.show_default is False or option.default in (None, (), []):
        return ""
    given = option.default
    return ",".join(map(str, given)) if isinstance(given, list | tuple) else str(given)


def as_told(value: Any) -> str:
    """A value from a project file as it would be typed; flags are yes or no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(value) if isinstance(value, list) else str(value)


def recipe_of(option: Any) -> str | None:
    """The recipe that an option is for, if it is for one only."""
    found = re.fullmatch(r"Only for --recipe ([\w-]+)", _title(option))
    return found[1] if found else None


def _title(option: Any) -> str:
    return getattr(option, "rich_help_panel", None) or OPTIONS  # --help has none in old versions of typer


def _choices(option: Any) -> list[str]:
    kind = getattr(option, "type_descriptor", None) or option.type  # by the version of typer
    return [str(choice) for choice in getattr(kind, "choices", None) or ()]


def _usage(context: Any) -> str:
    words = [context.command_path]
    for parameter in context.command.params:
        if parameter.param_type_name == "argument":
            word = f"{parameter.metavar}{'…' if parameter.nargs == -1 else ''}"
            words.append(word if parameter.required else f"[{word}]")
    required = [each for each in context.command.params if each.param_type_name == "option" and each.required]
    words += [f"{min(option.opts, key=len)} {value_of(option)}" for option in required]
    words.append("COMMAND …" if hasattr(context.command, "commands") else "[OPTIONS]")
    return " ".join(words)


def _panels(context: Any, recipe: str | None) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Titles, each with names and what they are."""
    command = context.command
    if recipe is not None:
        from firth.cli.recipe_options import option_rows

        yield f"Options of {recipe}", option_rows(recipe, command.params)
        return
    visible = [each for each in command.get_params(context) if not getattr(each, "hidden", False)]
    arguments = [each for each in visible if each.param_type_name == "argument"]
    if arguments:
        yield "Arguments", [(each.metavar, each.help) for each in arguments]
    below = getattr(command, "commands", {})
    for title, own in groupby(below.items(), lambda item: item[1].rich_help_panel or "Commands"):
        yield str(title), [(name, _first_sentence(each)) for name, each in own]
    options = [each for each in visible if each.param_type_name == "option"]
    for title, panel in by_panel([option for option in options if recipe_of(option) is None]):
        yield title, [_option_row(option, context) for option in panel]


def _first_sentence(command: Any) -> str:
    return re.split(r"(?<=[.?]) ", told_and_examples(command)[0][0])[0]


def _option_row(option: Any, context: Any) -> tuple[str, str]:
    names = ", ".join(sorted(option.opts, key=len))
    default = default_of(option)
    given = (context.default_map or {}).get(option.name)
    if given is not None:  # by a project file
        default = f"{as_told(given)} (project file)"
    required = option.required and given is None
    more = " Required." if required else f" Default: {default}." if default else ""
    return f"{names} {value_of(option)}".rstrip(), option.help + more


def _rows(rows: list[tuple[str, str]], width: int) -> Iterator[HelpLine]:
    """Names on the left; what they are on the right, or below them where there is no room."""
    beside = min(_TERMS, 4 + max(len(name) for name, _ in rows)) if width >= _NARROW else 6
    for name, told in rows:
        shown = [f"  {line}" for line in _filled(name, width - 2)]
        lines = _filled(told, width - beside)
        if len(shown) == 1 and len(shown[0]) <= beside - 2 and width >= _NARROW:
            yield HelpLine(f"{shown[0]:<{beside}}{lines[0]}", len(shown[0]))
            lines = lines[1:]
        else:
            yield from (HelpLine(line, len(line)) for line in shown)
        yield from (HelpLine(" " * beside + line) for line in lines)


def _example_lines(examples: list[str], width: int) -> Iterator[HelpLine]:
    """Commands to copy; one that is too long goes on in the next line, as shells have it."""
    for example in examples:
        first, *others = _filled(re.findall(_SHELL_WORD, f"$ {example}"), width - 8)
        lines = [first, *(f"    {line}" for line in others)]
        yield from (HelpLine(f"  {line} \\") for line in lines[:-1])
        yield HelpLine(f"  {lines[-1]}")


def _filled(text: str | list[str], width: int) -> list[str]:
    """Lines of at most so many columns, of text broken after spaces and between choices, or of pieces."""
    lines = [""]
    for piece in re.split(r"(?<=[ |])(?=\S)", text) if isinstance(text, str) else text:
        if lines[-1] and len((lines[-1] + piece).rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]
