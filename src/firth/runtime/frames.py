"""Tables of polars in files, with the system's own words for what goes wrong."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import IO, Any

_NUMBER = re.compile(r"\(os error (\d+)\)")


def write_csv_or_parquet(frame: Any, file: Path | IO[bytes], suffix: str) -> None:
    """Write a polars frame as its suffix says; what the system refuses, as a full disk, is an OSError."""
    from polars.exceptions import PolarsError

    try:
        frame.write_csv(file) if suffix == ".csv" else frame.write_parquet(file)
    except (PolarsError, OSError) as error:  # polars puts the number into words
        if (found := _NUMBER.search(str(error))) is None:
            raise
        number = int(found[1])
        raise OSError(number, os.strerror(number)) from error
