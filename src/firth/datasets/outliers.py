"""Groups of words that belong together, each with words that do not."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from firth.datasets.lines import numbered_lines
from firth.errors import FormatError, MissingDataError


class OutlierGroup(NamedTuple):
    """Words of one kind, and words that are not of it.

    Attributes
    ----------
    name : str
        What the group is called.
    members, outliers : tuple of str
        The words that belong together, and those that do not.
    """

    name: str
    members: tuple[str, ...]
    outliers: tuple[str, ...]


def read_outliers(path: str | Path) -> list[OutlierGroup]:
    """Read groups of words with outliers.

    Parameters
    ----------
    path : str or Path
        A file, or a folder of .txt files. A group is its members, one a line, an empty line, and its
        outliers, one a line, as in the 8-8-8 set [CamachoCollados2016], which has a file for each group. A
        line ``: name`` opens a group, so that a file may hold several; a file without such lines is one
        group with the name of the file.

    Returns
    -------
    list of OutlierGroup
        The groups in the order of files and lines.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "cats.txt"
    >>> _ = path.write_text("lion\\ntiger\\n\\nspoon\\n")
    >>> read_outliers(path)
    [OutlierGroup(name='cats', members=('lion', 'tiger'), outliers=('spoon',))]
    """
    if not Path(path).is_dir():
        return _groups(Path(path))
    files = sorted(Path(path).glob("*.txt"))
    if not files:
        raise MissingDataError(f"{path} has no groups of words (*.txt); put one file for each group there.")
    return [group for file in files for group in _groups(file)]


def _groups(path: Path) -> list[OutlierGroup]:
    blocks: dict[str, list[list[str]]] = {}
    name, last = path.stem, 0
    for number, line in numbered_lines(path):
        if line.startswith(":"):
            name = line[1:].strip()
            if name in blocks:
                raise FormatError(f"{path}, line {number}: the group {name!r} is there twice; name it apart.")
            blocks[name] = []
        elif not blocks.setdefault(name, []) or number > last + 1:  # an empty line stands before this one
            blocks[name].append([line])
        else:
            blocks[name][-1].append(line)
        last = number
    if not blocks:
        raise FormatError(f"{path} has no words; write members, an empty line and outliers, one word a line.")
    return [_group(path, name, parts) for name, parts in blocks.items()]


def _group(path: Path, name: str, parts: list[list[str]]) -> OutlierGroup:
    if len(parts) != 2:
        found = {0: "no words", 1: "no empty line"}.get(len(parts), f"{len(parts)} blocks of words")
        raise FormatError(
            f"{path}: the group {name!r} has {found}; write members, an empty line and outliers, one word a "
            "line, and a line `: name` before each group where there are several."
        )
    if len(parts[0]) < 2:
        raise FormatError(
            f"{path}: the group {name!r} has only one member, {parts[0][0]!r}; write two or more, one a line."
        )
    members, outliers = (tuple(dict.fromkeys(part)) for part in parts)
    if twice := set(members) & set(outliers):
        raise FormatError(
            f"{path}: {min(twice)!r} is a member and an outlier of {name!r}; keep it in one place."
        )
    return OutlierGroup(name, members, outliers)
