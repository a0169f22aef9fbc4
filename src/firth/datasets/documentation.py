"""English text that every machine with firth has: the documentation of Python and of its packages."""

from __future__ import annotations

import os
import re
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("numpy", "scipy", "sklearn", "polars", "numba", "pandas", "matplotlib", "joblib", "rich")
"""Whose docstrings are read, where they are installed."""

_SKIPPED_FOLDERS = frozenset(
    {"tests", "test", "testing", "idlelib", "lib2to3", "pydoc_data", "site-packages"}
)
_TRIPLE_QUOTED = re.compile(r"(\"\"\"|''')(.*?)\1", re.DOTALL)
_DOCTEST = re.compile(r"^[ \t]*>>>.*(?:\n[ \t]*\S.*)*", re.MULTILINE)  # with its output, up to a blank line


class PackageShare(NamedTuple):
    """How much text one package gave."""

    package: str
    files: int
    characters: int
    words: int


@dataclass(frozen=True)
class Documentation:
    """Texts from documentation.

    Attributes
    ----------
    texts : list of str
        A text for each docstring or topic.
    shares : tuple of PackageShare
        How much each package gave.
    """

    texts: list[str]
    shares: tuple[PackageShare, ...]


def gather_documentation(packages: Sequence[str] = PACKAGES) -> Documentation:
    """Gather the reference of Python, and the docstrings of its standard library and of installed packages.

    Sources are read, never run. Examples at the prompt are left out, and duplicates are dropped. The order is
    fixed, so that equal installations give equal texts.

    Parameters
    ----------
    packages : sequence of str
        Packages to read, where they are installed.

    Returns
    -------
    Documentation
        The texts, and how much each package gave.

    Examples
    --------
    >>> documentation = gather_documentation(["numpy"])
    >>> [share.package for share in documentation.shares], len(documentation.texts) > 1000
    (['Python topics', 'standard library', 'numpy'], True)
    """
    sources: list[tuple[str, Iterator[list[str]]]] = [
        ("Python topics", _topics()),
        ("standard library", _docstrings(_python_files([sysconfig.get_path("stdlib")]))),
    ]
    sources += [
        (name, _docstrings(_python_files(folders))) for name in packages if (folders := _folders(name))
    ]
    texts: dict[str, None] = {}
    shares = []
    for name, files in sources:
        before = len(texts)
        found = list(files)
        texts.update(dict.fromkeys(chain.from_iterable(found)))
        shares.append(_share(name, len(found), list(texts)[before:]))
    return Documentation(list(texts), tuple(shares))


def _topics() -> Iterator[list[str]]:
    try:
        from pydoc_data.topics import topics
    except ImportError:  # some distributions package it apart
        return
    yield [text for _, text in sorted(topics.items())]


def _folders(package: str) -> list[str]:
    spec = find_spec(package)
    return list(spec.submodule_search_locations or []) if spec else []


def _python_files(folders: Iterable[str]) -> Iterator[Path]:
    for top in folders:
        for folder, inner, files in os.walk(top):
            inner[:] = sorted(name for name in inner if name not in _SKIPPED_FOLDERS)
            yield from (Path(folder, name) for name in sorted(files) if name.endswith(".py"))


def _docstrings(paths: Iterable[Path]) -> Iterator[list[str]]:
    """The triple-quoted strings of each file; parsing every file would take longer than training."""
    for path in paths:
        try:
            source = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        found = (_DOCTEST.sub("", match[2]).strip() for match in _TRIPLE_QUOTED.finditer(source))
        yield [text for text in found if " " in text]


def _share(package: str, files: int, texts: list[str]) -> PackageShare:
    characters = sum(map(len, texts))
    return PackageShare(package, files, characters, sum(len(text.split()) for text in texts))
