"""Small text files line by line, with one clear sentence where a file cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firth.errors import FormatError, MissingDataError


def numbered_lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """The number, from 1, and the text of each line that is not empty, without white space around it."""
    try:
        content = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"{path} is not UTF-8 text (byte {error.start}); save it as UTF-8.") from error
    except FileNotFoundError as error:
        raise MissingDataError(f"there is no file {path}.") from error
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror}.") from error
    for number, line in enumerate(content.split("\n"), start=1):
        if text := line.strip():
            yield number, text
