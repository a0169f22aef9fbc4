"""Subtitles (.srt, .vtt) to paragraphs: what is said, each sentence whole, though captions cut it."""

from __future__ import annotations

import re

from firth.text.clean.entities import unescaped

_TIMES = re.compile(
    r"[ \t]*(?:(\d{1,4}):)?(\d\d?):(\d\d)[,.](\d{1,3})[ \t]*-->[ \t]*"
    r"(?:(\d{1,4}):)?(\d\d?):(\d\d)[,.](\d{1,3})"
)
_STYLE = re.compile(r"<[^<>]{0,200}>|\{\\[^{}]{0,200}\}")
_SOUND = re.compile(r"\[[^\[\]]{0,200}\]|\([^()]{0,200}\)|[♪♫#]")
_SPEAKER = re.compile(r"^[ \t]*(?:>>+[ \t]*)?(?:[A-ZÀ-Þ][A-ZÀ-Þ .'\d-]{0,30}:[ \t]+)?")
_DASH = re.compile(r"^[ \t]*[-–—‐]+[ \t]*(?=\S)")
_END = re.compile(r"[.!?…。！？؟।\"'”’»)]\s*$")
_PAUSE = 4.0
"""Seconds without a caption after which nothing goes on that was begun before."""


def subtitle_paragraphs(text: str) -> list[str]:
    """What is said, in paragraphs that end with a sentence, a pause or a change of speaker.

    Numbers, times, styles, names of speakers and sounds in brackets are left out; so is a line that a caption
    repeats from the one before, as those of automatic captions do.

    >>> first, second = "00:00:01,000 --> 00:00:02,000", "00:00:02,100 --> 00:00:03,000"
    >>> subtitle_paragraphs(f"1\\n{first}\\n<i>Tea is\\n\\n2\\n{second}\\nhot.</i> [sighs]\\n")
    ['Tea is hot.']
    """
    paragraphs: list[list[str]] = []
    going_on, last_end = False, 0.0
    before: set[str] = set()
    for begins, ends, lines in _captions(text):
        for line in (line for line in lines if line not in before):
            said = _said(line)
            if not said:
                continue
            if _DASH.match(said):
                said, going_on = _DASH.sub("", said), False
            if going_on and begins - last_end < _PAUSE:
                paragraphs[-1].append(said)
            else:
                paragraphs.append([said])
            going_on, last_end = _END.search(said) is None, ends
        before, last_end = set(lines), ends
    return [" ".join(" ".join(paragraph).split()) for paragraph in paragraphs]


def _captions(text: str) -> list[tuple[float, float, list[str]]]:
    """Begin, end and lines of each caption; what stands before the first, and notes, are none."""
    found: list[tuple[float, float, list[str]]] = []
    lines = text.split("\n")
    inside = False
    for place, line in enumerate(lines):
        times = _TIMES.match(line) if "-->" in line else None
        if times:
            found.append((_seconds(times.groups()[:4]), _seconds(times.groups()[4:]), []))
            inside = True
        elif not line.strip():
            inside = False  # the number of a caption, a note or a style follows
        elif inside and not (line.strip().isdigit() and place + 1 < len(lines) and "-->" in lines[place + 1]):
            found[-1][2].append(line)
    return found


def _seconds(time: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, parts = (part or "0" for part in time)
    return 3600 * int(hours) + 60 * int(minutes) + int(seconds) + float(f"0.{parts}")


def _said(line: str) -> str:
    plain = _SOUND.sub(" ", unescaped(_STYLE.sub("", line)))
    dash = "- " if _DASH.match(plain) else ""
    return dash + _SPEAKER.sub("", _DASH.sub("", plain)).strip() if plain.strip(" -–—") else ""
