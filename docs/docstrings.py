"""Docstrings that have no blocks yet, as Markdown: there >>> would be a quotation, # a heading."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
_HASH = re.compile(r"^#", re.MULTILINE)


class Docstrings(griffe.Extension):
    """Put a fence around each example, from its prompt to the next empty line."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of a function, class or module."""
        if obj.docstring and "Examples\n---" not in obj.docstring.value:
            plain = _HASH.sub(r"\\#", obj.docstring.value)
            obj.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", plain)
