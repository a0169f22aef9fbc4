"""What a recipe is: how text is counted for it, how counts become a matrix, and what fits vectors to it."""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import Any, Literal

import numpy as np
from numpy.typing import DTypeLike

from firth.association.quartic import quartic
from firth.association.quotient import quotient
from firth.association.template import smoothed_ppmi, template
from firth.core import Association, Counts, Recipe
from firth.core.embedding import Measure
from firth.errors import InputError
from firth.recipes.fits import SVD, Fit

_NOT_OPTIONS = {"counts", "dtype", "threads"}


@dataclass(frozen=True)
class NamedRecipe:
    """A named way from counts to vectors.

    Attributes
    ----------
    name, sentence, source : str
        What it is called, what it does, and who described it.
    associate : callable or None
        Counts → Association; None for a fit that has no matrix.
    options : mapping
        Options of `associate` and of the fit that differ from their own defaults.
    fit : Fit
        How vectors are found: `SVD`, `EIGEN`, `DESCENT` or `SPHERE`.
    exponent : float
        The power of the spectrum in U Σ^exponent. The catalogue has the best of 0, ½ and 1 on eleven
        similarity sets (docs/results/recipes.md).
    by_masses : bool
        Divide by the square roots of the row masses, as correspondence analysis does.
    measure : {"cosine", "dot"}
        How its vectors are compared.
    counting : mapping
        How text is counted for it where nothing else is asked for.
    """

    name: str
    sentence: str
    source: str
    associate: Callable[..., Association] | None
    options: Mapping[str, Any] = field(default_factory=dict)
    fit: Fit = SVD
    exponent: float = 0.5
    by_masses: bool = False
    measure: Measure = "cosine"
    counting: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        """What it is called, and what it does."""
        return f"NamedRecipe: {self.name}, {self.sentence}"

    @property
    def kind(self) -> Literal["svd", "eigen", "descent", "sphere"]:
        """The kind of its fit."""
        return self.fit.kind

    @property
    def cell_by_cell(self) -> bool:
        """Whether each cell of the matrix is made of one of the counts, in their order."""
        return self.associate in (template, smoothed_ppmi, quotient, quartic)

    @property
    def all_options(self) -> dict[str, Any]:
        """Every option of the recipe with the value it has when none is given."""
        parameters = inspect.signature(self.associate).parameters.values() if self.associate else ()
        own = {p.name: p.default for p in parameters if p.name not in _NOT_OPTIONS}
        return own | dict(self.fit.options) | dict(self.options)

    def settle(self, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Every option with its value; an unknown one, or one that should be a number, is refused."""
        known = self.all_options
        for name, value in (options or {}).items():
            if name not in known:
                raise InputError(f"recipe {self.name!r} has no option {name!r}; it has {', '.join(known)}.")
            if isinstance(known[name], Real) and (isinstance(value, bool) or not isinstance(value, Real)):
                raise InputError(f"{name} is {value!r}; it must be a number.")
        return known | dict(options or {})

    def remembered(self, counts: Counts, options: Mapping[str, Any]) -> Recipe:
        """How the counts were made, then this recipe with its options; of long lists, a digest."""
        kept = {name: _remembered(value) for name, value in options.items()}
        return counts.how.then("association", recipe=self.name, **kept)

    def association(
        self,
        counts: Counts,
        options: Mapping[str, Any],
        *,
        dtype: DTypeLike = np.float32,
        threads: int | None = None,
    ) -> Association:
        """The matrix of the recipe; options are settled, and those of the fit are left to it."""
        if self.associate is None:
            raise InputError("this recipe fits counts by gradient descent and has no matrix; use embed.")
        if counts.matrix.nnz == 0:
            raise InputError(
                "the table of counts is empty; no two words stand within a window of each other."
            )
        wanted, stage = self.counting.get("cut"), counts.how["counting"]
        if wanted and stage and stage.get("cut", "none") == "none":
            raise InputError(
                f"recipe {self.name!r} is for counts that were cut; count with cut={wanted!r}, "
                "or choose another."
            )
        own = {name: value for name, value in options.items() if name not in self.fit.options}
        made = self.associate(counts, dtype=dtype, threads=threads, **own)
        return replace(made, recipe=self.remembered(counts, options))


def require_counts(counts: Any) -> None:
    """Refuse what is no table of counts, and say how one is made."""
    if not isinstance(counts, Counts):
        raise InputError(
            f"counts is a {type(counts).__name__}; firth.encode reads a text and firth.count counts it, and "
            "firth.counts_from_table takes a table."
        )


def _remembered(value: Any) -> Any:
    """What a recipe keeps of an option: itself, or sixteen digits that stand for a long list."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return value
    content = json.dumps(value, ensure_ascii=False)
    return f"{len(value)} entries, {hashlib.blake2b(content.encode(), digest_size=8).hexdigest()}"
