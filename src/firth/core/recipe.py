"""Recipe: every parameter that shaped a result, stage by stage, as JSON with a digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from firth.errors import FormatError

VERSION = 2
"""Raised when the same parameters begin to give other numbers."""


@dataclass(frozen=True)
class Recipe:
    """What was done, in order.

    Threads, memory and names of files are left out: they do not change the numbers.

    Attributes
    ----------
    stages : mapping of str to mapping
        The parameters of each stage, by its name. They are plain JSON values and cannot be changed.
    version : int
        Of firth's numbers: it rises when the same parameters begin to give other ones.

    Examples
    --------
    >>> recipe = Recipe().then("counting", window=10).then("factorize", dim=300, seed=0)
    >>> recipe["counting"]["window"], recipe == Recipe.from_json(recipe.to_json())
    (10, True)
    """

    stages: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    version: int = VERSION

    def __post_init__(self) -> None:
        """Make the stages read-only and plain JSON values."""
        plain = json.loads(json.dumps({name: dict(values) for name, values in self.stages.items()}))
        frozen = {name: MappingProxyType(values) for name, values in plain.items()}
        object.__setattr__(self, "stages", MappingProxyType(frozen))

    def __reduce__(self) -> tuple[Any, ...]:
        """What pickle and copy need; a read-only mapping cannot be pickled."""
        return Recipe, ({name: dict(values) for name, values in self.stages.items()}, self.version)

    def __repr__(self) -> str:
        """The stages, each with its parameters."""
        stages = (
            f"{stage}({', '.join(f'{name}={value!r}' for name, value in values.items())})"
            for stage, values in self.stages.items()
        )
        return f"Recipe: {' → '.join(stages) or 'nothing is known'}"

    def then(self, stage: str, /, **parameters: Any) -> Recipe:
        """The same recipe with one more stage, or with that stage replaced."""
        return Recipe({**self.stages, stage: parameters}, self.version)

    def __getitem__(self, stage: str) -> Mapping[str, Any]:
        """The parameters of a stage; empty if it was not run."""
        return self.stages.get(stage, MappingProxyType({}))

    def to_json(self) -> str:
        """One line of JSON; equal recipes give equal text."""
        stages = {name: dict(values) for name, values in self.stages.items()}
        return json.dumps({"version": self.version, "stages": stages}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Recipe:
        """Read what `to_json` wrote."""
        try:
            content = json.loads(text)
            return cls(content["stages"], int(content["version"]))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FormatError(f"the recipe {text[:60]!r} is not one that firth wrote.") from error

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that name this recipe, whatever the order of its keys."""
        content = json.loads(self.to_json())
        canonical = json.dumps(content, sort_keys=True, ensure_ascii=False)
        return hashlib.blake2b(canonical.encode(), digest_size=8).hexdigest()


def digest_of(given: Any) -> Any:
    """What a recipe keeps of an array or a matrix: sixteen digits of its content; of a name, the name."""
    if given is None or isinstance(given, str):
        return given
    if hasattr(given, "tocoo"):
        content = given.tocsr()
        parts = [content.indptr.astype(np.int64), content.indices.astype(np.int64), content.data]
    elif hasattr(given, "matmat") or hasattr(given, "matvec"):
        return f"operator {given.shape}"
    else:
        parts = [np.asarray(given, np.float64)]
    check = hashlib.blake2b(repr(np.shape(given)).encode(), digest_size=8)
    for part in parts:
        check.update(np.ascontiguousarray(part).tobytes())
    return check.hexdigest()
