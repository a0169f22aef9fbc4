"""Parquet files, read by a process of its own.

Polars does not refuse every damaged file: some make it panic, which prints lines of Rust, and a few end the
whole process. So another one reads, and when it is lost the file is refused in a sentence.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import polars as pl

from firth.errors import FirthError, FormatError, InputError
from firth.runtime.processes import LostProcessError, process_of
from firth.text.records import missing_column, utf8

_FIRST_ROWS = 256
"""Rows of the first batch of a file; how long they are says how many to take next."""

_GOOD, _REFUSED, _DAMAGED = b"+", b"-", b"!"
"""How an answer begins: what was asked for, what the file lacks, or what is wrong with it."""

_NUMBER_BYTES = 8


def parquet_records(
    path: Path, column: str, *, batch_bytes: int, advanced: Callable[[float], None]
) -> Iterator[bytes]:
    """Records in batches of about batch_bytes; advanced: is told the share of the rows read so far."""
    with process_of(partial(_answered, partial(_batch, path=str(path), column=column))) as ask:
        start, rows, height = 0, _FIRST_ROWS, 1
        while start < height:
            answer = _understood(ask, json.dumps([start, rows]).encode(), str(path))
            height, taken = (int.from_bytes(answer[at : at + _NUMBER_BYTES]) for at in (0, _NUMBER_BYTES))
            if not taken:
                return
            start += taken
            advanced(start / height)
            data = answer[2 * _NUMBER_BYTES :]
            rows = max(1, rows * batch_bytes // max(1, len(data)))
            yield data


def parquet_frame(data: bytes, name: str) -> pl.DataFrame:
    """The table in a file, given as its bytes; name: what messages call it."""
    with process_of(partial(_answered, _frame)) as ask:
        return pl.read_ipc(io.BytesIO(_understood(ask, data, name)))


def _understood(ask: Callable[[bytes], bytes], question: bytes, name: str) -> bytes:
    try:
        answer = ask(question)
    except LostProcessError:
        answer = _DAMAGED
    kind, said = answer[:1], answer[1:]
    if kind == _GOOD:
        return said
    if kind == _REFUSED:
        raise InputError(said.decode())
    raise FormatError(f"{name} could not be read as parquet: it is cut short, damaged or of another kind.")


def _answered(answer: Callable[[bytes], bytes], question: bytes) -> bytes:
    """An answer, or why there is none; this is what the other process does."""
    try:
        return _GOOD + answer(question)
    except FirthError as error:
        return _REFUSED + str(error).encode()
    except (pl.exceptions.PolarsError, OSError, ValueError):
        return _DAMAGED
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # of pyo3, which has no class to be imported
            raise
        return _DAMAGED


def _batch(question: bytes, *, path: str, column: str) -> bytes:
    """The number of rows, how many are in this batch, and their texts, a line each."""
    start, rows = json.loads(question)
    schema = pl.read_parquet_schema(path)
    if column not in schema:
        raise missing_column(column, list(schema), path)
    if schema[column] not in (pl.String, pl.Categorical, pl.Enum):
        raise InputError(f"column {column!r} of {path} is not text but {schema[column]}.")
    height = pl.scan_parquet(path).select(pl.len()).collect().item()
    texts = pl.scan_parquet(path).select(pl.col(column).cast(pl.String).fill_null(""))
    batch = texts.slice(start, rows).collect().to_series()
    data = b""
    if len(batch):
        data = utf8(batch.str.replace_all("\n", " ", literal=True).str.join("\n").item()) + b"\n"
    return b"".join(number.to_bytes(_NUMBER_BYTES) for number in (height, len(batch))) + data


def _frame(data: bytes) -> bytes:
    packed = io.BytesIO()
    frame = pl.read_parquet(io.BytesIO(data))
    # Whole numbers of 128 bits and decimals become what such numbers in text are; numpy has neither.
    wide = [
        name for name, kind in frame.schema.items() if str(kind).startswith(("Int128", "UInt128", "Decimal"))
    ]
    frame.with_columns(pl.col(wide).cast(pl.Float64)).write_ipc(packed)
    return packed.getvalue()
