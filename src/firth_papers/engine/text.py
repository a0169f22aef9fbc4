"""A text whose words are embedded: read once, counted once for each way of counting, and kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from firth.core import Corpus, Counts, Embedding, Recipe
from firth.counting import count
from firth.datasets import read
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.kept import Kept, content_digest, json_kind
from firth.runtime.run import Progress, Run, silent
from firth.store import COUNTS, embedding_kind
from firth.text import encode, encode_texts
from firth.text.sources import find_sources
from firth.text.unpack import unpacked
from firth_papers.engine.experiment import Context
from firth_papers.engine.models import PLAIN, Form, Model

Document = str | Sequence[str]
"""A text, or its tokens."""


@dataclass(frozen=True, eq=False)
class Text:
    """A text, and the folder where its counts and vectors of its words are kept.

    Attributes
    ----------
    recipe : Recipe
        What the numbers of words depend on.
    encode : callable
        Reads the text and numbers its words, when they are first needed.
    folder : Path
        Counts are kept in its folder cache, vectors in its folder vectors.
    run : Run
        Threads and progress.
    name : str
        The name of the file.
    """

    recipe: Recipe
    encode: Callable[[], Corpus]
    folder: Path
    run: Run
    name: str = ""
    _held: dict[str, Counts] = field(default_factory=dict, repr=False)

    @cached_property
    def corpus(self) -> Corpus:
        """The text as word numbers."""
        return self.encode()

    def counts(self, **counting: Any) -> Counts:
        """Its counts; the arguments are those of `firth.count`. The last ones asked for stay in memory."""
        recipe = self.recipe.then("counting", **counting)
        if recipe.digest not in self._held:
            self._held.clear()
            self._held[recipe.digest] = Kept(self.folder / "cache").get(
                recipe,
                lambda: count(self.corpus, threads=self.run.threads, progress=self.run.progress, **counting),
                COUNTS,
            )
        return self._held[recipe.digest]

    def vectors(self, model: Model, form: Form = PLAIN) -> Embedding:
        """The vectors of a model in one form: from their file, or made."""
        return form.of(self.made(model)[0])

    def made(self, model: Model) -> tuple[Embedding, float]:
        """The vectors of a model and the seconds they took; both are kept where the model asks for it."""
        recipe, kept = self.recipe_of(model), Kept(self.folder / "vectors")
        vectors, told = embedding_kind(model.name), json_kind(model.name)
        if model.keep:
            found, seconds = kept.find(recipe, vectors), kept.find(recipe, told)
            if found is not None and isinstance(seconds, dict) and "seconds" in seconds:
                return found, float(seconds["seconds"])
        material = self.corpus if model.counting is None else self.counts(**model.counting)
        began = perf_counter()
        embedding = model.make(material)
        took = perf_counter() - began
        if model.keep:
            kept.put(recipe, {"seconds": took, **model.settings}, told)
            kept.put(recipe, embedding, vectors)
        return embedding, took

    def recipe_of(self, model: Model) -> Recipe:
        """Everything that the vectors of a model depend on."""
        counted = self.recipe
        if model.counting is not None:
            counted = counted.then("counting", **model.counting)
        return counted.then("model", **model.settings)

    def described(self, **counting: Any) -> dict[str, Any]:
        """How large it is, as plain values for JSON."""
        counts, how = self.counts(**counting), self.recipe["text"]
        return {
            "name": self.name,
            "megabytes": how["megabytes"],
            "tokens": counts.how["text"]["token_count"],
            "words": len(counts.rows),
            "cells": int(counts.matrix.nnz),
            "min_count": how["min_count"],
            "counting": dict(counts.how["counting"]),
        }


def wikipedia(context: Context[Any], *, megabytes: int | None, min_count: int) -> Text:
    """wiki100m, or its first megabytes; found now, and read when it is first needed."""
    return text_of_file(
        read("wiki100m", context.data), context.folder, context.run, megabytes=megabytes, min_count=min_count
    )


def text_of_file(
    path: Path, folder: Path, run: Run, *, megabytes: int | None = None, min_count: int = 5
) -> Text:
    """A file, or its first megabytes."""

    def encoded() -> Corpus:
        how: Any = {"min_count": min_count, "threads": run.threads, "progress": run.progress}
        if megabytes is None:
            return encode(path, **how)
        return encode_texts([first_megabytes(path, megabytes)], **how)

    recipe = Recipe().then("text", digest=content_digest([path]), megabytes=megabytes, min_count=min_count)
    return Text(recipe, encoded, folder, run, path.name)


def text_of_documents(documents: Sequence[Document], folder: Path, run: Run, *, min_count: int = 5) -> Text:
    """Documents: texts, or lists of tokens, which are taken as they are."""

    def encoded() -> Corpus:
        how: Any = {"threads": run.threads, "progress": run.progress}
        return encode_documents(documents, min_count=min_count, **how)

    digest = digest_of(documents, np.zeros(0))
    return Text(Recipe().then("documents", digest=digest, min_count=min_count), encoded, folder, run)


def encode_documents(
    documents: Sequence[Document],
    *,
    min_count: int = 5,
    threads: int | None = None,
    progress: Progress = silent,
) -> Corpus:
    """Number the words of texts, or of lists of tokens, which are taken as they are."""
    as_texts = not documents or isinstance(documents[0], str)
    return encode_texts(
        [text if isinstance(text, str) else " ".join(text) for text in documents],
        tokenizer="words" if as_texts else "whitespace",
        case="lower" if as_texts else "keep",
        normalize="NFKC" if as_texts else "none",
        min_count=min_count,
        threads=threads,
        progress=progress,
    )


def first_megabytes(path: Path, megabytes: int) -> str:
    """The first so many million bytes of a file, without the word that the cut goes through."""
    (source,) = find_sources(path)
    wanted = megabytes * 10**6
    with unpacked(source) as (stream, _):
        beginning = stream.read(wanted)
    if len(beginning) < wanted:
        raise InputError(f"{path} has {len(beginning):,} bytes of text, fewer than {megabytes} MB.")
    return beginning.rpartition(b" ")[0].decode()


def digest_of(documents: Iterable[Document], numbers: Array) -> str:
    """Sixteen hexadecimal digits that change when any document or number does."""
    check = hashlib.blake2b(digest_size=8)
    for document in documents:
        text = document if isinstance(document, str) else "\1".join(document)
        check.update(text.encode(errors="surrogatepass"))
        check.update(b"\0")
    check.update(numbers.tobytes())
    return check.hexdigest()
