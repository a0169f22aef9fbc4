"""The text that is tuned on: known by its digest before it is read, and read and counted once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any

from firth.core import Corpus, Counts, Recipe, Vocabulary
from firth.counting import count
from firth.errors import InputError
from firth.runtime.kept import Kept, content_digest
from firth.runtime.run import Progress
from firth.store import COUNTS
from firth.text import encode
from firth.text.sources import find_sources

_RESOURCES = {"threads", "memory", "progress"}

CountsOf = Callable[[Mapping[str, Any]], Counts]
"""Options of `firth.counting.count` → the counts of the text."""


@dataclass(frozen=True)
class Text:
    """Where a text is, and how it is read.

    options: of `firth.text.encode`, all of them. changed: those that are not as usual. recipe: everything
    that the words depend on.
    """

    sources: tuple[str, ...]
    options: Mapping[str, Any]
    changed: Mapping[str, Any]
    recipe: Recipe


def known_text(sources: str | Path | Iterable[str | Path], given: Mapping[str, Any]) -> Text:
    """Find the files and take their digest; options that there are not are refused."""
    usual = {
        name: parameter.default
        for name, parameter in signature(encode).parameters.items()
        if parameter.kind is parameter.KEYWORD_ONLY and name not in _RESOURCES
    }
    options = usual | {
        name: str(value) if isinstance(value, Path) else value for name, value in given.items()
    }
    for name, value in options.items():
        if name not in usual:
            raise InputError(f"reading has no option {name!r}; it has {', '.join(usual)}.")
        if not isinstance(value, str | int | None):
            raise InputError(f"{name} is {value!r}; results are kept under names, numbers and files only.")
    named = (str(sources),) if isinstance(sources, str | Path) else tuple(map(str, sources))
    found = find_sources(named)
    paths = [source.path for source in found if source.path is not None]
    if len(paths) < len(found):
        raise InputError("standard input is read only once, and tuning may be continued; give it as a file.")
    changed = {name: value for name, value in options.items() if value != usual[name]}
    words = options | ({"allow": content_digest([options["allow"]])} if options["allow"] else {})
    forms = [f"{source.form}{source.packing}" for source in found]
    recipe = Recipe().then("text", **words, content=content_digest(paths), forms=forms)
    return Text(named, options, changed, recipe)


def counts_of(
    text: Text,
    folder: Path,
    check: Callable[[Vocabulary], None],
    *,
    threads: int | None,
    memory: str | int | None,
    progress: Progress,
) -> CountsOf:
    """A function that counts the text, or finds its counts in the folder.

    check: is told the words as soon as they are known, before any counting.
    """

    @cache
    def corpus() -> Corpus:
        found = encode(text.sources, **text.options, threads=threads, memory=memory, progress=progress)
        check(found.vocabulary)
        return found

    def counted(counting: Mapping[str, Any]) -> Counts:
        counts = Kept(folder).get(
            text.recipe.then("counting", **counting),
            lambda: count(corpus(), **counting, threads=threads, memory=memory, progress=progress),
            COUNTS,
        )
        check(counts.rows)
        return counts

    return counted
