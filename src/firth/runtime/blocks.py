"""Blocks with a manifest: finished parts of long work in a folder, from which a later run goes on.

Each block is a checked file of arrays (`firth.runtime.tensors`). The manifest says for each what it is made
of and what its file must hold; a block that does not fit is made again, and a folder that belongs to other
work is refused. Blocks say how work goes on, never what it gives: the same bytes come out without them.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from firth.errors import FormatError, InputError, OutputError
from firth.runtime.arrays import Array
from firth.runtime.atomic import reason_of
from firth.runtime.kept import load_json, save_json
from firth.runtime.new_files import clear_stale, lock_folder, sync_folder
from firth.runtime.storage import refuse_full_disk
from firth.runtime.tensors import TensorFile, chunks_of, type_name_of, write_tensors

MANIFEST = "manifest.json"
FORMAT = "firth-blocks"
FORMAT_VERSION = 1

_ENTRY = {"made_of": dict, "file": str, "bytes": int, "checksum": str, "facts": dict}
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


@dataclass(frozen=True, eq=False)
class Block:
    """What a block holds.

    Attributes
    ----------
    arrays : mapping of str to array
        Mapped from its file, or as they were made where nothing is kept.
    facts : mapping
        What else is known of it, as plain JSON values.
    checksum : str
        Of its file, checksums of all arrays included.
    """

    arrays: Mapping[str, Array]
    facts: Mapping[str, Any]
    checksum: str = ""


Made = tuple[Mapping[str, Array], Mapping[str, Any]]
"""The arrays and the facts of a block."""


class Blocks:
    """A folder of blocks, which one process has at a time.

    Attributes
    ----------
    folder : Path
    recipe : mapping
        Everything that determines the bytes of the work as a whole, as plain JSON values.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> def squares():
    ...     print("made")
    ...     return {"squares": np.arange(4) ** 2}, {"last": True}
    >>> folder = Path(mkdtemp()) / "work.unfinished"
    >>> with Blocks(folder, {"numbers": 4}) as blocks:
    ...     blocks.get("squares-0", {"from": 0}, squares).arrays["squares"].tolist()
    made
    [0, 1, 4, 9]
    >>> with Blocks(folder, {"numbers": 4}) as blocks:
    ...     blocks.get("squares-0", {"from": 0}, squares).facts["last"]
    True
    """

    def __init__(
        self, folder: str | Path, recipe: Mapping[str, Any], *, way_out: str = "remove it to begin anew"
    ) -> None:
        """Open the folder, or make it; one of other work, or that another process has, is refused.

        way_out: what messages say to do about such a folder.
        """
        self.folder = Path(folder)
        self.recipe = _plain(recipe)
        self._way_out = way_out
        self._digest = digest_of_plain(self.recipe)
        self._lock = self._locked()
        try:
            clear_stale(self.folder)
            self._entries = self._manifest()
            self._sound: dict[str, str] = {}
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Blocks:
        """Itself; the lock is held until the end."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let others have the folder."""
        self.close()

    def close(self) -> None:
        """Let others have the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def remove(self) -> None:
        """The work is done: remove the folder, the manifest first, so that no half of it is ever trusted."""
        names = [MANIFEST, *(entry["file"] for entry in self._entries.values())]
        for name in names:
            (self.folder / name).unlink(missing_ok=True)
        self._entries = {}
        self.close()
        try:
            self.folder.rmdir()
        except OSError:  # somebody keeps a file of their own there
            return

    def get(self, key: str, made_of: Mapping[str, Any], make: Callable[[], Made]) -> Block:
        """The block of this key if it is whole and made of just this; otherwise it is made and kept now."""
        found = self.find(key, made_of)
        return self.put(key, made_of, *make()) if found is None else found

    def find(self, key: str, made_of: Mapping[str, Any]) -> Block | None:
        """The block of this key if it is whole and made of just this; every byte of it is checked once."""
        entry = self._entries.get(key)
        if entry is None or entry["made_of"] != _plain(made_of):
            return None
        path = self.folder / entry["file"]
        try:
            if path.stat().st_size != entry["bytes"] or _checksum(path) != entry["checksum"]:
                return None
            file = TensorFile.open(path)
            if self._sound.get(key) != entry["checksum"]:
                file.verify({})
                self._sound[key] = entry["checksum"]
            return Block({name: file.array(name) for name in file.header.tensors}, entry["facts"],
                         entry["checksum"])  # fmt: skip
        except (FormatError, InputError, OSError):  # damaged, cut or gone: it is made again
            return None

    def put(
        self,
        key: str,
        made_of: Mapping[str, Any],
        arrays: Mapping[str, Array],
        facts: Mapping[str, Any] | None = None,
    ) -> Block:
        """Keep a block: its file first, then its line in the manifest, each on the disk before the next."""
        if not key or not _PLAIN.issuperset(key):
            raise InputError(f"the block's key is {key!r}; it is made of a–z, 0–9 and hyphens.")
        named = {name: (np.ascontiguousarray(array), type_name_of(array)) for name, array in arrays.items()}
        needed = sum(array.nbytes for array, _ in named.values())
        refuse_full_disk(self.folder, needed, f"the next part of {self.folder}")
        path = self.folder / f"{key}.safetensors"
        write_tensors(path, named, {"format": "firth-block", "key": key, "recipe": self._digest}, {})
        entry = {
            "made_of": _plain(made_of),
            "file": path.name,
            "bytes": path.stat().st_size,
            "checksum": _checksum(path),
            "facts": _plain(facts or {}),
        }
        self._entries[key] = entry
        self._sound[key] = entry["checksum"]
        self._save()
        file = TensorFile.open(path)
        return Block({name: file.array(name) for name in named}, entry["facts"], entry["checksum"])

    def _save(self) -> None:
        content = {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "recipe": self.recipe,
            "digest": self._digest,
            "blocks": self._entries,
        }
        save_json({**content, "checksum": digest_of_plain(content)}, self.folder / MANIFEST)

    def _locked(self) -> int | None:
        try:
            if not self.folder.exists():
                self.folder.mkdir(parents=True)
                sync_folder(self.folder.absolute().parent)
            elif not self.folder.is_dir():
                raise OutputError(
                    f"{self.folder} is no folder, and unfinished work is kept there; move it away."
                )
            return lock_folder(self.folder, alone=True)
        except BlockingIOError:
            raise InputError(
                f"another process works in {self.folder}; wait for its end, or name another output."
            ) from None
        except OSError as error:
            if isinstance(error, OutputError):
                raise
            raise OutputError(f"{self.folder} could not be made: {reason_of(error)}.") from error

    def _manifest(self) -> dict[str, dict[str, Any]]:
        path = self.folder / MANIFEST
        if not path.exists():
            strangers = [
                entry.name for entry in os.scandir(self.folder) if not entry.name.endswith(".safetensors")
            ]
            if strangers:
                raise InputError(
                    f"{self.folder} has {strangers[0]!r} and no manifest, so it holds no unfinished work; "
                    "move it away, or name another output."
                )
            return {}
        try:
            content = load_json(path)
            checksum = content.pop("checksum")
            whole = content["format"] == FORMAT and checksum == digest_of_plain(content)
            if whole and content["version"] == FORMAT_VERSION:
                entries: dict[str, dict[str, Any]] = content["blocks"]
                digest = content["digest"]
                whole = digest == digest_of_plain(content["recipe"]) and all(map(_is_entry, entries.items()))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            whole = False
        if not whole:
            raise FormatError(f"the manifest of {self.folder} is damaged; {self._way_out}.")
        if content["version"] != FORMAT_VERSION:
            raise FormatError(
                f"{self.folder} was written by another version of firth (blocks of version "
                f"{content['version']}, and this one has {FORMAT_VERSION}); {self._way_out}."
            )
        if digest != self._digest:
            difference = _difference(content["recipe"], self.recipe)
            raise InputError(f"{self.folder} holds other work than this ({difference}); {self._way_out}.")
        return entries


def digest_of_plain(content: Any) -> str:
    """Sixteen hexadecimal digits of plain JSON values, whatever the order of their keys."""
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=True, allow_nan=False)
    return hashlib.blake2b(canonical.encode(), digest_size=8).hexdigest()


def digest_of_arrays(*arrays: Array) -> str:
    """Sixteen hexadecimal digits of the type, shape and content of arrays."""
    check = hashlib.blake2b(digest_size=8)
    for array in arrays:
        check.update(f"{array.dtype.str}{array.shape}".encode())
        for part in chunks_of(array, array.dtype) if array.size else ():  # lets go of mapped pages behind it
            check.update(part.reshape(-1).view(np.uint8).data)
    return check.hexdigest()


def _plain(content: Any) -> Any:
    return json.loads(json.dumps(content, allow_nan=False))


def _checksum(path: Path) -> str:
    """Of the header, in which the checksums of all arrays stand."""
    with path.open("rb") as file:
        first = file.read(8)
        length = int.from_bytes(first, "little")
        if length > path.stat().st_size:
            raise FormatError(f"{path} is cut short.")
        return hashlib.blake2b(first + file.read(length), digest_size=8).hexdigest()


def _is_entry(item: tuple[str, Any]) -> bool:
    key, entry = item
    return (
        isinstance(entry, dict)
        and set(entry) == set(_ENTRY)
        and all(type(entry[name]) is kind for name, kind in _ENTRY.items())
        and entry["file"] == f"{key}.safetensors"
        and _PLAIN.issuperset(key)
    )


def _difference(before: Any, now: Any, name: str = "") -> str:
    """The first thing in which two recipes differ, in words."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in (*now, *before):
            if before.get(key) != now.get(key):
                return _difference(before.get(key), now.get(key), f"{name} {key}".strip())
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for one, other in zip(before, now, strict=True):
            if one != other:
                return _difference(one, other, name)
    return f"{name} was {_shown(before)} and is {_shown(now)}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
