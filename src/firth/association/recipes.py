"""The registry: every named way from counts to a matrix, one line each."""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Real
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import DTypeLike

from firth.association.descent import no_matrix
from firth.association.kernel import kernel_association
from firth.association.nonlinear import power_quotient
from firth.association.quartic import quartic
from firth.association.quotient import quotient
from firth.association.repaired import dominant_pmi, negative_pmi
from firth.association.sphere import ball_association
from firth.association.template import template
from firth.association.tuning import pair_supervision
from firth.core import Association, Counts, Recipe
from firth.errors import InputError

_FIXED = {"counts", "dtype", "threads"}


@dataclass(frozen=True)
class NamedRecipe:
    """How counts become a matrix, and how its factors become vectors.

    options: what is passed to `associate` on top of its own defaults. kind: svd; eigen; descent, which fits
    counts and has no matrix; or sphere, whose words move on the unit ball. exponent: of the
    spectrum, in U Σ^exponent; those of the registry are the best of 0, ½ and 1 on eleven similarity sets
    (docs/recipes.md). by_masses: divide by the roots of the row masses, as correspondence analysis
    does. measure: how its vectors are compared. counting: how text is counted for it where nothing else is
    asked for.
    """

    name: str
    sentence: str
    source: str
    associate: Callable[..., Association]
    options: Mapping[str, Any] = field(default_factory=dict)
    kind: Literal["svd", "eigen", "descent", "sphere"] = "svd"
    exponent: float = 0.5
    by_masses: bool = False
    measure: Literal["cosine", "dot"] = "cosine"
    counting: Mapping[str, Any] = field(default_factory=dict)

    @property
    def all_options(self) -> dict[str, Any]:
        """Every option of the recipe with the value it has when none is given."""
        parameters = inspect.signature(self.associate).parameters.values()
        return {p.name: p.default for p in parameters if p.name not in _FIXED} | dict(self.options)

    def settle(self, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Every option with its value; one that there is not, or that should be a number, is refused."""
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

    def refuse_other_counts(self, counts: Counts) -> None:
        """Raise for counts that are known to have been made without the cut this recipe is about."""
        wanted, stage = self.counting.get("cut"), counts.how["counting"]
        if wanted and stage and stage.get("cut", "none") == "none":
            raise InputError(
                f"recipe {self.name!r} is for counts that were cut; count with cut={wanted!r}, "
                "or choose another."
            )


_RECIPES: dict[str, NamedRecipe] = {}

RECIPES: Mapping[str, NamedRecipe] = MappingProxyType(_RECIPES)
"""All recipes by name, in the order they were registered."""


def register_recipe(recipe: NamedRecipe) -> None:
    """Add a recipe of one's own, to be used by name like the others.

    >>> register_recipe(NamedRecipe("cube-root", "SVD of roots.", "mine", template, {"transform": 1 / 3}))
    >>> RECIPES["cube-root"].all_options["transform"] == 1 / 3
    True
    """
    if recipe.name in _RECIPES:
        raise InputError(f"there is a recipe {recipe.name!r} already; choose another name.")
    _RECIPES[recipe.name] = recipe


def named_recipe(name: str) -> NamedRecipe:
    """The recipe of that name; an unknown one raises and lists them all."""
    if name not in _RECIPES:
        raise InputError(f"there is no recipe {name!r}; choose one of {', '.join(_RECIPES)}.")
    return _RECIPES[name]


def associate(
    counts: Counts,
    recipe: str = "eigenword",
    *,
    dtype: DTypeLike = np.float32,
    threads: int | None = None,
    **options: Any,
) -> Association:
    """Counts → Association, by a recipe's name and options of one's own.

    >>> from firth.counting import count
    >>> from firth.text import encode_texts
    >>> counts = count(encode_texts(["a b a c", "b a b"], min_count=1), window=1)
    >>> associate(counts, "sppmi", shift=2).operator.shape
    (3, 3)
    """
    chosen = named_recipe(recipe)
    values = chosen.settle(options)
    if counts.matrix.nnz == 0:
        raise InputError("the table of counts is empty; no two words stand within a window of each other.")
    chosen.refuse_other_counts(counts)
    association = chosen.associate(counts, dtype=dtype, threads=threads, **values)
    return replace(association, recipe=chosen.remembered(counts, values))


def _remembered(value: Any) -> Any:
    """What a recipe keeps of an option: itself, or sixteen digits that stand for a long list."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return value
    content = json.dumps(value, ensure_ascii=False)
    return f"{len(value)} entries, {hashlib.blake2b(content.encode(), digest_size=8).hexdigest()}"


_STRATOS = "Stratos, Collins & Hsu 2015"
_SOLEIMANI = "Haji Soleimani 2019"
_LEVY = "Levy & Goldberg 2014; Levy, Goldberg & Dagan 2015"
_QI = "Qi et al. 2024"
_NIITSUMA = "Niitsuma & Lee 2018"

for _recipe in (
    NamedRecipe("svd", "SVD of the counts themselves.", _SOLEIMANI, template, exponent=0.0),
    NamedRecipe(
        "svd-log", "SVD of log(1 + counts).", _SOLEIMANI,
        template, {"transform": "log"}, exponent=0.0,
    ),
    NamedRecipe(
        "svd-sqrt", "SVD of the roots of the counts.", _SOLEIMANI,
        template, {"transform": "sqrt"}, exponent=0.0,
    ),
    NamedRecipe(
        "ppmi", "Positive pointwise mutual information, contexts smoothed.", _LEVY,
        template, {"scale": "pmi", "alpha": 0.75},
    ),
    NamedRecipe(
        "sppmi", "Positive PMI shifted down by log k, as k negative samples do.", _LEVY,
        template, {"scale": "pmi", "alpha": 0.75, "shift": 5.0},
    ),
    NamedRecipe(
        "svd-ns", "PMI above a threshold below zero, so that mild repulsion counts.", _SOLEIMANI,
        template, {"scale": "pmi", "threshold": -2.5},
    ),
    NamedRecipe(
        "eigenword", "Eigenvectors of positive PMI with the largest eigenvalues.", _SOLEIMANI,
        template, {"scale": "pmi"}, kind="eigen",
    ),
    NamedRecipe(
        "eigenword-psd", "PMI above −2.5 with a diagonal that leaves no eigenvalue negative.", _SOLEIMANI,
        dominant_pmi, kind="eigen",
    ),
    NamedRecipe(
        "eigenword-unseen", "PMI above −2.5 with random negative values on pairs never seen.", _SOLEIMANI,
        negative_pmi, kind="eigen",
    ),
    NamedRecipe(
        "qwem", "What word2vec learns, to fourth order, in closed form.", "Karkada et al. 2025",
        quartic, kind="eigen",
    ),
    NamedRecipe(
        "positional", "Positive PMI with a context for each place around a word.",
        "Ling et al. 2015; Levy & Goldberg 2014",
        template, {"scale": "pmi", "alpha": 0.75}, counting={"contexts": "positional", "window": 2},
    ),
    NamedRecipe(
        "glove", "GloVe: logarithms of counts, fitted with biases by AdaGrad.", "Pennington et al. 2014",
        no_matrix, kind="descent", exponent=1.0,
    ),
    NamedRecipe(
        "glove-pmi", "The same fitted to PMI, with pairs never seen among them.", _SOLEIMANI,
        no_matrix, {"target": "pmi", "negatives": 1.0, "x_max": 10.0, "epochs": 10},
        kind="descent", exponent=1.0,
    ),
    NamedRecipe(
        "kubwe", "Words on the unit ball, drawn together by positive PMI and pushed apart by all others.",
        _SOLEIMANI, ball_association, kind="sphere", exponent=1.0,
    ),
    NamedRecipe(
        "sqrt-cca", "Canonical correlations of the roots of counts.", _STRATOS,
        template, {"transform": "sqrt", "scale": "cca", "alpha": 0.75}, exponent=0.0,
    ),
    NamedRecipe(
        "ca", "Correspondence analysis.", "Benzécri 1973; Niitsuma & Lee 2018",
        quotient, {"power": 1.0}, exponent=0.0, by_masses=True,
    ),
    NamedRecipe(
        "root-ca", "Correspondence analysis of the roots of counts.", _QI,
        quotient, {"power": 0.5}, exponent=0.0, by_masses=True,
    ),
    NamedRecipe(
        "rootroot-ca", "Correspondence analysis of the fourth roots of counts.", _QI,
        quotient, {"power": 0.25}, exponent=0.0, by_masses=True,
    ),
    NamedRecipe(
        "nlca", "Non-linear correspondence analysis: a power of the quotients.", "Picca et al. 2006",
        power_quotient, {"beta": 0.5}, exponent=0.0, by_masses=True,
    ),
    NamedRecipe(
        "tailcut", "Correspondence analysis of what chance does not explain at a distance.", _NIITSUMA,
        quotient, exponent=1.0, by_masses=True, measure="dot",
        counting={"window": 24, "weights": "flat", "cut": "independence"},
    ),
    NamedRecipe(
        "flat", "Correspondence analysis of the counts of a wide window.", _NIITSUMA,
        quotient, exponent=1.0, by_masses=True, measure="dot",
        counting={"window": 24, "weights": "flat"},
    ),
    NamedRecipe(
        "skip", "Correspondence analysis of counts that fall with distance as word2vec's.", _NIITSUMA,
        quotient, exponent=1.0, by_masses=True, measure="dot",
        counting={"window": 24, "weights": "dynamic"},
    ),
    NamedRecipe(
        "kca", "Kernel correspondence analysis; as it stands, SGNS's row of the paper's table.", _NIITSUMA,
        kernel_association, {"difference": "log_ratio", "rows": "identity", "columns": "identity"},
    ),
    NamedRecipe(
        "sca", "Correspondence analysis tuned by pairs of words that people scored.", _NIITSUMA,
        pair_supervision, exponent=0.0, by_masses=True,
    ),
):  # fmt: skip
    register_recipe(_recipe)
