"""SemEval-2013 task 13: words in sentences, rated by people for which of WordNet's senses apply."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from xml.etree import ElementTree

from firth.datasets import data_folder
from firth.errors import FormatError, InputError, MissingDataError
from firth_papers.readers.archives import files_in_archive

SenseKey = dict[str, dict[str, dict[str, float]]]
"""Target (add.v) → instance (add.v.7) → sense → how far it applies, above 0."""

ARCHIVE = "semeval2013-task13/task13.tar.xz"
ORIGIN = "https://www.cs.york.ac.uk/semeval-2013/task13 (contexts and keys, in one tar archive)"

_CONTEXTS, _KEYS = "contexts/xml-format/", "keys/"


class SenseInstance(NamedTuple):
    """A target in a sentence: where its token begins and ends, in characters."""

    target: str
    name: str
    sentence: str
    begin: int
    end: int

    @property
    def token(self) -> str:
        """The form in which the target stands there."""
        return self.sentence[self.begin : self.end]

    def tokens(self) -> tuple[list[str], int]:
        """The sentence in words, as `firth.text.tokenize` cuts it, and the place of the target among them."""
        from firth.text import tokenize

        before, after = tokenize(self.sentence[: self.begin]), tokenize(self.sentence[self.end :])
        return [*before, self.token.lower(), *after], len(before)


@dataclass(frozen=True)
class Task13:
    """The contexts, and the text of each key by its path in the archive, such as baselines/mfs.wn."""

    instances: tuple[SenseInstance, ...]
    texts: Mapping[str, str]
    source: str = "the archive"

    def key(self, name: str) -> SenseKey:
        """A key by its name."""
        if name not in self.texts:
            raise InputError(f"{self.source} has no key {name!r}; it has {', '.join(sorted(self.texts))}.")
        return parse_key(self.texts[name].split("\n"), f"{self.source}, {_KEYS}{name}.key")

    @cached_property
    def gold(self) -> SenseKey:
        """What people said, of all instances."""
        return self.key("gold/all")


def find_task13(data: str | Path | None = None) -> Path:
    """The archive in the data folder, or the folder it was unpacked to."""
    path = data_folder(data, wanted=ARCHIVE, origin=ORIGIN) / ARCHIVE
    if path.is_file():
        return path
    if (path.parent / _KEYS).is_dir():
        return path.parent
    raise MissingDataError(
        f"SemEval-2013 task 13 is not at {path}; get it from {ORIGIN}, research use, and put it there."
    )


def read_task13(path: str | Path) -> Task13:
    """The contexts and all keys, from the archive as it is or from the folder it was unpacked to."""
    instances: list[SenseInstance] = []
    texts: dict[str, str] = {}
    for name, content in _files(Path(path)):
        where = f"{path}, {name}"
        if name.startswith(_CONTEXTS) and name.endswith(".xml"):
            instances += parse_contexts(content, where)
        elif name.startswith(_KEYS) and name.endswith(".key"):
            texts[name[len(_KEYS) : -len(".key")]] = _text(content, where)
    if not instances or "gold/all" not in texts:
        raise FormatError(f"{path} lacks {_CONTEXTS} or {_KEYS}gold/all.key; it should be task 13's archive.")
    return Task13(tuple(sorted(instances, key=_by_number)), texts, str(path))


def read_key(path: str | Path) -> SenseKey:
    """A key of one's own."""
    try:
        content = Path(path).read_bytes()
    except FileNotFoundError as error:
        raise MissingDataError(f"there is no file {path}.") from error
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror}.") from error
    return parse_key(_text(content, str(path)).split("\n"), str(path))


