"""Reuters-21578: newswire stories with topics, read from the archive as it is distributed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from firth.errors import FormatError
from firth_papers.readers.archives import files_in_archive

Split = Literal["train", "test", "unused"]


class ReutersStory(NamedTuple):
    """A story: its number, its side of the ModApte split, topics in the order given, title and body.

    A brief has a title and no body; one that Reuters did not process has all its text as the body, unparted.
    """

    number: int
    split: Split
    topics: tuple[str, ...]
    kind: Literal["normal", "brief", "unprocessed"]
    title: str
    body: str


def read_reuters(path: str | Path) -> list[ReutersStory]:
    """All stories of the archive, in the order of their numbers.

    ModApte takes the stories with TOPICS="YES": LEWISSPLIT="TRAIN" to train on, LEWISSPLIT="TEST" to test on.
    """
    stories = sorted(stream_reuters(path))
    if not stories:
        raise FormatError(f"{path} has no stories; it should hold files such as reut2-000.sgm.")
    return stories


def stream_reuters(path: str | Path) -> Iterator[ReutersStory]:
    """The stories as the archive is read, one of its files in memory at a time."""
    for name, content in files_in_archive(path, ".sgm"):
        # One file has stray bytes that are no UTF-8; as Latin-1 every byte is a letter.
        yield from parse_stories(content.decode("latin-1"), f"{path}, {name}")


def parse_stories(sgml: str, where: str = "the text") -> Iterator[ReutersStory]:
    """The stories of one SGML file.

    >>> sgml = '''<REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" NEWID="7"><TOPICS><D>crude</D><D>ship</D></TOPICS>
    ... <TEXT><TITLE>OIL &lt;BP></TITLE><BODY>Ships carry oil.</BODY></TEXT></REUTERS>'''
    >>> next(parse_stories(sgml))[:4]
    (7, 'train', ('crude', 'ship'), 'normal')
    """
    begun, ended = sgml.count("<REUTERS "), sgml.count("</REUTERS>")
    if begun != ended:
        raise FormatError(f"{where} is cut short: {begun} stories begin, but {ended} end.")
    for story in _STORY.finditer(sgml):
        yield _story(story["head"], story["content"], where)


_STORY = re.compile(r"<REUTERS (?P<head>[^>]*)>(?P<content>.*?)</REUTERS>", re.DOTALL)
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
_TOPICS = re.compile(r"<TOPICS>(.*?)</TOPICS>", re.DOTALL)
_TEXT = re.compile(r"<TEXT([^>]*)>(.*?)</TEXT>", re.DOTALL)
_TITLE = re.compile(r"<TITLE>(.*?)</TITLE>", re.DOTALL)
_BODY = re.compile(r"<BODY>(.*?)</BODY>", re.DOTALL)
_CONTROL = re.compile(r"&#\d+;|[\x00-\x08\x0b-\x1f]")


def _story(head: str, content: str, where: str) -> ReutersStory:
    attributes = dict(_ATTRIBUTE.findall(head))
    number, topics, text = attributes.get("NEWID", ""), _TOPICS.search(content), _TEXT.search(content)
    if not number.isdigit() or topics is None or text is None:
        raise FormatError(f"{where}: story {number or '?'} lacks its number, TOPICS or TEXT.")
    form, inside = text.groups()
    title, body = (_plain(_first(pattern, inside)) for pattern in (_TITLE, _BODY))
    kind: Literal["normal", "brief", "unprocessed"] = "normal"
    if "UNPROC" in form:
        kind, body = "unprocessed", _plain(inside)
    elif "BRIEF" in form:
        kind = "brief"
    names = tuple(re.findall(r"<D>(.*?)</D>", topics[1]))
    return ReutersStory(int(number), _split(attributes), names, kind, title, body)


def _split(attributes: dict[str, str]) -> Split:
    if attributes.get("TOPICS") == "YES":
        if attributes.get("LEWISSPLIT") == "TRAIN":
            return "train"
        if attributes.get("LEWISSPLIT") == "TEST":
            return "test"
    return "unused"


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1] if found else ""


def _plain(text: str) -> str:
    """Text without control characters, which stand as &#3; and the like, and with & and < as themselves."""
    return html.unescape(_CONTROL.sub(" ", text)).strip()
