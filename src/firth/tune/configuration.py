"""One way from text to vectors, among those that are tried."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from firth.errors import FormatError
from firth.recipes import DEFAULT_RECIPE, named_recipe

_DEFAULTS: dict[str, Any] = {"window": 10, "weights": "harmonic", "contexts": "both", "cut": "none"}
"""How `firth embed` counts where neither the user nor the recipe asks for anything."""

DEFAULT_DIM = 300


@dataclass(frozen=True)
class Configuration:
    """A recipe with its options, how text is counted for it, and what is done to its factors.

    >>> Configuration("ppmi", window=5, weights="flat", exponent=0.5, dim=100, steps=("unit",)).name
    'ppmi, window 5 flat, exponent 0.5, dim 100, then unit'
    """

    recipe: str
    window: int
    weights: str
    exponent: float
    dim: int
    options: tuple[tuple[str, Any], ...] = ()
    steps: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """In words; different configurations have different names."""
        given = [f"{name} {value}" for name, value in self.options]
        after = [f"then {', '.join(self.steps)}"] if self.steps else []
        counting = f"window {self.window} {self.weights}"
        return ", ".join(
            [self.recipe, *given, counting, f"exponent {short(self.exponent)}", f"dim {self.dim}", *after]
        )

    @property
    def counting(self) -> dict[str, Any]:
        """What `firth.counting.count` is asked: the window, and what the recipe wants beside it."""
        return {**named_recipe(self.recipe).counting, "window": self.window, "weights": self.weights}

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {**asdict(self), "options": dict(self.options), "steps": list(self.steps)}

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Configuration:
        """Read what `as_dict` gave."""
        try:
            values = {"options": tuple(content["options"].items()), "steps": tuple(content["steps"])}
            return cls(**{**content, **values})
        except (TypeError, KeyError, AttributeError) as error:
            raise FormatError(f"{str(content)[:60]} is not a configuration that firth wrote.") from error


def default_configuration(dim: int = DEFAULT_DIM) -> Configuration:
    """What `firth embed` does where nothing is asked for."""
    exponent = named_recipe(DEFAULT_RECIPE).exponent
    return Configuration(DEFAULT_RECIPE, _DEFAULTS["window"], _DEFAULTS["weights"], exponent, dim)


def embed_command(
    configuration: Configuration, sources: Sequence[str], text: Mapping[str, Any], seed: int
) -> str:
    """The command line that makes the vectors of a configuration.

    text: options of reading that are not as usual.

    >>> print(embed_command(default_configuration(), ["corpus.txt"], {"min_count": 2}, 0))
    firth embed corpus.txt -o vectors.safetensors --recipe eigenword --dim 300 --exponent 0.5 --window 10 \
--weights harmonic --min-count 2
    """
    parts = ["firth", "embed", *sources, "-o", "vectors.safetensors", "--recipe", configuration.recipe]
    parts += ["--dim", str(configuration.dim), "--exponent", short(configuration.exponent)]
    for name, value in configuration.options:
        parts += ["--option", f"{name}={value}"]
    for step in configuration.steps:
        parts += ["--post", step]
    counting = {name: configuration.counting.get(name, usual) for name, usual in _DEFAULTS.items()}
    always = {"window", "weights", *named_recipe(configuration.recipe).counting}
    named = {name: value for name, value in counting.items() if name in always}
    for name, value in {**named, **text, **({"seed": seed} if seed else {})}.items():
        parts += [f"--{name.replace('_', '-')}", str(value)]
    return shlex.join(parts)


def short(number: float) -> str:
    """As few digits as tell it from all others.

    >>> short(1.0), short(0.25), short(1 / 3)
    ('1', '0.25', '0.3333333333333333')
    """
    return f"{number:g}" if float(f"{number:g}") == number else repr(number)
