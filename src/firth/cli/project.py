"""Options from a project file, firth.toml, so that a study is repeated by the same short command.

A section is named after a command, such as [embed] or [documents.compare]; [documents] is for all commands
below it, and [all] for every command that has the option. The closer one wins, and the command line over all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from firth.cli.other_names import our_name
from firth.errors import FirthError, InputError

FILE_NAME = "firth.toml"
SHARED = "all"
_TYPED = {"help", "force", "version", "install_completion", "show_completion"}
"""Options that only the command line gives: whether to replace files is decided each time."""


@dataclass(frozen=True)
class Setting:
    """An option that the project file gives.

    Attributes
    ----------
    key : str
        As it stands in the file.
    value : object
        As the command line would give it: text, a list of texts, or whether a flag is set.
    path : Path
        The file.
    where : str
        The file, and the line if that is known.
    """

    key: str
    value: Any
    path: Path
    where: str


@dataclass(frozen=True)
class Project:
    """A project file: its sections, checked against the commands that there are."""

    path: Path
    content: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[tuple[str, ...], int] = field(default_factory=dict)

    def settings(self, context: Any) -> dict[str, Setting]:
        """What the file says for a command, by the name of the parameter; what no command has is refused."""
        root = context.find_root().command
        _check_sections(self, root, self.content, ())
        names = _names(context)
        sections = [(SHARED,), *(names[: end + 1] for end in range(len(names)))]
        found: dict[str, Setting] = {}
        for section in sections:
            for key, value in self._entries(section):
                option = _option(context.command, key)
                if option is not None:
                    where = self.where(*section, key)
                    typed = _as_typed(option, key, value, where, self.path)
                    found[option.name] = Setting(key, typed, self.path, where)
        return found

    def where(self, *keys: str) -> str:
        """The file with the line of a key or section."""
        line = self.lines.get(keys)
        return f"{self.path}, line {line}" if line else f"{self.path}, [{'.'.join(keys[:-1])}]"

    def _entries(self, section: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        table: Any = self.content
        for name in section:
            table = table.get(name, {})
            if not isinstance(table, Mapping):
                return
        yield from table.items()


def read_project(path: Path) -> Project:
    """Read a project file; what is not TOML is refused with the place of the fault."""
    import tomllib

    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8; save it as UTF-8, as TOML asks.") from None
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        fault = str(error)
        raise InputError(
            f"{path} is not TOML: {fault[0].lower()}{fault[1:]}; write it as [embed], and below it dim = 100."
        ) from None
    return Project(path, content, _lines(text))


def project_of(context: Any) -> Project | None:
    """The file that --project names, or firth.toml in the current folder, if there is one."""
    given = context.find_root().params
    if given.get("no_project"):
        return None
    if (named := given.get("project")) is not None:
        return read_project(Path(named))
    path = Path(FILE_NAME)
    return read_project(path) if path.is_file() else None


def in_force(context: Any, name: str) -> bool:
    """Whether a parameter has its value from the project file, not from the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "DEFAULT_MAP"


@contextmanager
def naming_the_place(context: Any, settings: Mapping[str, Setting]) -> Iterator[None]:
    """What the library refuses of a value from the project file begins with its place there."""
    try:
        yield
    except FirthError as error:
        for name, setting in settings.items():
            key = setting.key.replace("_", "-")
            if in_force(context, name) and re.match(rf"(--)?{key} is ", str(error)):
                error.args = (f"{setting.where}: {error}",)
        raise


def _names(context: Any) -> tuple[str, ...]:
    """The command as it is called, such as ("documents", "compare")."""
    names: list[str] = []
    while context.parent is not None:
        names.insert(0, context.info_name)
        context = context.parent
    return tuple(names)


def _lines(text: str) -> dict[tuple[str, ...], int]:
    """The lines of sections and of keys, where they stand at the beginning of a line."""
    lines: dict[tuple[str, ...], int] = {}
    section: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if named := re.match(r"\s*\[([^\[\]]+)\]", line):
            section = _parts(named[1])
            lines.setdefault(section, number)
        elif named := re.match(r"""\s*([\w\s."'-]+?)\s*=""", line):
            lines.setdefault((*section, *_parts(named[1])), number)
    return lines


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in name.split("."))


def _check_sections(
    project: Project, command: Any, table: Mapping[str, Any], section: tuple[str, ...]
) -> None:
    """Refuse sections that are no commands, and keys that are no options of theirs."""
    below = getattr(command, "commands", {})
    for key, value in table.items():
        where = project.where(*section, key)
        if isinstance(value, Mapping) and key in below:
            _check_sections(project, below[key], value, (*section, key))
        elif isinstance(value, Mapping) and not section and key == SHARED:
            _check_shared(project, command, value)
        elif isinstance(value, Mapping) and not (key == "option" and _option(command, key)):
            raise InputError(f"{where}: {_of_unknown_section(key, section, below)}")
        elif not section:
            raise InputError(
                f"{where}: {key} stands before the first section; write it below the name of a command, such "
                f"as [embed], or below [{SHARED}] for all of them."
            )
        elif not below:
            _check_key(key, f"firth {' '.join(section)}", [command], where)
        else:
            _check_key(key, f"no command below firth {' '.join(section)}", list(below.values()), where)


