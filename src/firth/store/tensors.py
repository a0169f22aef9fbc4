"""Writing and reading files of named arrays, with a checksum for each."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from firth.errors import FormatError, InputError
from firth.runtime.arrays import Array
from firth.runtime.atomic import whole_file
from firth.store.checks import Check
from firth.store.chunks import chunks_of, rows_per_chunk
from firth.store.layout import Header, Tensor, lay_out, read_header


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
        content = np.memmap(self.path, dtype=np.uint8, mode="r")[self.header.data_start :]
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
