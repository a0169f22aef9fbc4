"""Documents with or without labels: a table, lines in one or two files, or a folder."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firth.datasets.column_names import column_names
from firth.datasets.delimited import text_cells
from firth.datasets.encodings import as_utf8
from firth.errors import FormatError, InputError
from firth.text.other_kinds import refuse_other_kinds
from firth.text.parquet import parquet_frame
from firth.text.sources import Source, find_sources
from firth.text.unpack import content_of

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class LabeledDocuments:
    """Documents, each with a label.

    Attributes
    ----------
    texts : tuple of str
        The documents.
    labels : tuple
        A label for each: text or a number, as it stands in the file.
    """

    texts: tuple[str, ...]
    labels: tuple[Any, ...]

    def __len__(self) -> int:
        """How many documents there are."""
        return len(self.texts)


def read_labeled(
    path: str | Path, label_file: str | Path | None = None, *, column: str = "text", label: str = "label"
) -> LabeledDocuments:
    """Read documents with labels.

    Parameters
    ----------
    path : str or Path
        A table (.csv, .tsv, .jsonl, .parquet); a text with a document on each line; or a folder, in which
        each file is a document whose label is the name of the folder it is in. Files may be compressed
        (.gz .bz2 .xz .zst).
    label_file : str or Path, optional
        For documents on lines: a file with a label on each line.
    column : str, default "text"
        In tables: the column with the texts.
    label : str, default "label"
        In tables: the column with the labels.

    Returns
    -------
    LabeledDocuments
        The texts and their labels.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "drinks.csv"
    >>> _ = path.write_text("text,label\\n\\"tea, with milk\\",warm\\nice,cold\\n")
    >>> read_labeled(path)
    LabeledDocuments(texts=('tea, with milk', 'ice'), labels=('warm', 'cold'))
    """
    if Path(path).is_dir():
        if label_file is not None:
            raise InputError(f"the labels of {path} are the names of its folders; leave out {label_file}.")
        return _below(Path(path))
    source = _source(path)
    if source.form == "text":
        if label_file is None:
            raise InputError(
                f"{path} has a document on each line and no labels; name a file with a label on each line "
                "too, or give a table (.csv .tsv .jsonl .parquet)."
            )
        texts, labels = _lines(source), _lines(_source(label_file))
        if len(texts) != len(labels):
            raise InputError(
                f"{path} has {len(texts):,} lines and {label_file} {len(labels):,}; they must match."
            )
        return LabeledDocuments(
            tuple(texts), _without_gaps([line.strip() for line in labels], "line", label_file)
        )
    if label_file is not None:
        raise InputError(f"{path} is a table with a column of labels; leave out the file {label_file}.")
    frame = _frame(source, column)
    columns = _column(frame, column, path), _column(frame, label, path, argument="label")
    return LabeledDocuments(_texts(columns[0], path), _without_gaps(columns[1].to_list(), "row", path))


def read_documents(path: str | Path, *, column: str = "text") -> tuple[str, ...]:
    """Read documents without labels.

    Parameters
    ----------
    path : str or Path
        A table (.csv, .tsv, .jsonl, .parquet), a text with a document on each line, or a folder of texts.
        Files may be compressed (.gz .bz2 .xz .zst).
    column : str, default "text"
        In tables: the column with the texts.

    Returns
    -------
    tuple of str
        The documents, empty ones too.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "drinks.txt"
    >>> _ = path.write_text("tea with milk\\n\\nice\\n")
    >>> read_documents(path)
    ('tea with milk', '', 'ice')
    """
    if Path(path).is_dir():
        return tuple(_content(source) for source in find_sources(path) if source.form == "text")
    source = _source(path)
    if source.form == "text":
        return tuple(_lines(source))
    return _texts(_column(_frame(source, column), column, path), path)


def _below(folder: Path) -> LabeledDocuments:
    """A document for each file, in the order of paths."""
    sources = [source for source in find_sources(folder) if source.form == "text" and source.path]
    found = [(_content(source), source.path.parent.name) for source in sources if source.path]
    if not found:
        raise InputError(f"there are no texts (.txt) below {folder}.")
    if any(source.path.parent == folder for source in sources if source.path):
        raise InputError(f"{folder} has texts that are in no folder of their class; put each into one.")
    texts, labels = zip(*found, strict=True)
    return LabeledDocuments(texts, labels)


def _source(path: str | Path) -> Source:
    found = find_sources(path)
    if len(found) != 1:
        raise InputError(f"{path} stands for {len(found):,} files; give one.")
    return found[0]


def _content(source: Source) -> str:
    data = content_of(source, refuse_other_kinds)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"{source.name} is not UTF-8 text (byte {error.start}); save it as UTF-8."
        ) from error


def _lines(source: Source) -> list[str]:
    lines = _content(source).split("\n")
    if not lines[-1]:
        lines.pop()  # what comes after the last line end is no line
    if not lines:
        raise FormatError(f"{source.name} is empty.")
    return [line.removesuffix("\r") for line in lines]


def _frame(source: Source, column: str) -> pl.DataFrame:
    data = content_of(source)
    if source.form == "parquet":
        frame = parquet_frame(data, source.name)
    elif source.form == "jsonl":
        frame = _jsonl(data, source.name)
    else:
        frame = _delimited(data, source, column)
    if frame.height == 0:
        raise FormatError(f"{source.name} has no rows.")
    return frame


def _jsonl(data: bytes, name: str) -> pl.DataFrame:
    import polars as pl

    try:
        return pl.read_ndjson(data, infer_schema_length=None)
    except (pl.exceptions.PolarsError, ValueError) as error:
        for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
            try:
                good = not line.strip() or isinstance(json.loads(line), dict)
            except ValueError:
                good = False
            if not good:
                raise FormatError(f"line {number} of {name} is no JSON object; write one a line.") from error
        raise FormatError(
            f"{name} could not be read as JSON lines; give each object the same columns, of one kind each."
        ) from error


def _delimited(data: bytes, source: Source, column: str) -> pl.DataFrame:
    """Text with commas or tabs as most files have it; any other as tables are read."""
    import polars as pl

    encoded = as_utf8(data, source.name)
    if not encoded.content.strip():
        raise FormatError(f"{source.name} is empty.")
    quote, separator = ('"', ",") if source.form == "csv" else (None, "\t")
    frame = None
    try:
        frame = pl.read_csv(encoded.content, separator=separator, quote_char=quote, infer_schema=False)
    except (pl.exceptions.PolarsError, OSError) as error:
        if source.form != "csv":
            raise FormatError(
                f"{source.name} could not be read as a table: a line has more cells than the first, or none."
            ) from error
    if frame is not None and (source.form != "csv" or column in frame.columns):
        return frame
    try:
        cells = text_cells(encoded, source.name)
    except FormatError:
        if frame is not None:  # one column, whose name is not the one sought
            return frame
        raise
    names = column_names(cells.first, cells.layout.width, source.name)
    return cells.frame.rename(dict(zip(cells.frame.columns, names, strict=True)))


def _column(frame: pl.DataFrame, name: str, path: str | Path, *, argument: str = "column") -> pl.Series:
    if name not in frame.columns:
        there = ", ".join(map(repr, frame.columns[:20]))
        raise InputError(
            f"there is no column {name!r} in {path}; its columns are {there}. "
            f"Name one of them with {argument}=NAME."
        )
    return frame[name]


def _texts(column: pl.Series, path: str | Path) -> tuple[str, ...]:
    import polars as pl

    if column.dtype not in (pl.String, pl.Categorical, pl.Enum):
        raise InputError(f"column {column.name!r} of {path} is not text but {column.dtype}.")
    return tuple(column.cast(pl.String).fill_null("").to_list())


def _without_gaps(labels: list[Any], unit: str, path: str | Path) -> tuple[Any, ...]:
    """Labels, none of which is missing. unit: where in the file a label stands, a row or a line."""
    for number, label in enumerate(labels, start=1):
        if label is None or (isinstance(label, str) and not label.strip()):
            raise InputError(
                f"{unit} {number} of {path} has no label; give it one, or leave the document out."
            )
    return tuple(labels)
