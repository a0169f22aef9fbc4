"""Output files: paths are refused before long work rather than after it, and files appear when whole."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, TextIO

import typer

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


def check_folder(
    folder: Path,
    *names: str,
    about: Mapping[str, Any] | None = None,
    left_out: Sequence[str] = (),
    force: bool = False,
) -> None:
    """Refuse a folder that cannot be made or written to, or that has files that only --force replaces.

    names: of the files that may be written, as patterns such as words*.png. about: what the manifest will
    say; the results of another command or of another file are only replaced by force. left_out: patterns of
    the pictures and pages that this run does not make, which would be gone if an earlier run did.
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
        manifest = _manifest(folder, force=False)
        earlier = _files_of(manifest)
        strangers = sorted(path for name in names for path in folder.glob(name) if path.name not in earlier)
        if strangers:
            raise _stranger(strangers[0])
        if manifest is not None and about is not None:
            _refuse_other_results(folder, manifest, about)
            gone = sorted(name for name in earlier if any(fnmatch(name, pattern) for pattern in left_out))
            if gone:
                raise OutputError(
                    f"{folder} has {_some(gone)} of an earlier run, which this one does not make and would "
                    "remove; ask for them again, name another folder with -o, or replace all with --force."
                )


def result_of(command: str, source: Path | None, folder: Path | None) -> dict[str, Any]:
    """What tells the results in a folder from others: the command and the file that it read.

    The file is named as seen from the folder, so that both may be moved together.
    """
    if source is None or folder is None:
        return {"command": command, "file": None}
    try:
        place = os.path.relpath(os.path.realpath(source), os.path.realpath(folder))
    except ValueError:  # another drive
        place = os.path.realpath(source)
    return {"command": command, "file": Path(place).as_posix()}


def write_results(
    folder: Path,
    files: Iterable[tuple[str, Callable[[Path], object]]],
    about: Mapping[str, Any],
    *,
    force: bool = False,
    tell: Callable[[str], object] = typer.echo,
) -> None:
    """Write files that appear in a folder together, with a manifest, and tell where they are.

    What an earlier run wrote there is removed, as `whole_folder` does it, and told. A file that is there and
    that no run wrote is refused rather than replaced, unless by force, and so are results of something else.

    files: names with what writes a whole file of that path. about: what the manifest says beside their names,
    as `result_of` begins it.
    """
    from firth.runtime.atomic import reason_of
    from firth.runtime.file_sets import whole_folder

    check_folder(folder, about=about, force=force)
    earlier = _files_of(_manifest(folder, force=force))
    there = {name for name in earlier if (folder / name).exists()}
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
    if there:
        gone = sorted(there.difference(written))
        removed = f"; removed {', '.join(gone)}" if gone else ""
        tell(f"replaced  {_files_counted(len(there) - len(gone))} of an earlier run in {folder}{removed}")
    for name in written:
        tell(f"saved     {folder / name}")


def _refuse_other_results(folder: Path, manifest: Mapping[str, Any], about: Mapping[str, Any]) -> None:
    """Only the same command on the same file replaces results without being asked."""
    if manifest.get("command") != about["command"]:
        was = f"firth {manifest.get('command')}"
    elif "file" in about and manifest.get("file") != about["file"]:
        was = f"firth {about['command']} of {manifest.get('file') or 'another table'}"
    else:
        return
    raise OutputError(
        f"{folder} holds the results of {was}; name another folder with -o, or replace them with --force."
    )


def _files_counted(count: int) -> str:
    return f"{count:,} file{'' if count == 1 else 's'}"


def _some(names: Sequence[str]) -> str:
    more = len(names) - 3
    return ", ".join(names[:3]) + (f" and {more} more" if more > 0 else "")


def _stranger(path: Path) -> OutputError:
    return OutputError(
        f"{path} is there already and was not written by firth; name another folder with -o, or replace it "
        "with --force."
    )


def _write_manifest(folder: Path, content: Mapping[str, Any]) -> None:
    with text_file(folder / MANIFEST) as file:
        json.dump({"made_by": _MAKER, **content}, file, ensure_ascii=False, indent=1, allow_nan=False)
        file.write("\n")


def _manifest(folder: Path, *, force: bool) -> dict[str, Any] | None:
    """What an earlier run said of the folder; None if there was none."""
    path = folder / MANIFEST
    if not path.exists():
        return None
    try:
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if manifest["made_by"] == _MAKER and all(isinstance(name, str) for name in manifest["files"]):
            return manifest
    except (OSError, ValueError, KeyError, TypeError):
        pass
    if force:
        return None
    raise _stranger(path)


def _files_of(manifest: Mapping[str, Any] | None) -> set[str]:
    """The names of the files in the folder that an earlier run wrote."""
    names = [] if manifest is None else manifest["files"]
    return {name for name in names if Path(name).name == name and name != MANIFEST}


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
