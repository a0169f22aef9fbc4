"""Records: the text column of jsonl, csv, tsv and parquet files, each record on one line."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import polars as pl

from firth.errors import FormatError, InputError

LONGEST_RECORD = 1 << 28
"""Bytes of one record; anything longer is more likely a missing line end or quote."""

_FIRST_ROWS = 256
"""Rows of the first batch of a parquet file; how long they are says how many to take next."""


def utf8(text: str) -> bytes:
    """The bytes of a text; lone surrogates become bytes that are not UTF-8, and so are counted as such."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        pass
    try:
        return text.encode(errors="surrogateescape")  # the very bytes that could not be decoded
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")


def one_line(text: str) -> bytes:
    """A record as one line: its own line ends become spaces."""
    return utf8(text).replace(b"\n", b" ") + b"\n"


def jsonl_records(stream: IO[bytes], column: str, name: str) -> Iterator[bytes]:
    """The column of each line, an object of JSON; null is an empty text."""
    number = 0
    while line := stream.readline(LONGEST_RECORD + 1):
        number += 1
        if len(line) > LONGEST_RECORD:
            raise FormatError(f"line {number} of {name} is longer than {LONGEST_RECORD:,} bytes.")
        if line := (line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line).strip():
            yield one_line(_json_text(line, column, f"line {number} of {name}"))


def _json_text(line: bytes, column: str, where: str) -> str:
    try:
        record: Any = json.loads(line.decode(errors="surrogateescape"))
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{where} is not JSON ({error}).") from error
    if not isinstance(record, dict):
        raise FormatError(
            f"{where} is not a JSON object but a {type(record).__name__}; write one object a line."
        )
    if column not in record:
        raise _missing_column(column, list(record), where)
    text = record[column]
    if text is not None and not isinstance(text, str):
        raise FormatError(f"column {column!r} in {where} is not text but a {type(text).__name__}.")
    return text or ""


def csv_records(stream: IO[bytes], column: str, name: str, *, quoting: bool) -> Iterator[bytes]:
    """The column of each row under a header; quoting: comma-separated with quotes, otherwise tabs without."""
    lines = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape", newline="")
    rows = (
        csv.reader(lines, strict=True) if quoting else csv.reader(lines, "excel-tab", quoting=csv.QUOTE_NONE)
    )
    usual_limit = csv.field_size_limit(LONGEST_RECORD)  # the usual one is 128 kB, less than a long article
    try:
        header = next(rows, [])
        if column not in header:
            raise _missing_column(column, header, f"the header of {name}")
        place = header.index(column)
        for row in rows:
            if len(row) > place:
                yield one_line(row[place])
            elif row:
                raise FormatError(
                    f"line {rows.line_num} of {name} has {len(row)} fields and the header {len(header)}."
                )
    except csv.Error as error:
        raise FormatError(f"line {rows.line_num} of {name} is not a row of the table ({error}).") from error
    finally:
        csv.field_size_limit(usual_limit)
        lines.detach()


def parquet_records(
    path: Path, column: str, *, batch_bytes: int, advanced: Callable[[float], None]
) -> Iterator[bytes]:
    """Records in batches of about batch_bytes; advanced: is told the share of the rows read so far."""
    try:
        schema = pl.read_parquet_schema(path)
        if column not in schema:
            raise _missing_column(column, list(schema), str(path))
        if schema[column] not in (pl.String, pl.Categorical, pl.Enum):
            raise InputError(f"column {column!r} of {path} is not text but {schema[column]}.")
        texts = pl.scan_parquet(path).select(pl.col(column).cast(pl.String).fill_null(""))
        height = pl.scan_parquet(path).select(pl.len()).collect().item()
        start, rows = 0, _FIRST_ROWS
        while start < height:
            batch = texts.slice(start, rows).collect().to_series()
            joined = batch.str.replace_all("\n", " ", literal=True).str.join("\n").item()
            start += len(batch)
            advanced(start / height)
            data = utf8(joined)
            rows = max(1, rows * batch_bytes // max(1, len(data)))
            yield data + b"\n"
    except pl.exceptions.PolarsError as error:
        raise FormatError(f"{path} cannot be read as parquet ({str(error).splitlines()[0]}).") from error


def _missing_column(column: str, columns: Sequence[str], where: str) -> InputError:
    there = ", ".join(map(repr, columns[:20])) or "none"
    return InputError(
        f"there is no column {column!r} in {where}; its columns are {there}. Name one of them with column "
        "(--column)."
    )
