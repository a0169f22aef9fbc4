"""How many senses WordNet knows of each word."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Literal, get_args

from firth.datasets.registry import DATA_VARIABLE
from firth.errors import FormatError, InputError, MissingDataError
from firth.text.sources import Source
from firth.text.unpack import unpacked

PartOfSpeech = Literal["n", "v", "a", "r"]

INSTALLED = Path("/usr/share/wordnet/index.sense")
"""Where Debian's package wordnet-sense-index puts it."""

_NAMES = ("index.sense", "index.sense.xz", "index.sense.gz")
_PARTS: dict[str, PartOfSpeech] = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
_PACKINGS = (".xz", ".gz")


def sense_counts(path: str | Path | None = None, *, part: PartOfSpeech | None = None) -> dict[str, int]:
    """Read how many senses WordNet has for each lemma [Miller1995].

    Parameters
    ----------
    path : str or Path, optional
        WordNet's index.sense (plain, .xz or .gz) or the folder with it; by default the one below
        $FIRTH_DATA/wordnet, or else the one that Debian's package wordnet-sense-index installs.
    part : {"n", "v", "a", "r"}, optional
        Count only senses as a noun, verb, adjective or adverb; by default all.

    Returns
    -------
    dict of str to int
        The number of senses by lemma; lemmas are in lower case, with _ for spaces.

    Examples
    --------
    >>> import tempfile
    >>> index = Path(tempfile.mkdtemp()) / "index.sense"
    >>> _ = index.write_text("bank%1:14:00:: 08437235 1 20\\nbank%2:40:00:: 02318165 3 0\\n")
    >>> sense_counts(index), sense_counts(index, part="n")
    ({'bank': 2}, {'bank': 1})
    """
    if part is not None and part not in get_args(PartOfSpeech):
        raise InputError(f"part is {part!r}; it must be one of {', '.join(get_args(PartOfSpeech))}.")
    found = _find(path)
    counts: Counter[str] = Counter()
    with unpacked(Source(found, packing=found.suffix if found.suffix in _PACKINGS else "")) as (stream, _):
        for number, line in enumerate(stream, start=1):
            lemma, kind = _sense_key(found, number, line)
            if part is None or _PARTS[kind] == part:
                counts[lemma] += 1
    if not counts:
        raise FormatError(f"{found} holds no senses; put WordNet's index.sense there.")
    return dict(counts)


def _find(path: str | Path | None) -> Path:
    """The file given, or the first of those looked for that is not empty."""
    if path is not None:
        given = Path(path).expanduser()
        inside = [given / name for name in _NAMES if (given / name).is_file()] if given.is_dir() else [given]
        if not inside or not inside[0].is_file():
            raise MissingDataError(f"there is no {given if inside else given / _NAMES[0]}.")
        if not inside[0].stat().st_size:
            raise FormatError(f"{inside[0]} is empty; put WordNet's index.sense there.")
        return inside[0]
    folder = os.environ.get(DATA_VARIABLE, "")
    looked = [Path(folder).expanduser() / "wordnet" / name for name in _NAMES] if folder else []
    for place in [*looked, INSTALLED]:
        if place.is_file() and place.stat().st_size:
            return place
    empty = [str(place) for place in looked if place.is_file()]
    state = f"{empty[0]} is empty" if empty else f"WordNet's index.sense is not in ${DATA_VARIABLE}/wordnet"
    raise MissingDataError(
        f"{state} and {INSTALLED} is not there; give its path, install Debian's wordnet-sense-index, "
        "or let the spectrum choose (auto)."
    )


def _sense_key(path: Path, number: int, line: bytes) -> tuple[str, str]:
    """Lemma and kind out of bank%1:14:00:: 08437235 1 20."""
    fields = line.decode("utf-8", errors="replace").split()
    lemma, percent, rest = (fields[0] if fields else "").partition("%")
    if len(fields) != 4 or not lemma or not percent or rest[:1] not in _PARTS or rest[1:2] != ":":
        shown = line.decode("utf-8", errors="replace").strip()[:60]
        raise FormatError(f"{path}, line {number}: {shown!r} is no line of WordNet's index.sense.")
    return lemma, rest[0]
