"""Files in tar archives, read as streams; an archive that is cut or damaged is refused in a sentence."""

from __future__ import annotations

import lzma
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from firth.errors import FormatError, MissingDataError

_DAMAGE = (tarfile.TarError, lzma.LZMAError, zlib.error, EOFError, TypeError, ValueError, OverflowError)
"""What tarfile raises of its own accord, and what slips out of it where a header is cut."""


def files_in_archive(path: str | Path, *suffixes: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file whose name ends in one of the suffixes, one in memory at a time."""
    try:
        archive = tarfile.open(path, "r|*")  # noqa: SIM115  # closed below, where errors are told apart
    except FileNotFoundError as error:
        raise MissingDataError(f"there is no file {path}.") from error
    except _DAMAGE as error:
        raise _damaged(path, error) from error
    except OSError as error:
        raise _unreadable(path, error) from error
    with archive:
        while (found := _next_file(archive, path, suffixes)) is not None:
            yield found


def _next_file(
    archive: tarfile.TarFile, path: str | Path, suffixes: tuple[str, ...]
) -> tuple[str, bytes] | None:
    try:
        while (member := archive.next()) is not None:
            if member.isfile() and member.name.endswith(suffixes):
                content = archive.extractfile(member)
                if content is not None:
                    return member.name, content.read()
    except _DAMAGE as error:
        raise _damaged(path, error) from error
    except OSError as error:
        raise _unreadable(path, error) from error
    return None


def _damaged(path: str | Path, error: Exception) -> FormatError:
    return FormatError(f"{path} is not a whole tar archive: {error}.")


def _unreadable(path: str | Path, error: OSError) -> FormatError:
    return FormatError(f"{path} cannot be read: {error.strerror or error}.")
