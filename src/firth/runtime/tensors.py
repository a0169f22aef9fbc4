"""Arrays in a file: safetensors with checksums, written as a stream and read as mapped arrays."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from firth.errors import FormatError, InputError
from firth.runtime.arrays import Array
from firth.runtime.atomic import whole_file
from firth.runtime.mapped_files import mapped_bytes
from firth.runtime.storage import release_pages

LONGEST_HEADER = 100_000_000
"""In bytes; the safetensors library has the same limit."""

_TYPE_NAMES = {
    "f8": "F64", "i8": "I64", "u8": "U64", "f4": "F32", "i4": "I32", "u4": "U32",
    "f2": "F16", "i2": "I16", "u2": "U16", "i1": "I8", "u1": "U8",
}  # fmt: skip
_TYPES = {name: np.dtype(f"<{code}") for code, name in _TYPE_NAMES.items()}

Check = Callable[[Array, int], str | None]
"""Given some rows of an array and the number of the first, says what is wrong with them, if anything is."""


@dataclass(frozen=True)
class Tensor:
    """Where an array lies: its number type, its shape and its bytes, counted from the end of the header."""

    type_name: str
    shape: tuple[int, ...]
    start: int
    stop: int

    @property
    def dtype(self) -> np.dtype[Any]:
        """The number type."""
        return _TYPES[self.type_name]


@dataclass(frozen=True)
class Header:
    """What a header says. data_start: how many bytes stand before the first array."""

    metadata: Mapping[str, str]
    tensors: Mapping[str, Tensor]
    data_start: int = 0

    def checksum(self) -> str:
        """The CRC-32 of what the header means, so that another order of its keys does not matter."""
        words = {key: text for key, text in self.metadata.items() if key not in ("crc32", "header_crc32")}
        shapes = {name: [tensor.type_name, *tensor.shape] for name, tensor in self.tensors.items()}
        meaning = json.dumps([words, shapes], sort_keys=True)
        return f"{zlib.crc32(meaning.encode()):08x}"

    def to_bytes(self) -> bytes:
        """The header as it stands in the file, its length before it."""
        content: dict[str, Any] = {"__metadata__": dict(self.metadata)}
        for name, tensor in self.tensors.items():
            place = [tensor.start, tensor.stop]
            content[name] = {"dtype": tensor.type_name, "shape": list(tensor.shape), "data_offsets": place}
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 8)
        return len(text).to_bytes(8, "little") + text


def lay_out(arrays: Mapping[str, tuple[Array, str]]) -> dict[str, Tensor]:
    """A place for every array: wider numbers first, so that all of them are aligned."""
    layout: dict[str, Tensor] = {}
    place = 0
    for name in sorted(arrays, key=lambda name: (-_TYPES[arrays[name][1]].itemsize, name)):
        array, type_name = arrays[name]
        stop = place + array.size * _TYPES[type_name].itemsize
        layout[name] = Tensor(type_name, array.shape, place, stop)
        place = stop
    return layout


def type_name_of(array: Array) -> str:
    """The safetensors name of an array's number type."""
    code = f"{array.dtype.kind}{array.dtype.itemsize}"
    if code not in _TYPE_NAMES:
        raise InputError(f"numbers of type {array.dtype} cannot be stored; convert them with astype first.")
    return _TYPE_NAMES[code]


