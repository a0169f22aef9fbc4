"""Made once, kept under the digest of its recipe, found whole or made again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from zipfile import BadZipFile

import numpy as np

from firth.errors import FirthError
from firth.runtime.arrays import Array
from firth.runtime.atomic import whole_file
from firth.runtime.mapped_files import forget_map

if TYPE_CHECKING:
    from firth.core import Recipe

T = TypeVar("T")

_NOT_WHOLE = (FirthError, OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile)
"""What reading a file raises that is absent, cut short, or was written by something else."""


@dataclass(frozen=True)
class FileKind(Generic[T]):
    """A kind of file: how its name begins and ends, and how it is read and written.

    Attributes
    ----------
    prefix, suffix : str
        The file of a recipe is called ``prefix-DIGEST.suffix``.
    load, save : callable
        ``load(path)`` and ``save(value, path)``; the folder exists, and ``save`` writes a whole file or none.
    """

    prefix: str
    suffix: str
    load: Callable[[Path], T]
    save: Callable[[T, Path], object]


@dataclass(frozen=True)
class Kept:
    """A folder of results, each under the digest of everything that it depends on.

    A file that is damaged, or that something else wrote under the same name, is made again.

    Examples
    --------
    >>> import tempfile
    >>> from firth.core import Recipe
    >>> kept, recipe = Kept(Path(tempfile.mkdtemp())), Recipe().then("trial", window=2)
    >>> kept.get(recipe, lambda: {"score": 0.5}, json_kind("trial"))
    {'score': 0.5}
    >>> kept.get(recipe, lambda: {"score": 0.7}, json_kind("trial"))
    {'score': 0.5}
    """

    folder: Path

    def get(self, recipe: Recipe, make: Callable[[], T], kind: FileKind[T]) -> T:
        """What is kept under the recipe; if nothing whole is, it is made and kept now."""
        found = self.find(recipe, kind)
        if found is None:
            found = make()
            self.put(recipe, found, kind)
        return found

    def find(self, recipe: Recipe, kind: FileKind[T]) -> T | None:
        """What is kept under the recipe; None if it is absent or not whole."""
        path = self.path(recipe, kind)
        try:
            return kind.load(path)
        except _NOT_WHOLE:
            forget_map(path)
            return None

    def put(self, recipe: Recipe, value: T, kind: FileKind[T]) -> None:
        """Keep a value under the recipe."""
        self.folder.mkdir(parents=True, exist_ok=True)
        kind.save(value, self.path(recipe, kind))

    def path(self, recipe: Recipe, kind: FileKind[T]) -> Path:
        """The file that a recipe has."""
        return self.folder / f"{kind.prefix}-{recipe.digest}.{kind.suffix}"


def json_kind(prefix: str) -> FileKind[Any]:
    """Plain values."""
    return FileKind(prefix, "json", load_json, save_json)


def arrays_kind(prefix: str) -> FileKind[Mapping[str, Array]]:
    """Arrays by name."""
    return FileKind(prefix, "npz", _load_arrays, _save_arrays)


def load_json(path: Path) -> Any:
    """The plain values in a file."""
    return json.loads(path.read_text(encoding="utf-8"))


def save_json(value: Any, path: Path, *, indent: int | None = None) -> None:
    """Plain values as a file that appears whole; NaN is refused, since JSON has none."""
    content = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    with whole_file(path) as temporary:
        temporary.write_text(content + "\n", encoding="utf-8")


def content_digest(paths: Iterable[str | Path]) -> str:
    """Sixteen hexadecimal digits that change when any byte of the files does, whatever they are called."""
    check = hashlib.blake2b(digest_size=8)
    for path in paths:
        with Path(path).open("rb") as file:
            check.update(hashlib.file_digest(file, "blake2b").digest())
    return check.hexdigest()


def _load_arrays(path: Path) -> Mapping[str, Array]:
    with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}


def _save_arrays(arrays: Mapping[str, Array], path: Path) -> None:
    with whole_file(path) as temporary, temporary.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)
