"""The folder that holds the data sets."""

from __future__ import annotations

import os
from pathlib import Path

from firth.errors import MissingDataError

VARIABLE = "FIRTH_DATA"
"""The environment variable that names the folder."""


def data_folder(data: str | Path | None = None) -> Path:
    """The folder given, or the one that $FIRTH_DATA names.

    >>> data_folder("/")
    PosixPath('/')
    """
    named = os.environ.get(VARIABLE, "") if data is None else str(data)
    if not named:
        raise MissingDataError(
            f"{VARIABLE} is not set; set it to a folder with wordsim/ and analogies/ "
            "(get them from https://github.com/mfaruqui/eval-word-vectors and "
            "https://github.com/tmikolov/word2vec) or name the folder with --data."
        )
    folder = Path(named).expanduser()
    if not folder.is_dir():
        source = f"{VARIABLE} names {named}, which" if data is None else f"the data folder {named}"
        raise MissingDataError(f"{source} is not a folder; name one with wordsim/ and analogies/ in it.")
    return folder
