"""What must hold after a run that something happened to: old files, new ones or none, and a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .commands import Writing, write_inputs
from .runs import Ended, Files, Runs, files_in, put

UNFINISHED = re.compile(r"[^/]*\.unfinished(\.safetensors|/.*)|t/(cache/.*|results\.json)?")
"""What commands keep to go on from."""


HIDDEN = re.compile(r"(^|/)\.firth-[0-9a-f]{16}")
"""What a killed process may leave for the next to remove."""


@dataclass(frozen=True)
class Stage:
    """A folder with what a command reads, the results of an earlier run, and those of a run that ends well.

    Attributes
    ----------
    folder : Path
    writing : Writing
    given, old, new : Files
    """

    folder: Path
    writing: Writing
    given: Files
    old: Files
    new: Files

    def again(self, old: Files) -> None:
        """As it was before the run, with these earlier results."""
        put(self.folder / "out", old)
        put(self.folder / "tmp", {})

    def fault(self, ended: Ended, old: Files, codes: tuple[int, ...] = (0, 2)) -> str:
        """What must not be after a run, as a phrase; empty if all is well.

        old: the results before it. codes: which it may end with.
        """
        now = files_in(self.folder / "out")
        if ended.code not in codes:
            return f"exit code {ended.code}: {ended.said[-600:]}"
        if "Traceback" in ended.said or "panicked" in ended.said:
            return f"a traceback: {ended.said[-600:]}"
        last = ended.said.strip().rpartition("\n")[2]
        if ended.code and not last.startswith("firth: "):
            return f"no sentence in the end, but {last!r}"
        if files_in(self.folder / "in") != self.given:
            return "what it reads was changed"
        if left := files_in(self.folder / "tmp"):
            return f"TMPDIR is left with {sorted(left)}"
        if ended.code == 0:
            return "" if now == self.new else f"it ended well without its result, with {sorted(now)}"
        return self.third_state(now, old)

    def third_state(self, now: Files, old: Files) -> str:
        """Which files are neither those of the earlier run nor the new ones."""
        if self.writing.goes_on:
            now, old = (_without_unfinished(files) for files in (now, old))
        if now in (old, self.new, _without_unfinished(self.new)):
            return ""
        if self.writing.together:
            return f"a third state: {sorted(now)}"
        for name, content in now.items():
            if content not in (old.get(name), self.new.get(name)):
                return f"{name} is neither old nor new"
        gone = old.keys() - now.keys()
        return f"{sorted(gone)} are gone" if gone else ""


def _without_unfinished(files: Files) -> Files:
    return {name: content for name, content in files.items() if not UNFINISHED.fullmatch(name)}


def stage_of(runs: Runs, folder: Path, writing: Writing) -> Stage:
    """The folder of a command, with results of an earlier run and of one that ends well."""
    if not (folder / "in").exists():
        write_inputs(folder / "in")
    results = []
    for arguments in (writing.earlier_arguments, writing.arguments):
        for name in ("out", "tmp"):
            put(folder / name, {})
        ended = runs.run(folder, arguments)
        if ended.code:
            raise RuntimeError(f"{arguments} ended with {ended.code}: {ended.said}")
        results.append(files_in(folder / "out"))
    return Stage(folder, writing, files_in(folder / "in"), *results)
