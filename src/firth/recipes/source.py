"""What people have, a text in any form or counts, as the counts that a recipe embeds."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Mapping, Sequence
from glob import has_magic
from pathlib import Path
from typing import Any

from firth.core import Corpus, Counts
from firth.counting import count
from firth.errors import InputError
from firth.recipes.recipe import NamedRecipe
from firth.recipes.registry import RECIPES
from firth.runtime.other_names import our_argument, unknown_argument
from firth.runtime.run import Run
from firth.text import encode, encode_texts

_OF_THE_RUN = {"threads", "memory", "progress"}


def _choices(function: Any) -> tuple[str, ...]:
    parameters = inspect.signature(function).parameters.values()
    return tuple(p.name for p in parameters if p.kind is p.KEYWORD_ONLY and p.name not in _OF_THE_RUN)


OF_FILES = _choices(encode)
OF_TEXTS = _choices(encode_texts)
OF_COUNTING = _choices(count)


def options_of_recipe(recipe: NamedRecipe, given: Mapping[str, Any], own: Sequence[str]) -> dict[str, Any]:
    """Of the options that `embed` was given by name, those of the recipe; unknown ones are refused.

    own: the other arguments of `embed`.
    """
    others = {*OF_FILES, *OF_TEXTS, *OF_COUNTING}
    found = {name: value for name, value in given.items() if name not in others}
    known = [*own, *dict.fromkeys((*OF_FILES, *OF_TEXTS, *OF_COUNTING)), *recipe.all_options]
    for name in (name for name in found if name not in recipe.all_options):
        of_another = any(name in another.all_options for another in RECIPES.values())
        if our_argument(name, known) or not of_another:
            raise unknown_argument("embed", name, known)
    return found  # those of another recipe are refused by this one, which names its own


def counts_of(source: Any, given: Mapping[str, Any], recipe: NamedRecipe, run: Run) -> Counts:
    """Read and count what has not been, by the choices given and else by those of the recipe.

    An option that cannot apply, as of reading where the counts are there, is refused.
    """
    resources: dict[str, Any] = {"threads": run.threads, "memory": run.memory, "progress": run.progress}
    if isinstance(source, Counts):
        _refuse(given, (*OF_FILES, *OF_TEXTS, *OF_COUNTING), "counts are given, which were counted already")
        return source
    if isinstance(source, Corpus):
        _refuse(given, (*OF_FILES, *OF_TEXTS), "a corpus is given, which was read and encoded already")
        corpus = source
    elif (paths := _paths(source)) is not None:
        _refuse(given, set(OF_TEXTS) - set(OF_FILES), "it is for texts in memory, and files are given")
        corpus = encode(paths, **_part(given, OF_FILES), **resources)
    else:
        _refuse_numbers(source)
        _refuse(given, set(OF_FILES) - set(OF_TEXTS), "it is for files, and texts are given")
        corpus = encode_texts(source, **_part(given, OF_TEXTS), **resources)
    counting = dict(recipe.counting) | _part(given, OF_COUNTING)
    return count(corpus, **counting, **resources)


def _part(given: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name in names}


def _refuse(given: Mapping[str, Any], names: Collection[str], why: str) -> None:
    for name, value in given.items():
        if name in names:
            raise InputError(f"{name} is {value!r}, but {why}; leave {name} out.")


def _paths(source: Any) -> str | Path | list[Path] | None:
    """What names files: a path or pattern, or a list of paths; None for anything else."""
    if isinstance(source, list | tuple) and source and all(isinstance(one, Path) for one in source):
        return list(source)
    if not isinstance(source, str | Path):
        return None
    if Path(source).suffix == ".safetensors":
        raise InputError(
            f"{source} is a file of firth's own, not of text; "
            f"firth.embed(firth.load_counts({str(source)!r})) embeds counts."
        )
    if isinstance(source, str) and len(source.split()) > 1 and not has_magic(source) and _is_nowhere(source):
        raise InputError(f"there is no file {source!r:.60}; a text is given in a list: firth.embed([text]).")
    return source


def _is_nowhere(name: str) -> bool:
    try:
        return not Path(name).exists()
    except OSError:  # longer than the name of a file may be
        return True


def _refuse_numbers(source: Any) -> None:
    kind = getattr(getattr(source, "dtype", None), "kind", "")
    if (kind and kind in "iufb") or hasattr(source, "tocsr"):
        raise InputError(
            f"a {type(source).__name__} of numbers is no text; firth.counts_from_table takes a table of "
            "counts, and firth.embed what it returns."
        )
