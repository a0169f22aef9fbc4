"""The IMDB reviews: films praised or blamed, read from one parquet file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from firth.errors import FormatError, MissingDataError
from firth.text.parquet import parquet_frame

if TYPE_CHECKING:
    import polars as pl

Part = Literal["train", "test", "unlabelled"]

COLUMNS = ("split", "label", "text")
LINE_BREAK = "<br />"
"""The only markup in the reviews; it becomes a space."""


@dataclass(frozen=True)
class Reviews:
    """Texts, and for each whether it praises the film; unlabelled ones have no labels."""

    texts: tuple[str, ...]
    praises: tuple[bool, ...]

    def __len__(self) -> int:
        """How many reviews there are."""
        return len(self.texts)


def read_imdb(path: str | Path) -> dict[Part, Reviews]:
    """Reviews to train on, to test on and without labels, each in the order of the file.

    The file has the columns split (train, test), label (pos, neg, unsup) and text.

    >>> import pathlib, tempfile
    >>> import polars as pl
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "imdb.parquet"
    >>> rows = {"split": ["train", "test"], "label": ["pos", "neg"], "text": ["Good.<br />Great!", "Bad."]}
    >>> pl.DataFrame(rows).write_parquet(path)
    >>> read_imdb(path)["train"]
    Reviews(texts=('Good. Great!',), praises=(True,))
    """
    frame = _frame(Path(path))
    found: dict[Part, Reviews] = {}
    for part, split, labels in (
        ("train", "train", ["pos", "neg"]),
        ("test", "test", ["pos", "neg"]),
        ("unlabelled", "train", ["unsup"]),
    ):
        own = frame.filter((frame["split"] == split) & frame["label"].is_in(labels))
        praises = () if part == "unlabelled" else tuple((own["label"] == "pos").to_list())
        found[part] = Reviews(tuple(own["text"].to_list()), praises)  # type: ignore[index]
    return found


def _frame(path: Path) -> pl.DataFrame:
    """The file, with every cell filled and every label known."""
    import polars as pl

    if not path.is_file():
        raise MissingDataError(f"there is no file {path}.")
    try:
        frame = parquet_frame(path.read_bytes(), str(path))
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror or error}.") from error
    lacking = [name for name in COLUMNS if name not in frame.columns]
    if lacking:
        raise FormatError(f"{path} has no column {lacking[0]!r}; it has {', '.join(frame.columns)}.")
    for name, allowed in (("split", ("train", "test")), ("label", ("pos", "neg", "unsup")), ("text", None)):
        _refuse_odd(path, frame[name], allowed)
    return frame.with_columns(pl.col("text").str.replace_all(LINE_BREAK, " ", literal=True))


def _refuse_odd(path: Path, column: pl.Series, allowed: tuple[str, ...] | None) -> None:
    import polars as pl

    if column.dtype != pl.String:
        raise FormatError(f"column {column.name!r} of {path} holds {column.dtype}, not text.")
    odd = column.is_null() if allowed is None else ~column.is_in(list(allowed)).fill_null(False)
    if odd.any():
        row = int(odd.arg_max() or 0)
        rule = "must not be empty" if allowed is None else f"must be one of {', '.join(allowed)}"
        raise FormatError(f"{path}, row {row + 1}: {column.name} is {column[row]!r}, but it {rule}.")
