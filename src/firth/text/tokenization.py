"""Tokenization: the choices that turn text into tokens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from firth.errors import InputError

TokenizerName = Literal["words", "whitespace"]
Tokenizer = TokenizerName | Callable[[str], list[str]]
Case = Literal["lower", "keep"]
Normalize = Literal["NFKC", "NFC", "none"]
Digits = Literal["keep", "spell", "drop"]


@dataclass(frozen=True)
class Tokenization:
    """How text becomes tokens: Unicode normalization, digits, the tokenizer, and the case of each token.

    tokenizer: "words" (letters, marks and digits, with apostrophes between them as in don't; ’ is read
    as '), "whitespace", or a function from a text to its tokens.
    digits: "spell" makes each digit a word of its own (text8's habit), "drop" makes it a space.
    """

    tokenizer: Tokenizer = "words"
    case: Case = "lower"
    normalize: Normalize = "NFKC"
    digits: Digits = "keep"

    def __post_init__(self) -> None:
        """Refuse choices there are not."""
        if not callable(self.tokenizer):
            require_choice("tokenizer", self.tokenizer, TokenizerName, "or a function from str to list[str]")
        require_choice("case", self.case, Case)
        require_choice("normalize", self.normalize, Normalize)
        require_choice("digits", self.digits, Digits)

    @property
    def name(self) -> str:
        """The tokenizer's name, for recipes."""
        if isinstance(self.tokenizer, str):
            return self.tokenizer
        made_by = type(self.tokenizer)
        module = getattr(self.tokenizer, "__module__", made_by.__module__)
        return f"{module}.{getattr(self.tokenizer, '__qualname__', made_by.__qualname__)}"


def require_choice(option: str, value: object, choices: Any, more: str = "") -> None:
    """Refuse a value that is not among the choices of a Literal type, and name them."""
    if value not in get_args(choices):
        allowed = ", ".join(map(repr, get_args(choices)))
        raise InputError(f"{option} is {value!r}; it must be one of {allowed} {more}".rstrip() + ".")
