"""Vectors and runs: made once, kept in the output folder, and found there by a later run."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any
from zipfile import BadZipFile

import numpy as np

from firth.core import Embedding, Recipe
from firth.errors import FirthError
from firth.evaluate.documents import Features, Learner, Runs, Split, fixed_features, measure_runs
from firth.runtime.atomic import whole_file
from firth.store import load_embedding, save
from firth_papers.documents.material import Material
from firth_papers.documents.methods import Method
from firth_papers.words import write_json


@dataclass(frozen=True)
class Cabinet:
    """The folder where vectors and scores are kept."""

    folder: Path
    seed: int
    threads: int | None = None

    def vectors(self, material: Material, method: Method) -> tuple[Any, float]:
        """Vectors of a method and the seconds they took: as they were kept, or made and kept now."""
        path = self.folder / f"vectors-{self._of(material, method).digest}.npz"
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
                return _unpacked(kept), float(kept["seconds"])
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            pass  # not there, or not whole
        began = perf_counter()
        made = method.make(material)
        seconds = perf_counter() - began
        self.folder.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as temporary, temporary.open("wb") as written:
            np.savez(written, allow_pickle=False, seconds=np.array(seconds), **_packed(made))
        return made, seconds

    def embedding(self, digest: str, make: Callable[[], Embedding], **settings: Any) -> Embedding:
        """Word vectors: as they were kept, or made and kept now. digest: of the text."""
        recipe = Recipe().then("text", digest=digest).then("words", seed=self.seed, **settings)
        path = self.folder / f"words-{recipe.digest}.safetensors"
        try:
            return load_embedding(path)
        except (FirthError, OSError):
            pass  # not there, or not whole
        made = make()
        self.folder.mkdir(parents=True, exist_ok=True)
        save(made, path)
        return made

    def runs(
        self,
        material: Material,
        method: Method,
        learner: Learner,
        splits: Sequence[Split],
        how: dict[str, Any],
        features: Features | None = None,
        *,
        once: bool = False,
    ) -> Runs:
        """What a learner made of a method's vectors. how: what the splits depend on.

        features: vectors that depend on the split; those of the material if not given. once: the strength of
        a learner is chosen in the first split for all.
        """
        asked = {"learner": learner.name, "strengths": learner.strengths, "seed": self.seed, "once": once}

        def measured() -> Runs:
            given = features or fixed_features(self.vectors(material, method)[0])
            return measure_runs(
                method.name,
                given,
                material.labels,
                splits,
                learner,
                once=once,
                seed=self.seed,
                threads=self.threads,
            )

        return self.kept_runs(self._of(material, method).then("runs", **asked, **how), measured)

    def kept_runs(self, recipe: Recipe, measure: Callable[[], Runs]) -> Runs:
        """Runs as they were kept, or measured and kept now. recipe: everything that they depend on."""
        kept = self.runs_of(recipe)
        if kept is None:
            kept = measure()
            write_json(self._runs_path(recipe), kept.as_dict())
        return kept

    def runs_of(self, recipe: Recipe) -> Runs | None:
        """Runs as they were kept."""
        try:
            return Runs(**json.loads(self._runs_path(recipe).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):  # not there, or not written by this experiment
            return None

    def _runs_path(self, recipe: Recipe) -> Path:
        return self.folder / f"runs-{recipe.digest}.json"

    def recipe(self, material: Material, name: str, settings: Mapping[str, Any]) -> Recipe:
        """What vectors of documents depend on, by the name of the method and its settings."""
        made = Recipe().then("documents", digest=material.digest)
        return made.then("method", name=name, seed=self.seed, **settings)

    def _of(self, material: Material, method: Method) -> Recipe:
        return self.recipe(material, method.name, method.settings)


def _packed(vectors: Any) -> dict[str, Any]:
    """Arrays for a file: the vectors, or the parts of a sparse table."""
    if hasattr(vectors, "indptr"):
        parts = {name: getattr(vectors, name) for name in ("data", "indices", "indptr")}
        return {**parts, "shape": np.array(vectors.shape)}
    return {"vectors": np.asarray(vectors)}


def _unpacked(kept: Any) -> Any:
    if "vectors" in kept:
        return kept["vectors"]
    from scipy import sparse

    return sparse.csr_array((kept["data"], kept["indices"], kept["indptr"]), shape=tuple(kept["shape"]))