def _check_shared(project: Project, root: Any, table: Mapping[str, Any]) -> None:
    every = list(_commands(root))
    for key in table:
        where = project.where(SHARED, key)
        _check_key(key, "no command", every, where)
        options = [option for command in every if (option := _option(command, key)) is not None]
        if len({(option.metavar, option.is_flag) for option in options}) > 1 or _is_path(options[0]):
            raise InputError(
                f"{where}: {key} is not the same in all commands; write it below the name of a command, such "
                "as [embed]."
            )


def _commands(command: Any) -> Iterator[Any]:
    below = getattr(command, "commands", {})
    if not below:
        yield command
    for each in below.values():
        yield from _commands(each)


def _check_key(key: str, whose: str, commands: list[Any], where: str) -> None:
    """Refuse a key that none of these commands has as an option."""
    if any(_option(command, key) is not None for command in commands):
        return
    name = key.replace("_", "-")
    parameters = [parameter for command in commands for parameter in command.params]
    if name in {"force", "help"} and any(f"--{name}" in each.opts for each in parameters):
        raise InputError(f"{where}: {name} is for the command line only; leave it out here.")
    if any(each.param_type_name == "argument" and _argument(each) == name for each in parameters):
        raise InputError(
            f"{where}: {key} is no option but what the command is about; type it after the command."
        )
    flags = [
        flag for each in parameters if each.name not in _TYPED for flag in each.opts if flag.startswith("--")
    ]
    whose = f"{whose} has an option" if whose.startswith("no ") else f"{whose} has no option"
    if (ours := our_name(name, flags)) is not None:
        raise InputError(f"{where}: {whose} {key}; use {ours.removeprefix('--')} instead.")
    alike = get_close_matches(f"--{name}", flags, n=2, cutoff=0.7)
    meant = " or ".join(dict.fromkeys(flag.removeprefix("--") for flag in alike))
    raise InputError(
        f"{where}: {whose} {key}; {f'did you mean {meant}?' if meant else 'correct it or leave it out.'}"
    )


def _of_unknown_section(key: str, section: tuple[str, ...], below: Mapping[str, Any]) -> str:
    alike = get_close_matches(key, [*below, *([SHARED] if not section else [])], n=1)
    before = "".join(f"{name}." for name in section)
    meant = f"did you mean [{before}{alike[0]}]?" if alike else "firth -h lists the commands."
    return f"there is no command {' '.join(('firth', *section, key))}; {meant}"


def _option(command: Any, key: str) -> Any:
    """The option of a command that a key names, as --key does; None if it has none."""
    flag = f"--{key.replace('_', '-')}"
    for each in command.params:
        if each.param_type_name == "option" and flag in each.opts and each.name not in _TYPED:
            return each
    return None


def _argument(argument: Any) -> str:
    return str(argument.metavar or argument.name).lower().replace("_", "-")


def _is_path(option: Any) -> bool:
    return option.metavar in ("FILE", "FOLDER", "DOCUMENTS")


def _as_typed(option: Any, key: str, value: Any, where: str, path: Path) -> Any:
    """A value as the command line gives it; paths are those seen from the folder of the file."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise InputError(f"{where}: {key} is {_shown(value)}; it must be true or false.")
        return value
    if isinstance(value, Mapping):  # [embed.option] with shift = 5 below it
        value = [f"{name}={_text(each, key, where)}" for name, each in value.items()]
    if option.multiple:
        return [_seen_from(path, option, _text(each, key, where)) for each in _listed(value)]
    return _seen_from(path, option, ",".join(_text(each, key, where) for each in _listed(value)))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _text(value: Any, key: str, where: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str | int | float):
        raise InputError(f"{where}: {key} is {_shown(value)}; it must be text, a number or a list of them.")
    return str(value)


def _shown(value: Any) -> str:
    if isinstance(value, str | int | float):
        return repr(value)
    kinds = {"dict": "table", "datetime": "date"}
    return f"a {kinds.get(type(value).__name__, type(value).__name__)}"


def _seen_from(path: Path, option: Any, text: str) -> str:
    """A path relative to the folder of the project file; ~ is the home folder."""
    if _is_path(option):
        return text if text == "-" else str(path.parent / Path(text).expanduser())
    if text.startswith("@") and "@FILE" in str(option.metavar):
        return f"@{path.parent / Path(text[1:]).expanduser()}"
    if "|FILE" in str(option.metavar) and (path.parent / text).is_file():
        return str(path.parent / text)
    return text