def read_header(path: Path) -> Header:
    """Read and check the header of a file, and nothing after it."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            if size < 8 or length > min(LONGEST_HEADER, size - 8):
                raise FormatError(
                    f"{path} is cut short or is not a firth file: its {size:,} bytes do not hold the header "
                    "they promise; copy or make it again."
                )
            text = file.read(length)
    except OSError as error:
        raise InputError(f"{path} could not be read: {error.strerror}.") from error
    try:
        content = json.loads(text.decode("utf-8"), object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{path} is not a firth file: its header is not JSON ({error}).") from error
    return _checked_header(path, content, data_start=8 + length, data_bytes=size - 8 - length)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) != len(pairs):
        raise ValueError("a name occurs twice")
    return content


def _checked_header(path: Path, content: Any, *, data_start: int, data_bytes: int) -> Header:
    metadata = content.pop("__metadata__", {}) if isinstance(content, dict) else None
    if not isinstance(metadata, dict) or not all(isinstance(text, str) for text in metadata.values()):
        raise FormatError(f"{path} is not a firth file: its header does not name arrays.")
    found = {name: _checked_tensor(path, name, entry) for name, entry in content.items()}
    tensors = dict(sorted(found.items(), key=lambda item: (item[1].start, item[1].stop)))
    place = 0
    for name, tensor in tensors.items():
        if tensor.start != place:
            raise FormatError(f"{path} is damaged: {name!r} does not begin where the array before it ends.")
        place = tensor.stop
    if place != data_bytes:
        raise FormatError(
            f"{path} is {'cut short' if data_bytes < place else 'too long'}: "
            f"its arrays take {place:,} bytes and it has {data_bytes:,}; copy or make it again."
        )
    return Header(metadata, tensors, data_start)


def _checked_tensor(path: Path, name: str, entry: Any) -> Tensor:
    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise FormatError(f"{path} is damaged: its header does not describe {name!r}.")
    type_name, shape, place = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(type_name, str) or type_name not in _TYPES:
        raise FormatError(f"{path}: {name!r} is of type {type_name!r}, which firth does not store.")
    if not (_are_sizes(shape) and _are_sizes(place) and len(place) == 2):
        raise FormatError(f"{path} is damaged: the shape or place of {name!r} is not made of whole numbers.")
    start, stop = place
    if prod(shape) * _TYPES[type_name].itemsize != stop - start:
        raise FormatError(
            f"{path} is damaged: {name!r} of shape {shape} does not fit its {stop - start} bytes."
        )
    return Tensor(type_name, tuple(shape), start, stop)


def _are_sizes(values: Any) -> bool:
    # type() and not isinstance(): JSON's true is an int to Python.
    return isinstance(values, list) and all(type(value) is int and 0 <= value < 2**63 for value in values)


CHUNK_BYTES = 4 * 2**20


def rows_per_chunk(shape: tuple[int, ...], itemsize: int) -> int:
    """How many rows make a chunk; at least one."""
    row_bytes = itemsize * int(np.prod(shape[1:], dtype=np.int64))
    return max(1, CHUNK_BYTES // max(1, row_bytes))


def chunks_of(array: Array, dtype: np.dtype[np.generic]) -> Iterator[Array]:
    """The rows of an array in order, in chunks that are contiguous and of the given type.

    Pages of a memory map are let go behind the reader.
    """
    step = rows_per_chunk(array.shape, array.itemsize)
    for start in range(0, len(array), step):
        part = array[start : start + step]
        with np.errstate(over="ignore"):  # too large for float32 is found as infinite by those who check
            yield np.ascontiguousarray(part, dtype=dtype)
        release_pages(part)


def write_tensors(
    path: str | Path,
    arrays: Mapping[str, tuple[Array, str]],
    metadata: Mapping[str, str],
    checks: Mapping[str, Check],
) -> None:
    """Write arrays, each as the number type named beside it; equal content gives equal bytes."""
    header = Header(metadata, lay_out(arrays))
    crcs = dict.fromkeys(arrays, "00000000")
    with whole_file(path) as temporary, temporary.open("wb") as file:
        file.write(_with_checksums(header, crcs).to_bytes())
        for name, tensor in header.tensors.items():
            crcs[name] = _write_array(file, arrays[name][0], tensor.dtype, checks.get(name), path)
        # Checksums have a fixed width, so the final header fits the place of the first.
        file.seek(0)
        file.write(_with_checksums(header, crcs).to_bytes())


@dataclass(frozen=True)
class TensorFile:
    """A file whose header was read; arrays are mapped when asked for."""

    path: Path
    header: Header

    @classmethod
    def open(cls, path: str | Path) -> TensorFile:
        """Read the header and check that the file is as long as it says."""
        return cls(Path(path), read_header(Path(path)))

    @property
    def metadata(self) -> Mapping[str, str]:
        """The texts that go with the arrays."""
        return self.header.metadata

    def array(self, name: str) -> Array:
        """An array as a read-only view of the file."""
        tensor = self.header.tensors[name]
        content = mapped_bytes(self.path)[self.header.data_start :]
        return content[tensor.start : tensor.stop].view(tensor.dtype).reshape(tensor.shape)

    def verify(self, checks: Mapping[str, Check]) -> None:
        """Read everything once and refuse what is not as it was written."""
        if self.metadata.get("header_crc32") != self.header.checksum():
            raise self._changed("header")
        try:
            promised = dict(json.loads(self.metadata["crc32"]))
        except (KeyError, ValueError, TypeError, RecursionError) as error:
            raise self._changed("list of checksums") from error
        with self.path.open("rb") as file:
            for name, tensor in self.header.tensors.items():
                file.seek(self.header.data_start + tensor.start)
                crc, complaint = self._read_through(file, tensor, checks.get(name))
                if promised.get(name) != crc:
                    raise self._changed(f"array {name!r}")
                if complaint:
                    raise FormatError(f"{self.path}: {complaint}; make the file again.")

    def _read_through(self, file: BinaryIO, tensor: Tensor, check: Check | None) -> tuple[str, str | None]:
        """Checksum and first complaint; read, not mapped, as a map read through counts as memory in use."""
        rows = tensor.shape[0] if tensor.stop > tensor.start else 0
        step = rows_per_chunk(tensor.shape, tensor.dtype.itemsize)
        buffer = np.empty((min(rows, step), *tensor.shape[1:]), tensor.dtype)
        crc, complaint = 0, None
        for row in range(0, rows, step):
            chunk = buffer[: rows - row]
            content = _bytes_of(chunk)
            if file.readinto(content) != len(content):  # type: ignore[attr-defined]
                raise FormatError(f"{self.path} became shorter while it was read.")
            crc = zlib.crc32(content, crc)
            if check and not complaint:
                complaint = check(chunk, row)
        return f"{crc:08x}", complaint

    def _changed(self, part: str) -> FormatError:
        return FormatError(
            f"{self.path} was changed or damaged after it was written: its {part} does not match its "
            "checksum; copy or make it again."
        )


def _with_checksums(header: Header, crcs: Mapping[str, str]) -> Header:
    checksums = {"crc32": json.dumps(dict(sorted(crcs.items()))), "header_crc32": header.checksum()}
    return Header({**header.metadata, **checksums}, header.tensors)


def _write_array(
    file: BinaryIO, array: Array, dtype: np.dtype[Any], check: Check | None, path: str | Path
) -> str:
    crc = row = 0
    with ThreadPoolExecutor(1) as helper:  # the checksum of a chunk is made while the chunk is written
        for chunk in chunks_of(array, dtype):
            content = _bytes_of(chunk)
            summing = helper.submit(zlib.crc32, content, crc)
            complaint = check(chunk, row) if check else None
            if complaint:
                raise InputError(f"{complaint}; {path} was not written.")
            file.write(content)
            crc = summing.result()
            row += len(chunk)
    return f"{crc:08x}"


def _bytes_of(chunk: Array) -> memoryview:
    return chunk.reshape(-1).view(np.uint8).data


def finite_data(data: Array, first: int) -> str | None:
    """Counts without NaN or infinity."""
    if np.isfinite(data).all():
        return None
    place = first + int(np.flatnonzero(~np.isfinite(data))[0])
    return f"entry {place} of the table is not a finite number"


def indices_below(width: int) -> Check:
    """Column numbers inside the table; others would be read outside their arrays."""

    def check(indices: Array, first: int) -> str | None:
        inside = not indices.size or (indices.min() >= 0 and indices.max() < width)
        return None if inside else f"the table has an entry outside its {width} columns"

    return check
