"""Records: the text column of jsonl, csv and tsv files, each record on one line."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import IO, Any

from firth.errors import FormatError, InputError

LONGEST_RECORD = 1 << 28
"""Bytes of one record; anything longer is more likely a missing line end or quote."""


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
        raise missing_column(column, list(record), where)
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
            raise missing_column(column, header, f"the header of {name}")
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


def missing_column(column: str, columns: Sequence[str], where: str) -> InputError:
    """What to say of a column that a table does not have."""
    there = ", ".join(map(repr, columns[:20])) or "none"
    return InputError(
        f"there is no column {column!r} in {where}; its columns are {there}. "
        "Name one of them with column=NAME."
    )
