"""Files of firth's own with a byte changed, or cut: all are refused, or what they hold is made again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from .readers import file_of_firth

FLIPS = (0x01, 0x20, 0x80, 0xFF)
"""Of the bits of a byte."""


def damaged(data: bytes, flips: tuple[int, ...] = FLIPS, step: int = 1) -> Iterator[tuple[str, bytes]]:
    """Every byte changed in every way, and every length; step: only each so many of both."""
    for place in range(0, len(data), step):
        for flip in flips:
            content = bytearray(data)
            content[place] ^= flip
            yield f"byte {place} ^ {flip:#x}", bytes(content)
    for length in range(0, len(data), step):
        yield f"cut at {length}", data[:length]


def _loads(path: Path) -> bool:
    from firth import load

    load(path)
    return True


def _block_found(path: Path) -> bool:
    from firth.runtime.blocks import Blocks

    (path.parent / "manifest.json").write_bytes(file_of_firth("manifest.json"))
    with Blocks(path.parent, {"numbers": 4}) as blocks:
        return blocks.find("squares-0", {"from": 0}) is not None


def _manifest_taken(path: Path) -> bool:
    """Whether a manifest gives another block than it was written for."""
    from firth.runtime.blocks import Blocks

    (path.parent / "squares-0.safetensors").write_bytes(file_of_firth("squares-0.safetensors"))
    with Blocks(path.parent, {"numbers": 4}) as blocks:
        found = blocks.find("squares-0", {"from": 0})
    return found is not None and not np.array_equal(found.arrays["squares"], np.arange(4) ** 2)


FILES: dict[str, Callable[[Path], bool]] = {
    "vectors.safetensors": _loads,
    "counts.safetensors": _loads,
    "senses.safetensors": _loads,
    "squares-0.safetensors": _block_found,
    "manifest.json": _manifest_taken,
}
"""Files by name, with whether a damaged one was taken for whole."""


def taken_for_whole(
    name: str, folder: Path, flips: tuple[int, ...] = FLIPS, step: int = 1
) -> Iterator[tuple[str, str]]:
    """Every damage done to a file, and what was wrong: that it was not refused with a FirthError."""
    from firth.errors import FirthError

    path = folder / name
    folder.mkdir(parents=True, exist_ok=True)
    for damage, content in damaged(file_of_firth(name), flips, step):
        path.write_bytes(content)
        try:
            fault = "it was taken for whole" if FILES[name](path) else ""
        except FirthError:
            fault = ""
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
        yield damage, fault
