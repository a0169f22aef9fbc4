"""The blocks of code on a page, and the output that is shown with them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

_FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```[ \t]*\n", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """What stands between two fences.

    Attributes
    ----------
    language : str
        What the first fence says; "" if it says nothing.
    code : str
        The lines between the fences.
    output : str or None
        The block of text that follows without a word between: what the code prints.
    """

    language: str
    code: str
    output: str | None = None


def blocks(page: Path) -> list[Block]:
    """All blocks of a page; output stands with the code that prints it, and not by itself."""
    text = page.read_text()
    found: list[Block] = []
    end = -1
    for fenced in _FENCED.finditer(text):
        language, code = fenced[1].strip(), fenced[2]
        if language == "text" and found and not text[end : fenced.start()].strip():
            found[-1] = Block(found[-1].language, found[-1].code, code)
        else:
            found.append(Block(language, code))
        end = fenced.end()
    return found


def commands(block: Block) -> Iterator[tuple[str, str | None]]:
    """The command lines of a block with the output that is shown below each; None where none is shown."""
    if block.language == "sh":
        for line in _joined(block.code):
            command = line.split("  #")[0].strip()
            if command and not command.startswith("#"):
                yield command, None
    elif block.language == "console":
        for part in re.split(r"^\$ ", block.code, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output or None


def _joined(code: str) -> list[str]:
    return re.sub(r"\\\n\s*", "", code).splitlines()


def name_of(page: Path) -> str:
    """The path of a page inside the repository."""
    return str(page.relative_to(ROOT))


def agrees(shown: str, printed: str) -> bool:
    """Whether a page shows what was printed, wherever lines end; a … by itself stands for anything."""
    pattern = " ".join(".*" if word == "…" else re.escape(word) for word in shown.split())
    return re.fullmatch(pattern, " ".join(printed.split())) is not None
