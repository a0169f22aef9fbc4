"""Sources: which files a path, a pattern, a folder or "-" stands for."""

from __future__ import annotations

import glob
import os
import stat
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from errno import ENAMETOOLONG
from pathlib import Path
from typing import Any, Literal

from firth.errors import FormatError, InputError

Form = Literal["text", "jsonl", "csv", "tsv", "parquet"]

FORMS: dict[str, Form] = {
    ".txt": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
}
MARKUP_FORMS = {
    ".html": "html", ".htm": "html", ".xhtml": "html", ".md": "markdown", ".markdown": "markdown",
    ".xml": "xml", ".tei": "xml", ".tex": "latex", ".latex": "latex", ".srt": "subtitles",
    ".vtt": "subtitles",
}  # fmt: skip
"""Files that hold text with marks of another format, which is to be cleaned first."""
PACKINGS = (".gz", ".bz2", ".xz", ".zst")
_ARCHIVES = (".tar", ".tgz", ".zip", ".7z")


@dataclass(frozen=True)
class Source:
    """One thing to read: where it is, what it holds, how it is packed ("" for not) and its size in bytes.

    path: None for standard input. changed: when it last was, in nanoseconds; -1 for what is no file, such as
    a pipe.
    """

    path: Path | None
    form: Form = "text"
    packing: str = ""
    size: int = 0
    changed: int = -1

    @property
    def name(self) -> str:
        """What messages call it."""
        return "standard input" if self.path is None else str(self.path)


def find_sources(sources: str | Path | Iterable[str | Path], *, markup: str = "") -> list[Source]:
    """The files behind paths, patterns and folders, in the order given and sorted within each.

    A folder stands for every file below it with a known suffix; "-" is standard input.

    markup: the format whose suffixes are looked for below folders, such as html, in the place of plain text.
    """
    given = [sources] if isinstance(sources, str | Path) else list(sources)
    suffixes = [suffix for suffix, form in MARKUP_FORMS.items() if form == markup] or list(FORMS)
    found = [source for each in given for source in _behind(each, suffixes)]
    if not found:
        raise InputError('no source was given; name a file, a folder, a pattern such as "data/*.txt" or "-".')
    return found


def refuse_changed(source: Source) -> None:
    """Raise if a file that was read is not the one that was found before, or was written to meanwhile."""
    if source.path is None or source.changed < 0:
        return
    way_out = "the text was read in part as it was before; run the command again when it is at rest"
    try:
        status = source.path.stat()
    except OSError as error:
        raise InputError(f"{source.name} was removed while it was read; {way_out}.") from error
    if status.st_size != source.size:
        raise InputError(
            f"{source.name} had {source.size:,} bytes and has {status.st_size:,} now that it was read; "
            f"{way_out}."
        )
    if status.st_mtime_ns != source.changed:
        raise InputError(f"{source.name} was written to while it was read; {way_out}.")


def sources_as_plain(sources: Iterable[Source]) -> list[dict[str, Any]]:
    """What tells sources from others: the name, size and time of change of each; not where they are.

    Standard input and pipes cannot be read twice, and are refused.
    """
    found = []
    for source in sources:
        if source.path is None or source.changed < 0:
            raise InputError(
                f"{source.name} cannot be read again; write it to a file, or do without --resume."
            )
        found.append({"name": source.path.name, "bytes": source.size, "changed": source.changed})
    return found


def _behind(given: str | Path, suffixes: Collection[str]) -> list[Source]:
    if str(given) == "-":
        return [Source(None)]
    if given == "":  # which Path takes for the folder we are in
        raise InputError('a source is "", an empty name; write "." for the current folder.')
    path = Path(given)
    try:
        if path.is_dir():
            return _below(path, suffixes)
        if path.exists():
            return [_source(path)]
        if glob.has_magic(str(given)):
            return _matching(str(given))
    except PermissionError as error:
        raise InputError(f"{error.filename or path} may not be read: permission denied.") from error
    except OSError as error:
        if error.errno != ENAMETOOLONG:
            raise
    raise InputError(f"there is no file {str(given)!r:.100}; check the spelling or give the full path.")


def _below(folder: Path, suffixes: Collection[str]) -> list[Source]:
    # os.walk with an error handler: a folder that may not be listed must not pass for an empty one.
    walk = os.walk(folder, onerror=_raise)
    paths = sorted(Path(parent, name) for parent, _, names in walk for name in names)
    found = [_source(path) for path in paths if _is_known(path, suffixes) and path.is_file()]
    if not found:
        raise InputError(_nothing_below(folder, paths, suffixes))
    return found


def _nothing_below(folder: Path, paths: Sequence[Path], suffixes: Collection[str]) -> str:
    forms = Counter(MARKUP_FORMS.get(_unwrapped(path)[0], "") for path in paths)
    del forms[""]
    if suffixes == list(FORMS) and forms:
        form, count = forms.most_common(1)[0]
        return (
            f"the folder {str(folder)!r} has no text files, but {count:,} with the suffixes of {form}; make "
            f"plain text of them first, with firth clean {form} {folder} -o text.txt."
        )
    return (
        f"the folder {str(folder)!r} has no {_sought(suffixes)} files; files below a folder are read if they "
        f"end in {' '.join(suffixes)}, or one of these with {' '.join(PACKINGS)}."
    )


def _sought(suffixes: Collection[str]) -> str:
    return MARKUP_FORMS.get(next(iter(suffixes)), "text")


def _raise(error: OSError) -> None:
    raise error


def _matching(pattern: str) -> list[Source]:
    # Path.glob takes no absolute patterns.
    paths = sorted(Path(name) for name in glob.glob(pattern, recursive=True))  # noqa: PTH207
    found = [_source(path) for path in paths if path.is_file()]
    if not found:
        raise InputError(f"no file matches the pattern {pattern!r}.")
    return found


def _is_known(path: Path, suffixes: Collection[str]) -> bool:
    inner, packing = _unwrapped(path)
    packed_text = packing != "" and inner == "" and ".txt" in suffixes
    return not path.name.startswith(".") and (inner in suffixes or packed_text)


def _source(path: Path) -> Source:
    form, packing = form_and_packing(path)
    status = path.stat()
    changed = status.st_mtime_ns if stat.S_ISREG(status.st_mode) else -1
    return Source(path, form, packing, status.st_size, changed)


def form_and_packing(path: Path) -> tuple[Form, str]:
    """What a file of this name holds and how it is packed; archives of several files are refused."""
    inner, packing = _unwrapped(path)
    if inner in _ARCHIVES:
        raise FormatError(f"{path} is an archive of several files; unpack it and give the folder.")
    form = FORMS.get(inner, "text")
    if form == "parquet" and packing:
        raise FormatError(
            f"{path} is a compressed parquet file, which cannot be read in parts; unpack it first."
        )
    return form, packing


def _unwrapped(path: Path) -> tuple[str, str]:
    """(suffix of the content, suffix of the packing), both in lower case and possibly empty."""
    suffix = path.suffix.lower()
    if suffix in PACKINGS:
        return Path(path.stem).suffix.lower(), suffix
    return suffix, ""
