"""Analogy questions: a is to b as c is to d, in named sections."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from firth.datasets.lines import numbered_lines
from firth.errors import FormatError

Question = tuple[str, str, str, str]


class AnalogySection(NamedTuple):
    """Questions of one kind.

    Attributes
    ----------
    name : str
        What the section is called.
    questions : tuple of tuple
        Four words each: a is to b as c is to d.
    """

    name: str
    questions: tuple[Question, ...]

    @property
    def syntactic(self) -> bool:
        """Whether it asks for a form of a word: the Google set calls such sections gram…"""
        return self.name.startswith("gram")


def read_analogies(path: str | Path) -> list[AnalogySection]:
    """Read analogy questions.

    Parameters
    ----------
    path : str or Path
        A file with four words on each line; a line ``: name`` opens a section.

    Returns
    -------
    list of AnalogySection
        The sections in the order of the file.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "questions.txt"
    >>> _ = path.write_text(": family\\nking queen man woman\\n")
    >>> read_analogies(path)
    [AnalogySection(name='family', questions=(('king', 'queen', 'man', 'woman'),))]
    """
    sections: dict[str, list[Question]] = {}
    current = "questions"  # for a file without headings
    for number, line in numbered_lines(path):
        if line.startswith(":"):
            current = line[1:].strip()
            continue
        words = line.split()
        if len(words) != 4:
            raise FormatError(
                f"{path}, line {number}: an analogy has four words and {line[:60]!r} has {len(words)}."
            )
        a, b, c, d = words
        sections.setdefault(current, []).append((a, b, c, d))
    if not sections:
        raise FormatError(f"{path} has no analogies; each line should be four words: a b c d.")
    return [AnalogySection(name, tuple(questions)) for name, questions in sections.items()]
