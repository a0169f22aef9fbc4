"""Output files: paths are refused before long work rather than after it, and files appear when whole."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from firth.errors import OutputError


def check_vectors_path(path: Path, *, force: bool) -> None:
    """Refuse a path that vectors could not be written to."""
    from firth.store.formats import SUFFIXES

    check_path(path, list(SUFFIXES), "vectors", force=force)


def check_counts_path(path: Path, *, force: bool) -> None:
    """Refuse a path that counts could not be written to."""
    check_path(path, [".safetensors"], "counts", force=force)


def check_path(path: Path, suffixes: Sequence[str], what: str, *, force: bool) -> None:
    """Refuse a file as `check_file` does, or one whose suffix is not one of those that such things go to."""
    check_file(path, force=force)
    if path.suffix.lower() not in suffixes:
        *most, last = suffixes
        listed = f"{', '.join(most)} or {last}" if most else last
        raise OutputError(f"{path} could not be written: {what} go to files ending in {listed}.")


def check_file(path: Path, *, force: bool) -> None:
    """Refuse a path that cannot be written, and one where a file is, which only --force replaces."""
    from firth.runtime.atomic import refuse_unwritable

    refuse_unwritable(path)
    if path.is_file() and not force:
        raise OutputError(f"{path} is there already; name another file, or replace it with --force.")


@contextmanager
def text_file(path: Path) -> Iterator[TextIO]:
    """Open a text file that appears when it is whole."""
    from firth.runtime.atomic import whole_file

    with whole_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        yield file


MANIFEST = "analysis.json"
"""What a folder of results holds, so that the next run can tell its files from those of others."""

_MAKER = "firth"


def check_folder(folder: Path, *names: str, force: bool = False) -> None:
    """Refuse a folder that cannot be made or written to, or that has files that only --force replaces.

    names: of the files that may be written, as patterns such as words*.png; those that an earlier run wrote
    are replaced without being asked.
    """
    try:
        there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    except (OSError, ValueError) as error:  # a name too long, a NUL in a name
        raise OutputError(f"{str(folder)!r} cannot be the name of a folder.") from error
    if not there.is_dir():
        raise OutputError(f"{there} is a file, and -o names a folder; give another name.")
    if not os.access(there, os.W_OK | os.X_OK):
        raise OutputError(f"{folder} could not be written: no permission to write to {there}.")
    if there == folder and not force:
        earlier = _earlier_files(folder, force=False)
        strangers = sorted(path for name in names for path in folder.glob(name) if path.name not in earlier)
        if strangers:
            raise _stranger(strangers[0])


def write_results(
    folder: Path,
    files: Iterable[tuple[str, Callable[[Path], object]]],
    about: Mapping[str, Any],
    *,
    force: bool = False,
) -> list[Path]:
    """Write files that appear in a folder together, with a manifest, and return where they are.

    What an earlier run wrote there is removed, as `whole_folder` does it. A file that is there and that no
    run wrote is refused rather than replaced, unless by force.

    files: names with what writes a whole file of that path. about: what the manifest says beside their names.
    """
    from firth.runtime.atomic import reason_of
    from firth.runtime.file_sets import whole_folder

    check_folder(folder, force=force)
    earlier = _earlier_files(folder, force=force)
    written: list[str] = []

    def tell_of_both() -> None:
        """So that the next run knows the files of this one, if it is killed, as well as those before."""
        known = [*written, *sorted(earlier.difference(written))]
        _write_manifest(folder, {**about, "finished": False, "files": known})

    try:
        with whole_folder(folder, {*earlier, MANIFEST}, last=MANIFEST, before_moving=tell_of_both) as hidden:
            for name, write in files:
                if not force and name not in earlier and (folder / name).exists():
                    raise _stranger(folder / name)
                write(hidden / name)
                written.append(name)
            _write_manifest(hidden, {**about, "finished": True, "files": written})
    except OSError as error:
        raise OutputError(f"{folder} could not be written: {reason_of(error)}.") from error
    return [folder / name for name in written]


def _stranger(path: Path) -> OutputError:
    return OutputError(
        f"{path} is there already and was not written by firth; name another folder with -o, or replace it "
        "with --force."
    )


def _write_manifest(folder: Path, content: Mapping[str, Any]) -> None:
    with text_file(folder / MANIFEST) as file:
        json.dump({"made_by": _MAKER, **content}, file, ensure_ascii=False, indent=1, allow_nan=False)
        file.write("\n")


def _earlier_files(folder: Path, *, force: bool) -> set[str]:
    """The names of files in the folder that an earlier run wrote."""
    path = folder / MANIFEST
    if not path.exists():
        return set()
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        if manifest["made_by"] == _MAKER:
            return {name for name in manifest["files"] if Path(name).name == name and name != MANIFEST}
    except (OSError, ValueError, KeyError, TypeError):
        pass
    if force:
        return set()
    raise _stranger(path)


def write_frame(frame: Any, path: Path, *, plain_cells: bool = False) -> None:
    """Write a polars frame as a whole file, .csv or .parquet.

    plain_cells: whether text in .csv stays as it is that spreadsheets take for formulas.
    """
    from firth.runtime.atomic import whole_file
    from firth.runtime.frames import write_csv_or_parquet
    from firth.store.spreadsheet_cells import with_text_cells

    if path.suffix == ".csv" and not plain_cells:
        frame = with_text_cells(frame)
    with whole_file(path) as temporary:
        write_csv_or_parquet(frame, temporary, path.suffix)


def write_text(text: str, path: Path) -> None:
    """Write text as a whole file."""
    with text_file(path) as file:
        file.write(text)
