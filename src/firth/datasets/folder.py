"""The folder that holds the data sets."""

from __future__ import annotations

import os
from pathlib import Path

from firth.errors import MissingDataError

VARIABLE = "FIRTH_DATA"
"""The environment variable that names the folder."""


def data_folder(data: str | Path | None = None, *, wanted: str, origin: str) -> Path:
    """The folder given, or the one that $FIRTH_DATA names.

    wanted: what is looked for in it, and origin, where that is to be had; both are told if it is not there.

    >>> data_folder("/", wanted="wordsim/EN-MC-30.txt", origin="its authors")
    PosixPath('/')
    """
    named = os.environ.get(VARIABLE, "") if data is None else str(data)
    if not named:
        raise MissingDataError(
            f"{VARIABLE} is not set; set it, or --data, to a folder that holds {wanted}, which is to be had "
            f"from {origin}."
        )
    folder = Path(named).expanduser()
    if not folder.is_dir():
        source = f"{VARIABLE} names {named}, which" if data is None else f"the data folder {named}"
        raise MissingDataError(f"{source} is not a folder; name one that holds {wanted}.")
    return folder
