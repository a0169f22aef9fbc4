"""What pickle sends of firth's types: their fields, and mapped arrays by the names of their files."""

from __future__ import annotations

import copy
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np

from firth.errors import FormatError
from firth.runtime.arrays import Array
from firth.runtime.mapped_files import mapped_bytes
from firth.runtime.storage import Place, place_in_file


class Portable:
    """A frozen dataclass that survives pickle, copy and joblib.

    What is derived from its fields is not sent. An array that is mapped from a file of firth's own is sent as
    the name of the file, so that processes share it. A file that is gone or was changed since is refused.
    """

    def in_memory(self) -> Self:
        """The same with arrays in memory rather than mapped from a file, so that pickle holds all of it."""
        return self._with({name: _read(value) for name, value in self._fields().items()})

    def __getstate__(self) -> dict[str, Any]:
        """The fields, mapped arrays by name."""
        return {name: _sent(value) for name, value in self._fields().items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take up the fields, and map the arrays again."""
        self.__dict__.update({name: _received(value) for name, value in state.items()})

    def __copy__(self) -> Self:
        """The same fields."""
        return self._with(self._fields())

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copies of the fields; arrays that cannot be written to are shared."""
        return self._with({name: _copied(value, memo) for name, value in self._fields().items()})

    def _fields(self) -> dict[str, Any]:
        return {field.name: self.__dict__[field.name] for field in fields(self)}  # type: ignore[arg-type]

    def _with(self, state: dict[str, Any]) -> Self:
        made = type(self).__new__(type(self))
        made.__dict__.update(state)
        return made


@dataclass(frozen=True)
class _Mapped:
    """An array of a file, and how the file was when it was sent."""

    place: Place
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    size: int
    changed: int

    @classmethod
    def of(cls, array: Array) -> Self | None:
        """None for an array that is no piece of a file of firth's own.

        Others, such as the temporary files through which joblib shares arrays, may vanish at any time.
        """
        place = place_in_file(array)
        if place is None or place.path.suffix != ".safetensors" or not place.path.exists():
            return None
        found = place.path.stat()
        return cls(place, array.dtype, array.shape, found.st_size, found.st_mtime_ns)

    def array(self) -> Array:
        """The array, mapped again."""
        path = self.place.path
        try:
            found = path.stat()
        except OSError as error:
            raise FormatError(f"{path} {_GONE.format('is not there any more')}") from error
        if (found.st_size, found.st_mtime_ns) != (self.size, self.changed):
            raise FormatError(f"{path} {_GONE.format('was changed since')}")
        content = mapped_bytes(path)[self.place.offset :]
        length = int(np.prod(self.shape)) * self.dtype.itemsize
        return content[:length].view(self.dtype).reshape(self.shape)


_GONE = (
    "{}: what was pickled has only its name, not its content. Load the file anew; or pickle what "
    "in_memory() returns, which has everything."
)


@dataclass(frozen=True)
class _Rows:
    """A sparse table in rows, of which a part is mapped."""

    indptr: Any
    indices: Any
    data: Any
    shape: tuple[int, int]


def _sent(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return _Mapped.of(value) or value
    if _is_compressed_rows(value):
        parts = [_sent(part) for part in (value.indptr, value.indices, value.data)]
        return (
            _Rows(parts[0], parts[1], parts[2], value.shape)
            if any(isinstance(part, _Mapped) for part in parts)
            else value
        )
    return value


def _received(value: Any) -> Any:
    if isinstance(value, _Mapped):
        return value.array()
    if isinstance(value, _Rows):
        from firth.runtime.sparse import compressed_rows

        indptr, indices, data = map(_received, (value.indptr, value.indices, value.data))
        return compressed_rows(indptr, indices, data, value.shape)
    return value


def _read(value: Any) -> Any:
    if isinstance(value, Portable):
        return value.in_memory()
    if isinstance(value, np.ndarray):
        return np.array(value)
    if _is_compressed_rows(value):
        indptr, indices, data = map(np.array, (value.indptr, value.indices, value.data))
        return _received(_Rows(indptr, indices, data, value.shape))
    return value


def _copied(value: Any, memo: dict[int, Any]) -> Any:
    if isinstance(value, np.ndarray) and not value.flags.writeable:
        return value
    if _is_compressed_rows(value) and not value.data.flags.writeable:
        return value
    return copy.deepcopy(value, memo)


def _is_compressed_rows(value: Any) -> bool:
    return getattr(value, "format", None) == "csr" and hasattr(value, "indptr")
