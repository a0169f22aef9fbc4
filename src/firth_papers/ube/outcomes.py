"""A method on a set: placed and measured once, kept in the output folder, and found there by a later run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar
from zipfile import BadZipFile

import numpy as np
from threadpoolctl import threadpool_limits

from firth.core import Recipe
from firth.runtime.arrays import Array
from firth.runtime.atomic import whole_file
from firth_papers.ube.methods import RAW, Method
from firth_papers.ube.quality import NEIGHBOURS, Quality, quality
from firth_papers.ube.sets import ImageSet

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a method made of a set, how good it is, and the seconds that making it took in one thread."""

    images: str
    method: str
    places: Array
    quality: Quality
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON, without the places."""
        return {
            "set": self.images,
            "method": self.method,
            "seconds": self.seconds,
            **self.quality._asdict(),
        }


@dataclass(frozen=True)
class Cabinet:
    """The folder where outcomes are kept, and how they are measured."""

    folder: Path
    runs: int
    seed: int

    def outcome(self, images: ImageSet, method: Method) -> Outcome:
        """As it was kept, or made and kept now."""
        made = (
            Recipe().then("images", digest=images.digest)
            .then("method", name=method.name, seed=self.seed, **method.settings)
        )  # fmt: skip
        how = {"runs": self.runs, "seed": self.seed, "neighbours": NEIGHBOURS}
        with threadpool_limits(limits=1):  # more threads could change the last digits, and much in t-SNE
            places, seconds = self._placed(images, method, made)
            found = self.kept(
                f"scores-{made.then('quality', **how).digest}.json",
                lambda: quality(places, images.labels, runs=self.runs, seed=self.seed)._asdict(),
                lambda values: Quality(**values),
            )
        return Outcome(images.name, method.name, places, found, seconds)

    def kept(self, name: str, make: Callable[[], dict[str, Any]], read: Callable[[dict[str, Any]], T]) -> T:
        """What a file holds, as `read` takes it; if there is no such file, or another, it is made now."""
        path = self.folder / name
        try:
            return read(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            made = make()
        self.folder.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as temporary:
            temporary.write_text(json.dumps(made, allow_nan=False), encoding="utf-8")
        return read(made)

    def _placed(self, images: ImageSet, method: Method, made: Recipe) -> tuple[Array, float]:
        if method.name == RAW:
            return images.points, 0.0
        path = self.folder / f"places-{made.digest}.npz"
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
                return kept["places"], float(kept["seconds"])
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            pass  # not there, or not whole
        began = perf_counter()
        places = method.place(images.points, self.seed)
        seconds = perf_counter() - began
        self.folder.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as temporary:
            np.savez(temporary, places=places, seconds=seconds)
        return places, seconds
