"""Tables in files: .csv, .tsv and .parquet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from firth.errors import FormatError, InputError

if TYPE_CHECKING:
    import polars as pl

_SEPARATORS = {".tsv": "\t", ".tab": "\t"}


def read_table(path: str | Path, *, separator: str | None = None) -> pl.DataFrame:
    """Read a table whose first line names the columns.

    Parameters
    ----------
    path : str or Path
        A .csv, .tsv or .parquet file.
    separator : str, optional
        What stands between the cells; by default a comma, or a tab in .tsv files.

    Returns
    -------
    polars.DataFrame
        The table.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "eyes.csv"
    >>> _ = path.write_text("eyes,fair,dark\\nblue,326,110\\nbrown,98,681\\n")
    >>> read_table(path).shape
    (2, 3)
    """
    import polars as pl

    path = Path(path)
    if not path.is_file():
        raise InputError(f"there is no file {path}.")
    try:
        if path.suffix == ".parquet":
            return pl.read_parquet(path)
        chosen = separator or _SEPARATORS.get(path.suffix.lower(), ",")
        frame = pl.read_csv(path, separator=chosen, infer_schema_length=None)
    except (pl.exceptions.PolarsError, OSError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise FormatError(f"{path} could not be read as a table: {reason}.") from error
    if frame.width < 2:
        raise FormatError(
            f"{path} has only one column when it is cut at {chosen!r}; name the separator, such as "
            "--separator ';'."
        )
    if frame.height == 0:
        raise FormatError(f"{path} has names of columns but no rows.")
    return frame


def fisher_eyes_and_hair() -> pl.DataFrame:
    """The table of 5,387 schoolchildren in Caithness by the colors of their eyes and hair [Fisher1940].

    Returns
    -------
    polars.DataFrame
        Four colors of eyes by five of hair, with the names of the rows in the column "eyes".

    Examples
    --------
    >>> fisher_eyes_and_hair().shape
    (4, 6)
    """
    import polars as pl

    return pl.DataFrame(
        {
            "eyes": ["blue", "light", "medium", "dark"],
            "fair": [326, 688, 343, 98],
            "red": [38, 116, 84, 48],
            "medium": [241, 584, 909, 403],
            "dark": [110, 188, 412, 681],
            "black": [3, 4, 26, 85],
        }
    )
