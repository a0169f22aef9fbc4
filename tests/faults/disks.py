"""Disks that are full, have no room for names or may not be written to, and files that change meanwhile."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path

from .outcome import Stage
from .runs import Runs, files_in, put
from .server import change

PAGE = resource.getpagesize()


def can_mount(folder: Path) -> bool:
    """Whether small disks can be had here, as root can."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    try:
        with disk(folder):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


@contextmanager
def disk(folder: Path) -> Iterator[None]:
    """A disk in memory, at a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    _mount("-t", "tmpfs", "-o", "size=64m,nr_inodes=10000", "tmpfs", str(folder))
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True, capture_output=True)


def _mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True, capture_output=True)


def full_disk(runs: Runs, stage: Stage, which: str = "out", *, step: int = 1) -> Iterator[tuple[int, str]]:
    """Room for 0, 1, 2 … pages on the disk of the output or of TMPDIR, until all is well."""
    with disk(stage.folder / which):
        for pages in count(0, step):
            _mount("-o", "remount,size=64m", str(stage.folder / which))
            stage.again(stage.old)
            status = os.statvfs(stage.folder / which)
            used = status.f_blocks - status.f_bfree
            size = max(1, used + pages) * PAGE  # 0 would be no limit
            _mount("-o", f"remount,size={size}", str(stage.folder / which))
            ended = runs.run(stage.folder, stage.writing.arguments)
            yield pages, stage.fault(ended, stage.old)
            if ended.code == 0:
                return


def no_names(runs: Runs, stage: Stage) -> Iterator[tuple[int, str]]:
    """Room for 0, 1, 2 … more files, as a quota would have it."""
    with disk(stage.folder / "out"):
        for names in count():
            _mount("-o", "remount,nr_inodes=10000", str(stage.folder / "out"))
            stage.again(stage.old)
            there = 1 + sum(1 for _ in (stage.folder / "out").rglob("*"))
            _mount("-o", f"remount,nr_inodes={there + names}", str(stage.folder / "out"))
            ended = runs.run(stage.folder, stage.writing.arguments)
            yield names, stage.fault(ended, stage.old)
            if ended.code == 0:
                return


def read_only(runs: Runs, stage: Stage) -> Iterator[tuple[int, str]]:
    """A disk that may only be read."""
    with disk(stage.folder / "out"):
        stage.again(stage.old)
        _mount("-o", "remount,ro", str(stage.folder / "out"))
        ended = runs.run(stage.folder, stage.writing.arguments)
        yield 0, stage.fault(ended, stage.old, codes=(2,))


def short_files(runs: Runs, stage: Stage, sizes: tuple[int, ...]) -> Iterator[tuple[int, str]]:
    """Files may be no longer than this (RLIMIT_FSIZE)."""
    for size in sizes:
        stage.again(stage.old)
        ended = runs.run(stage.folder, stage.writing.arguments, limits={"RLIMIT_FSIZE": size})
        yield size, stage.fault(ended, stage.old)


CHANGES = ("removed", "replaced", "cut", "overwritten", "longer")


def changed_file(
    runs: Runs, stage: Stage, file: str, moments: int, changes: tuple[str, ...] = CHANGES
) -> Iterator[tuple[str, str]]:
    """A file changes at several moments while it is read.

    The result is that of the file as it was or as it is now, or the command says what happened.
    """
    target = stage.folder / "in" / file
    stage.again(stage.old)
    began = time.monotonic()
    runs.run(stage.folder, stage.writing.arguments)
    seconds = time.monotonic() - began
    for how in changes:
        stage.again(stage.old)
        change(how, target)
        runs.run(stage.folder, stage.writing.arguments)
        of_changed = files_in(stage.folder / "out")
        put(stage.folder / "in", stage.given)
        for moment in range(moments):
            stage.again(stage.old)
            after = seconds * (moment + 0.5) / moments
            ended = runs.run(stage.folder, stage.writing.arguments, pause=[after, [how, str(target)]])
            put(stage.folder / "in", stage.given)
            # A dump that is cut has exit code 1, and a result up to there.
            result = stage if ended.code == 2 or files_in(stage.folder / "out") == stage.new else None
            fault = (result or replace(stage, new=of_changed)).fault(ended, stage.old, codes=(0, 1, 2))
            yield how, fault