def parse_key(lines: Iterable[str], where: str = "the key") -> SenseKey:
    """A key from lines of `target instance sense/rating …`; a sense without a rating applies fully.

    As some keys of the task have them, four things are allowed: a line without senses, for an instance that
    was not answered; a rating of 0, for a sense that does not apply; a sense rated twice, the last time
    counting; and an instance answered twice alike.

    >>> parse_key(["win.v win.v.1 win.v.a/1 win.v.b/4.7", "win.v win.v.2 win.v.a"])["win.v"]["win.v.2"]
    {'win.v.a': 1.0}
    """
    key: SenseKey = {}
    for number, line in enumerate(lines, start=1):
        fields = line.split()
        if not fields:
            continue
        if len(fields) < 2 or not fields[1].startswith(fields[0]):
            raise FormatError(
                f"{where}, line {number}: {line.strip()[:60]!r} is not a target, an instance of it and "
                "senses; write win.v win.v.7 sense/rating …"
            )
        target, instance, *senses = fields
        ratings = _ratings(senses, f"{where}, line {number}")
        if key.setdefault(target, {}).setdefault(instance, ratings) != ratings:
            raise FormatError(
                f"{where}, line {number}: {instance} is there twice, not alike; keep one of the lines."
            )
    if not any(ratings for answers in key.values() for ratings in answers.values()):
        raise FormatError(f"{where} has no answers; each line should be: win.v win.v.7 sense/rating …")
    return key


def parse_contexts(xml: bytes | str, where: str = "the contexts") -> list[SenseInstance]:
    """The instances of one XML file.

    >>> parse_contexts('<instances><instance id="win.v.1" lemma="win" partOfSpeech="v" tokenStart="4" '
    ...                'tokenEnd="7">She won.</instance></instances>')[0].token
    'won'
    """
    try:
        root = ElementTree.fromstring(xml)
    except ElementTree.ParseError as error:
        raise FormatError(f"{where} is not whole XML: {error}.") from error
    except (LookupError, ValueError) as error:  # an encoding that is unknown, or unknown to expat
        raise FormatError(
            f"{where} is in an encoding that cannot be read ({error}); save it as UTF-8."
        ) from error
    return [_instance(element, where) for element in root.iter("instance")]


def _instance(element: ElementTree.Element, where: str) -> SenseInstance:
    has = element.attrib
    try:
        target, name = f"{has['lemma']}.{has['partOfSpeech']}", has["id"]
        begin, end = int(has["tokenStart"]), int(has["tokenEnd"])
    except (KeyError, ValueError) as error:
        raise FormatError(
            f"{where}: instance {has.get('id', '?')} lacks its id, lemma, partOfSpeech, tokenStart or "
            "tokenEnd."
        ) from error
    sentence = element.text or ""
    if not 0 <= begin < end <= len(sentence):
        raise FormatError(f"{where}: the token of {name}, {begin} to {end}, is not inside its sentence.")
    return SenseInstance(target, name, sentence, begin, end)


def _ratings(senses: list[str], where: str) -> dict[str, float]:
    ratings: dict[str, float] = {}
    for given in senses:
        sense, slash, rating = given.partition("/")
        try:
            value = float(rating) if slash else 1.0
        except ValueError:
            value = math.nan
        if not sense or not 0 <= value < math.inf:
            raise FormatError(
                f"{where}: {given!r} is not a sense with a rating of 0 or more; write sense/rating."
            )
        ratings[sense] = value
    return {sense: value for sense, value in ratings.items() if value > 0}


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    """Name, with / between folders, and content of each file that may be a part of the task."""
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.suffix in (".xml", ".key"):
                yield file.relative_to(path).as_posix(), file.read_bytes()
        return
    for member, content in files_in_archive(path, ".xml", ".key"):
        yield str(PurePosixPath(member)), content


def _text(content: bytes, where: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"{where} is not UTF-8 text (byte {error.start}); save it as UTF-8.") from error


def _by_number(instance: SenseInstance) -> tuple[str, int, str]:
    last = instance.name.rpartition(".")[2]
    return instance.target, int(last) if last.isdigit() else 0, instance.name
